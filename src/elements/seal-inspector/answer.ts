import type {Check} from '../../model/inspection-result.js';
import {boolean, object, text, type Loose} from '../metadata/loose.js';

export {stateOf} from '../../model/label-state.js';

/** What a check says: a clock that is off is worth knowing, and breaks nothing. */
export function outcomeOf({code, passed}: Check): 'failed' | 'noted' | 'passed' {
  if (passed) return 'passed';
  return code.startsWith('org.sealed-capture.deviceClock') ? 'noted' : 'failed';
}

/** What was checked, failures first, then what is worth knowing. */
export function checksOf(answer: Loose): Check[] {
  const checks: unknown = answer['checks'];
  if (!Array.isArray(checks)) return [];
  const readable = checks.flatMap((entry: unknown): Check[] => {
    const check = object(entry);
    const [code, passed] = [text(check?.['code']), boolean(check?.['passed'])];
    if (code === undefined || passed === undefined) return [];
    return [{code, passed, explanation: text(check?.['explanation']) ?? ''}];
  });
  return (['failed', 'noted', 'passed'] as const).flatMap((outcome) =>
    readable.filter((check) => outcomeOf(check) === outcome),
  );
}

/** The media do not have the hash that was sealed: the file itself was changed. */
export const isMediaChanged = (checks: readonly Check[]): boolean =>
  checks.some(
    ({code, passed}) =>
      !passed && /^assertion\.(data|bmff|boxes|collection)Hash\.mismatch$/.test(code),
  );
