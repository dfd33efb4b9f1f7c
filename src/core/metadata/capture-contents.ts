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

/** The groups of which at least one section has values. */
export function groupsIn(metadata: CaptureMetadata): ContentGroup[] {
  const isKnown = (name: keyof CaptureMetadata): boolean => {
    const section = metadata[name] as {unavailableReason?: string} | undefined;
    return section !== undefined && !section.unavailableReason;
  };
  return (Object.keys(groups) as ContentGroup[]).filter((group) => groups[group].some(isKnown));
}
