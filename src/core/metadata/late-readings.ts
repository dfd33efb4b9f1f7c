import {standIn} from '../async/stand-in.js';
import type {CaptureContents} from './capture-contents.js';
import type {MetadataReadings, OwnSection} from './metadata-readings.js';

const NONE = {unavailableReason: 'not_available'} as const;

/** The functions that provide a capture's metadata. */
export type CaptureReadings = Pick<MetadataReadings, 'collect' | 'askAgain' | 'contents' | 'draft'>;

/** What a capture has that is made before the code for the readings: its own section, and no other values. */
const withoutReadings = (own: OwnSection): CaptureContents => ({
  metadata: {
    gps: NONE,
    atmospheric: NONE,
    magnetometer: NONE,
    orientation: NONE,
    acceleration: NONE,
    gravity: NONE,
    rotationRate: NONE,
    network: NONE,
    device: NONE,
    ...own,
  },
  ages: {},
});

/** Readings whose code is loaded after the page's own. */
export function lateReadings<Code>(
  arrival: Promise<Code>,
  make: (code: Code) => CaptureReadings,
): CaptureReadings {
  let isAsked = false;
  const readings = standIn(
    arrival,
    make,
    {
      collect(signal, onChange) {
        void arrival.then(() => signal.aborted || readings.collect(signal, onChange));
      },
      askAgain: () => void (isAsked = true),
      contents: withoutReadings,
      draft: withoutReadings,
    },
    (made) => isAsked && made.askAgain(),
  );
  return readings;
}
