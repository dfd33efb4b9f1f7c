import type {
  CaptureMetadata,
  UnavailableReason,
} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Milliseconds} from '@sealed-capture/seal/model/units.js';

/** Groups of sections as people know them: place is gps; attitude is orientation, heading and motion. */
export type ContentGroup = 'place' | 'attitude' | 'camera' | 'microphone' | 'device' | 'network';

/** What a capture made now would be sealed with. */
export interface CaptureContents {
  /** The metadata, with the location already obfuscated. */
  metadata: CaptureMetadata;
  /** Milliseconds since each section was read, for sections of sensors that are read repeatedly. */
  ages: Partial<Record<keyof CaptureMetadata, Milliseconds>>;
  /** Sections whose values come from the page's adapters. Absent if there are none. */
  gathered?: (keyof CaptureMetadata)[];
}

/** The groups in the order in which they are displayed. */
const groups: Readonly<Record<ContentGroup, readonly (keyof CaptureMetadata)[]>> = {
  place: ['gps'],
  attitude: ['orientation', 'magnetometer', 'acceleration', 'gravity', 'rotationRate'],
  camera: ['camera'],
  microphone: ['microphone'],
  device: ['device'],
  network: ['network'],
};

/** Reasons that a person can remove: the browser or the embedding site refused, or permission was never requested. */
const refused = ['permission_denied', 'permission_not_requested', 'policy_blocked'] as const;

/** A summary for people of what a capture is sealed with. */
export interface ContentSummary {
  includes: readonly ContentGroup[];
  /** Why there is no location, if a person can change that. */
  placeOff?: (typeof refused)[number];
  /** For recordings: there is no location yet, and one that comes until the end is sealed. */
  placeMayCome?: boolean;
}

/** Summarizes the metadata. `includes` lists the groups of which at least one section has values. */
export function contentSummaryOf(metadata: CaptureMetadata): ContentSummary {
  const isKnown = (name: keyof CaptureMetadata): boolean => {
    const section = metadata[name] as {unavailableReason?: string} | undefined;
    return section !== undefined && !section.unavailableReason;
  };
  return {
    includes: (Object.keys(groups) as ContentGroup[]).filter((group) =>
      groups[group].some(isKnown),
    ),
    placeOff: refused.find((reason) => reason === metadata.gps?.unavailableReason),
  };
}

/** Reasons after which a location is still looked for. */
const coming: readonly (UnavailableReason | undefined)[] = [
  'not_available',
  'permission_not_requested',
  'timeout',
  'error',
];

/** The same for a recording, which takes a location that comes until its end. Its start has asked for the permission. */
export const summaryUntilEnd = (metadata: CaptureMetadata): ContentSummary => ({
  ...contentSummaryOf(metadata),
  placeMayCome: coming.includes(metadata.gps?.unavailableReason),
});

export const isSameSummary = (one: ContentSummary, other: ContentSummary): boolean =>
  String(one.includes) === String(other.includes) &&
  one.placeOff === other.placeOff &&
  one.placeMayCome === other.placeMayCome;
