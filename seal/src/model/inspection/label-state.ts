import {isRecord, type Loose} from '../json/record.js';

/**
 * valid: intact, signer trusted. interim: intact, signer known only from the interim trust list, which was closed
 * in January 2026. untrusted: intact, signer unknown. invalid: broken. none: no seal. unchecked: nothing could be
 * determined.
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
 * The verdict of a response: never better than its other fields, even if a service knows no `labelState` or
 * contradicts itself.
 */
export function stateOf(answer: Loose): LabelState {
  const valid = answer['labelValid'] === true;
  const state = answer['labelState'];
  if (isLabelState(state)) return state === 'valid' && !valid ? 'invalid' : state;
  if (valid) return 'valid';
  return isRecord(answer['signature']) ? 'invalid' : 'none';
}
