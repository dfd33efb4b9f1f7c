import {type Check} from '../../model/inspection-result.js';
import {valueAt, type Loose} from '../../model/loose-json.js';

const TRUSTED = 'timeStamp.trusted';

/** A remark: the verdict on such seals stays the engine's. */
const unchecked: Check = {
  code: 'org.sealed-capture.timeStamp.authorityUnchecked',
  passed: false,
  explanation:
    'Whether the time-stamp authority is known was not asked: seals of this older kind (C2PA 1) are read without it.',
};

/**
 * The engine calls the time stamp of every claim of version 1 trusted, whoever gave it; and as the stamp stands outside
 * of what is signed, whoever has the file can put another in its place. The checks with that said, where it is so.
 */
export function withStampAuthority(checks: readonly Check[], manifest: Loose): Check[] {
  const isFirstVersion = valueAt(manifest, 'claim') !== undefined;
  const isStamp = ({code, inIngredient}: Check) => code === TRUSTED && !inIngredient;
  if (!isFirstVersion || !checks.some(isStamp)) return [...checks];
  const told = checks.map((check) =>
    isStamp(check) ? {...check, explanation: 'The time stamp names who gave it.'} : check,
  );
  const passed = told.findIndex((check) => check.passed);
  return [...told.slice(0, passed), unchecked, ...told.slice(passed)];
}
