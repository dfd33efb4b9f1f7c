import type {CaptureMetadata} from '../../model/capture-metadata.js';

/** What people call the sections: place is gps; attitude is orientation, heading, motion. */
export type ContentGroup = 'place' | 'attitude' | 'camera' | 'microphone' | 'device' | 'network';

/** What a capture that is made now would be sealed with. */
export interface CaptureContents {
  /** The place is already obfuscated. */
  metadata: CaptureMetadata;
  /** Milliseconds since each section was read, where it comes from a sensor that reads anew. */
  ages: Partial<Record<keyof CaptureMetadata, number>>;
  /** Sections of which the page's adapters give the values. Absent: none. */
  gathered?: (keyof CaptureMetadata)[];
}

/** In the order in which they are told. */
const groups: Readonly<Record<ContentGroup, readonly (keyof CaptureMetadata)[]>> = {
  place: ['gps'],
  attitude: ['orientation', 'magnetometer', 'acceleration', 'gravity', 'rotationRate'],
  camera: ['camera'],
  microphone: ['microphone'],
  device: ['device'],
  network: ['network'],
};

/** What the browser or the embedding site refuses, or was not asked for: a person can mend it. */
const refused = ['permission_denied', 'permission_not_requested', 'policy_blocked'] as const;

/** What a capture is sealed with, for people. */
export interface Sealing {
  includes: readonly ContentGroup[];
  /** Why there is no place, where a person can mend it. */
  placeOff?: (typeof refused)[number];
}

/** `includes`: the groups of which at least one section has values. */
export function sealingOf(metadata: CaptureMetadata): Sealing {
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

export const isSameSealing = (one: Sealing, other: Sealing): boolean =>
  String(one.includes) === String(other.includes) && one.placeOff === other.placeOff;
