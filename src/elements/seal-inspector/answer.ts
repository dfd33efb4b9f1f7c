import type {Check} from '../../model/inspection-result.js';
import {boolean, object, text, type Loose} from './loose.js';

export {stateOf} from '../../model/label-state.js';

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
