import Type, {type Static} from 'typebox';
import {sections} from './capture-metadata.js';
import {labelStates} from './label-state.js';

export {labelStates, type LabelState} from './label-state.js';

/** One thing that was checked, by its C2PA validation status code (C2PA 2.2, section 15). */
export const Check = Type.Object({
  code: Type.String(),
  passed: Type.Boolean(),
  explanation: Type.String(),
});

export const Signature = Type.Object({
  signedBy: Type.Optional(Type.String()),
  issuedBy: Type.Optional(Type.String()),
  validFrom: Type.Optional(Type.String()),
  validTo: Type.Optional(Type.String()),
  /** When it was sealed, by a trusted time stamp; absent without one. */
  timestamp: Type.Optional(Type.String()),
});

/** Answer of `POST {base}/inspect`: the reference's fields, with labelState and checks added. */
export const InspectionResult = Type.Object({
  labelValid: Type.Boolean(),
  reason: Type.String(),
  labelState: Type.Enum([...labelStates]),
  checks: Type.Array(Check),
  signature: Type.Optional(Signature),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  ...sections,
});

export type Check = Static<typeof Check>;
export type Signature = Static<typeof Signature>;
export type InspectionResult = Static<typeof InspectionResult>;
