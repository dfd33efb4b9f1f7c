import type {Tags} from '../../../model/capture-metadata.js';

/** Outlines that are drawn over the picture by their names. */
export const overlayNames = [
  'document',
  'vehicle-front',
  'vehicle-side',
  'odometer',
  'face',
] as const;

export type OverlayName = (typeof overlayNames)[number];

/** An outline of the page's own: data of an SVG path, and what of its coordinates is shown. */
export interface Outline {
  /** As in the attribute `d` of SVG's `<path>`. */
  path: string;
  /** Such as "0 0 100 60". */
  viewBox: string;
}

/** A photo that a page asks for. */
export interface Shot {
  /** Tells it from the others of the list, and stands in the seal; at most 64 characters. */
  id: string;
  /** What the person is to show, such as "Front of the vehicle". It stands in the seal, too. */
  label: string;
  /** How to show it: one sentence. */
  hint?: string;
  /** The person is told that it is required. Default false. */
  required?: boolean;
  /** Where the subject is to be in the picture. */
  overlay?: OverlayName | Outline;
  /** Sealed with the photos of this shot, over the element's own `tags`. */
  tags?: Tags;
}

/** Why there is no photo of a shot; `other`: only in the person's own words. */
export const skipReasons = ['absent', 'unreachable', 'unsafe', 'forbidden', 'other'] as const;

export type SkipReason = (typeof skipReasons)[number];

/** How a shot of the list stands. */
export type ShotState =
  | {name: 'open'}
  /** Newest first: the first one counts, the others were retaken. */
  | {name: 'taken'; captureIds: readonly string[]}
  /** `words`: the person's own. */
  | {name: 'skipped'; reason: SkipReason; words?: string};

export interface ShotProgress {
  id: string;
  state: ShotState;
}

/** Each shot of the list is taken or skipped. */
export interface ShotsCompleteDetail {
  mode: 'image';
  /** In the order of the list. */
  shots: readonly ShotProgress[];
}
