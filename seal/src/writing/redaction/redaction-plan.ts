import {objectAt, textAt} from '../../model/json/loose-json.js';
import {isRecord} from '../../model/json/record.js';
import {sectionNames, type SealedSection} from '../../model/seal/seal-format.js';
import {historyOf} from '../../updates/history.js';
import {mustStay} from '../../updates/only-redacts.js';
import {redactedUrls, redactionsIn, sectionOf} from '../../updates/redactions.js';

/** Why something is redacted, as C2PA 2.4 has it ("Reason"). */
export const redactionReasons = [
  'c2pa.PII.present',
  'c2pa.invalid.data',
  'c2pa.trade-secret.present',
  'c2pa.government.confidential',
] as const;

/** Longest reason in a person's own words, characters. */
export const LONGEST_REASON = 1000;

/** What is to be removed from a seal. */
export interface RedactionRequest {
  sections: readonly SealedSection[];
  /** One of {@link redactionReasons}, or a reason in the caller's own words. */
  reason?: string;
  /**
   * "keep" redacts the location from the seal although the file's own EXIF or XMP contains one, which stays. By
   * default, that is refused.
   */
  placeInFile?: 'keep';
}

/** Nothing is redacted. The message, for people, says why. */
export class RedactionRefused extends Error {
  override readonly name = 'RedactionRefused';
}

/** Names of the fields of each section, in this package's assertions and in EXIF, IPTC and schema.org of others. */
const fieldsOf = {
  place: /gps|latitude|longitude|location|(^|:)city$/i,
  device: /^(device|network)$|(^|:)(make|model|\w*serialnumber)$/i,
  gathered: /^(tags|features)$/,
} as const;

/** True for assertions that must not be redacted, or that hold the history together. */
const isLasting = (label: string): boolean =>
  mustStay(label) || label.startsWith('c2pa.ingredient');
const EXIF = /^(c2pa\.metadata|stds\.exif)(__\d+)?$/;

function saysAnyOf(fields: RegExp, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => saysAnyOf(fields, one));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, one]) => fields.test(key) || saysAnyOf(fields, one));
}

function holds(section: SealedSection, label: string, data: unknown): boolean {
  const own = sectionOf(label);
  if (own === section) return true;
  if (section === 'capture') return EXIF.test(label);
  // Tags may have any names, so this package's other assertions are not searched.
  if (own !== undefined && own !== 'capture') return false;
  if (own === undefined && section === 'gathered') return false;
  // Seals of the first version have all sections in this one.
  return saysAnyOf(fieldsOf[section], own ? topOf(data) : data);
}

/** The object without nested members. */
const topOf = (data: unknown): unknown =>
  isRecord(data) ? Object.fromEntries(Object.keys(data).map((key) => [key, true])) : data;

/**
 * The URIs of all assertions, in all manifests of a file, that contain one of these sections. `manifests` are those
 * of the engine's crJSON, the active one first. Throws {@link RedactionRefused} if a section does not exist, or
 * shares an assertion with something else.
 */
export function assertionsHolding(
  sections: readonly SealedSection[],
  manifests: readonly unknown[],
): string[] {
  const urls: string[] = [];
  const history = historyOf(textAt(manifests[0], 'label') ?? '', manifests);
  const gone = redactedUrls(history);
  const found = new Set<SealedSection>();
  for (const manifest of manifests) {
    for (const [label, data] of Object.entries(objectAt(manifest, 'assertions'))) {
      const url = `self#jumbf=/c2pa/${textAt(manifest, 'label')}/c2pa.assertions/${label}`;
      const held = sections.filter((section) => holds(section, label, data));
      const [first] = held;
      if (first === undefined || gone.has(url)) continue;
      const own = sectionOf(label);
      if (own && !sections.includes(own)) {
        throw new RedactionRefused(
          `This seal holds ${sectionNames[first]} in one statement with ${sectionNames[own]}. They can only go together: redact ${own} as well.`,
        );
      }
      if (isLasting(label)) {
        throw new RedactionRefused(
          `The statement ${label} of this seal holds ${sectionNames[first]} as well, and must not be redacted.`,
        );
      }
      for (const section of held) found.add(section);
      urls.push(url);
    }
  }
  const missing = sections.find((section) => !found.has(section));
  if (missing !== undefined) {
    const isGone = redactionsIn(history).some((one) => one.sections.includes(missing));
    throw new RedactionRefused(
      isGone
        ? `The seal of this file no longer holds ${sectionNames[missing]}: that was redacted before.`
        : `The seal of this file does not hold ${sectionNames[missing]}, so there is nothing to redact.`,
    );
  }
  return urls;
}
