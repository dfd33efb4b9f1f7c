import type {
  CaptureMetadata,
  Gps,
  UnavailableReason,
} from '@sealed-capture/seal/model/capture-metadata.js';
import {isRecord, type Loose} from '@sealed-capture/seal/model/json/record.js';
import {unavailableReasons} from '@sealed-capture/seal/model/unavailable-reason.js';
import {obfuscated} from './obfuscated-place.js';
import {sectionShapes, type SectionName} from './section-shapes.js';
import type {RefuseOption} from './page-values.js';
import {fitting, type Refuse} from './shapes.js';

type Sections = Required<Pick<CaptureMetadata, SectionName>>;
type Section = {unavailableReason?: UnavailableReason; latitude?: number; longitude?: number};

/**
 * Returns a section's valid values, or else its reason; undefined if it has neither. A location needs both latitude
 * and longitude.
 */
export function sealableSection<Name extends SectionName>(
  name: Name,
  given: unknown,
  label: string,
  refuse: Refuse,
): Sections[Name] | undefined {
  const fit = (fitting(given, sectionShapes[name], label, refuse) ?? {}) as Section;
  const isPlace = fit.latitude !== undefined && fit.longitude !== undefined;
  const hasValues = name === 'gps' ? isPlace : Object.keys(fit).length > 0;
  if (hasValues && !fit.unavailableReason) return fit;
  const reason = isRecord(given) ? given.unavailableReason : undefined;
  const unavailableReason = unavailableReasons.find((known) => known === reason);
  if (unavailableReason) return {unavailableReason};
  refuse(`${label} gave neither values nor a reason`);
  return undefined;
}

/** The same check for the answer of a sensor or adapter: an answer with neither becomes the reason `error`. */
export function sealableAnswer<Name extends SectionName>(
  name: Name,
  answer: unknown,
  label: string,
  refuse: Refuse,
): Sections[Name] {
  return sealableSection(name, answer, label, refuse) ?? {unavailableReason: 'error'};
}

/**
 * Returns the sections of a capture that can be sealed, with the location obfuscated within `radius` metres; an
 * already obfuscated location stays where it is. `refuse` is called for the first invalid field.
 */
export function sealableMetadata(
  given: Loose,
  radius: number | undefined,
  refuse: RefuseOption,
): CaptureMetadata {
  const problems: string[] = [];
  const sealable = (name: string): unknown => {
    const label = `metadata.${name}`;
    const note: Refuse = (problem) => problems.push(problem);
    try {
      const section = given[name];
      if (section === undefined || section === null) return undefined;
      if (Object.hasOwn(sectionShapes, name)) {
        const fit = sealableSection(name as SectionName, section, label, note);
        return fit && name === 'gps' ? obfuscated(fit as Gps, radius) : fit;
      }
      // page-values.ts checks the page's additions; the time is the capture's own.
      if (!['tags', 'features', 'capturedAt'].includes(name)) note(`${label} is not known`);
    } catch {
      note(`${label} cannot be read`);
    }
    return undefined;
  };
  const sections = Object.keys(given).map((name) => [name, sealable(name)] as const);
  const [first] = problems;
  if (first) refuse(first, 'metadata', given);
  return Object.fromEntries(sections.filter(([, section]) => section !== undefined));
}
