import {isRecord, type Loose} from './loose-json.js';

/** valid: intact, signer trusted. untrusted: intact, signer unknown. invalid: broken. none: no seal. */
export const labelStates = ['valid', 'untrusted', 'invalid', 'none'] as const;
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
