import {metadataAssertions} from '../model/seal/seal-format.js';
import {fieldsOf, sectionsOfExif} from './foreign/foreign-exif.js';
import {sectionsOfOdometry} from './foreign/foreign-odometry.js';
import {type InspectionResult} from '../model/inspection/inspection-result.js';
import {listAt, objectAt, textAt, valueAt} from '../model/json/loose-json.js';
import {isRecord, type Loose} from '../model/json/record.js';
import {pickSections, type Sections} from './sections.js';

/** All instances of an assertion: repeated labels end in two underscores and a number. */
const instancesOf = (assertions: Loose, label: string): unknown[] =>
  Object.entries(assertions)
    .filter(([name]) => name === label || (name.startsWith(`${label}__`) && /__\d+$/.test(name)))
    .map(([, value]) => value);

/** The sections of both; a section of both has the fields of both. */
const merge = (first: Loose, second: Loose): Loose =>
  Object.fromEntries(
    [...new Set([...Object.keys(first), ...Object.keys(second)])].map((name) => [
      name,
      {...objectAt(second, name), ...objectAt(first, name)},
    ]),
  );

/** Drops undefined fields, so that they do not hide those of another assertion. */
const defined = (sections: Loose): Loose =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [
      name,
      isRecord(section)
        ? Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined))
        : section,
    ]),
  );

/** The labels of this package's own assertions in a manifest: it writes no more than two of each. */
export const ownLabels = (assertions: Loose): string[] =>
  Object.values(metadataAssertions)
    .flatMap((label) => [label, `${label}__1`])
    .filter((label) => Object.hasOwn(assertions, label));

/** The times of a capture. For an uploaded file, the time of capture is unknown. */
export const ownTimes = (assertions: Loose): Loose => {
  const {capture, gathered} = metadataAssertions;
  const requestedAt = valueAt(objectAt(assertions, gathered), 'requestedAt');
  return {requestedAt, ...objectAt(assertions, capture)};
};

const CAPTURED = /\/digitalCapture$/;

/** What a seal of this package says of its content: captured by it, or there before. Undefined for other seals. */
export function originOf(assertions: Loose): InspectionResult['origin'] {
  if (!Object.hasOwn(assertions, metadataAssertions.capture)) return undefined;
  const [first] = listAt(objectAt(assertions, 'c2pa.actions.v2'), 'actions');
  const action = textAt(first, 'action');
  if (action === 'c2pa.opened') return 'file';
  const isCaptured = CAPTURED.test(textAt(first, 'digitalSourceType') ?? '');
  return action === 'c2pa.created' && isCaptured ? 'capture' : undefined;
}

/**
 * Takes each section from the first assertion that has it. Only the device section may come from two, because the
 * page supplies the application's part.
 */
function ownSections(assertions: readonly Loose[]): Loose {
  const device = assertions
    .map((one) => objectAt(one, 'device'))
    .reduceRight((a, b) => ({...a, ...b}), {});
  const sections = assertions.reduceRight<Loose>((all, one) => ({...all, ...one}), {});
  return Object.keys(device).length > 0 ? {...sections, device} : sections;
}

/**
 * The capture metadata of a manifest: from this package's own assertions, or from well-known assertions of other
 * programs. `assertions` is untrusted; the result matches the schema.
 */
export function sealedMetadata(assertions: Loose): Sections {
  const own = ownLabels(assertions).map((label) => objectAt(assertions, label));
  if (own.length > 0) return pickSections(ownSections(own));
  const fields = fieldsOf([
    ...instancesOf(assertions, 'c2pa.metadata'),
    ...instancesOf(assertions, 'stds.exif'),
  ]);
  const [odometry] = instancesOf(assertions, 'com.truepic.custom.odometry');
  return pickSections(
    merge(defined(sectionsOfExif(fields)), defined(sectionsOfOdometry(odometry))),
  );
}
