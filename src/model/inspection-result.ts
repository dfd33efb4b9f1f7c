import Type, {type Static} from 'typebox';
import {sections} from './capture-metadata.js';
import {labelStates} from './label-state.js';

export {labelStates, type LabelState} from './label-state.js';

/** Times that a certificate or an authority gives. */
const time = (description: string) =>
  Type.Optional(Type.String({description: `${description} ISO 8601 in UTC, ending in "Z".`}));
const name = (description: string) => Type.Optional(Type.String({description}));

export const Check = Type.Object(
  {
    code: Type.String({
      description:
        'A validation status code of C2PA 2.2, section 15, or one of ours, which never decides: org.sealed-capture.deviceClock.* is about the device alone, org.sealed-capture.timeStamp.authorityUnchecked says that anybody may have given the time stamp.',
    }),
    passed: Type.Boolean({description: 'Nothing speaks against it.'}),
    explanation: Type.String({description: 'One plain sentence.'}),
    inIngredient: Type.Optional(
      Type.Boolean({description: 'It is about a file that this one was made from.'}),
    ),
  },
  {description: 'One thing that was checked.'},
);

export const Signature = Type.Object(
  {
    signedBy: name('Name in the certificate that signed.'),
    issuedBy: name('Name of who issued it.'),
    validFrom: time('When the certificate begins to be valid.'),
    validTo: time('When it ends to be.'),
    timestamp: time('When it was sealed, by a trusted time stamp; absent without one.'),
  },
  {description: 'Who sealed, and when. A claim, unless the seal is valid.'},
);

/** Answer of `POST {base}/inspect`: the reference's fields, with labelState and checks added. */
export const InspectionResult = Type.Object({
  labelValid: Type.Boolean({description: 'Nothing has changed, and the signer is trusted.'}),
  reason: Type.String({description: 'Why, in one plain sentence.'}),
  labelState: Type.Enum([...labelStates], {
    description:
      'valid: intact, signer trusted. untrusted: intact, signer unknown. invalid: broken. none: no seal.',
  }),
  checks: Type.Array(Check, {description: 'What was checked, failed checks first.'}),
  signature: Type.Optional(Signature),
  tags: Type.Optional(
    Type.Record(Type.String(), Type.String(), {description: "The page's own words."}),
  ),
  ...sections,
});

export type Check = Static<typeof Check>;
export type Signature = Static<typeof Signature>;
export type InspectionResult = Static<typeof InspectionResult>;
