import {isRecord, type Loose} from '../json/record.js';

/**
 * valid: intact, signer trusted. interim: intact, signer known from the interim trust list alone, which was closed in
 * January 2026. untrusted: intact, signer unknown. invalid: broken. none: no seal. unchecked: nothing was found out,
 * neither for the seal nor against it.
 */
export const labelStates = [
  'valid',
  'interim',
  'untrusted',
  'invalid',
  'none',
  'unchecked',
] as const;
export type LabelState = (typeof labelStates)[number];

export const isLabelState = (value: unknown): value is LabelState =>
  (labelStates as readonly unknown[]).includes(value);

/**
 * The verdict of an answer: never a better one than it gives, also where a service knows no `labelState` or
 * contradicts itself.
 */
export function stateOf(answer: Loose): LabelState {
  const valid = answer['labelValid'] === true;
  const state = answer['labelState'];
  if (isLabelState(state)) return state === 'valid' && !valid ? 'invalid' : state;
  if (valid) return 'valid';
  return isRecord(answer['signature']) ? 'invalid' : 'none';
}
