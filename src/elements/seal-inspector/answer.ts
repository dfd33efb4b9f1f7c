import type {Check} from '../../model/inspection-result.js';
import {labelStates, type LabelState} from '../../model/label-state.js';
import {boolean, object, text, type Loose} from './loose.js';

const isLabelState = (value: unknown): value is LabelState =>
  (labelStates as readonly unknown[]).includes(value);

/**
 * Which verdict to show: never a better one than the answer gives, also where a service knows no `labelState`
 * or contradicts itself.
 */
export function stateOf(answer: Loose): LabelState {
  const valid = answer['labelValid'] === true;
  const state = answer['labelState'];
  if (isLabelState(state)) return state === 'valid' && !valid ? 'invalid' : state;
  if (valid) return 'valid';
  return object(answer['signature']) ? 'invalid' : 'none';
}

/** What was checked, failures first. */
export function checksOf(answer: Loose): Check[] {
  const checks: unknown = answer['checks'];
  if (!Array.isArray(checks)) return [];
  const readable = checks.flatMap((entry: unknown): Check[] => {
    const check = object(entry);
    const [code, passed] = [text(check?.['code']), boolean(check?.['passed'])];
    if (code === undefined || passed === undefined) return [];
    return [{code, passed, explanation: text(check?.['explanation']) ?? ''}];
  });
  return [...readable.filter(({passed}) => !passed), ...readable.filter(({passed}) => passed)];
}

/** The media do not have the hash that was sealed: the file itself was changed. */
export const isMediaChanged = (checks: readonly Check[]): boolean =>
  checks.some(
    ({code, passed}) =>
      !passed && /^assertion\.(data|bmff|boxes|collection)Hash\.mismatch$/.test(code),
  );
