import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import type {ExpectedPlace} from '@sealed-capture/seal/model/place/expected-place.js';
import {skipReasons} from '@sealed-capture/seal/model/seal/skip-reasons.js';

/** Outlines that are drawn over the picture by their names. */
export const overlayNames = [
  'document',
  'vehicle-front',
  'vehicle-side',
  'odometer',
  'face',
] as const;

export type OverlayName = (typeof overlayNames)[number];

/** An outline of the page's own: an SVG path, and the visible part of its coordinates. */
export interface Outline {
  /** As in the attribute `d` of SVG's `<path>`. */
  path: string;
  /** Such as "0 0 100 60". */
  viewBox: string;
}

/** Shapes of a photo. */
export const orientations = ['landscape', 'portrait'] as const;

export type ShotOrientation = (typeof orientations)[number];

/** A picture of an earlier visit. */
export type Ghost =
  /** The picture, or its address. */
  | string
  | Blob
  /**
   * With how the camera was held, in degrees, as the seal of that picture says it (`magnetometer.heading`, `orientation.roll`
   * and `pitch`): the person is told how to hold it so.
   */
  | {picture: string | Blob; heading?: number; roll?: number; pitch?: number};

/** A photo that a page asks for. */
export interface Shot {
  /** Identifies the shot in the list, and is sealed; at most 64 characters. */
  id: string;
  /** What the photo is to show, such as "Front of the vehicle". It is sealed too. */
  label: string;
  /** How to show it, in one sentence. */
  hint?: string;
  /** Tells the person that the shot is required. Default false. */
  required?: boolean;
  /** An outline for the subject. */
  overlay?: OverlayName | Outline;
  /** How to hold the phone. The person is told to turn it if it is held the other way. */
  orientation?: ShotOrientation;
  /** The picture of an earlier visit, over the live picture as strongly as the person wants. It is never in the photo. */
  ghost?: Ghost;
  /** Where the photo is to be taken. It is sealed; the person is told how far away they are. */
  expectedPlace?: ExpectedPlace;
  /** Sealed with the photos of this shot; they replace the element's own `tags` of the same names. */
  tags?: Tags;
}

export {skipReasons};

export type SkipReason = (typeof skipReasons)[number];

/** State of a shot. */
export type ShotState =
  | {name: 'open'}
  /** Newest first: the first one counts, the others were replaced by retakes. */
  | {name: 'taken'; captureIds: readonly string[]}
  /** `words`: the person's own. */
  | {name: 'skipped'; reason: SkipReason; words?: string};

export interface ShotProgress {
  id: string;
  state: ShotState;
}

/** A shot without a photo, and why. */
export interface SkippedShot {
  /** Id of the shot. */
  shot: string;
  reason: SkipReason;
  /** The person's own words, with the reason `other`. */
  words?: string;
}

/** A shot whose photo was delivered. */
export interface DeliveredShot {
  /** Id of the shot. */
  shot: string;
  captureId: string;
  /** Where the page's own storage has put the file, if it says so. */
  location?: string;
}

/** Detail of the event that no shot is open. */
export interface ShotsCompleteDetail {
  mode: 'image';
  /** In the order of the list. */
  shots: readonly ShotProgress[];
  /** The skipped ones among them. */
  skipped: readonly SkippedShot[];
}

/** Detail of the event that the person has finished: each shot is skipped, or its photo is delivered. */
export interface JobDoneDetail extends ShotsCompleteDetail {
  /** The others, with the photo that counts. */
  delivered: readonly DeliveredShot[];
  /** Id of the closing record, which is delivered as well. Absent without a job, and if nothing of it was captured. */
  closing?: string;
}
