/** Media types that can be sealed by digest: by the page, and by the service for uploads. */
export const sealableMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'audio/mpeg'] as const;
export type SealableMediaType = (typeof sealableMediaTypes)[number];

export const isSealableMediaType = (value: string): value is SealableMediaType =>
  (sealableMediaTypes as readonly string[]).includes(value);

/** A file name for a sealed capture on a server. */
export const fileNameOf = (captureId: string, mediaType: string): string =>
  `${captureId}.${extensions[mediaType] ?? 'bin'}`;

/** Extensions of files by their media type, without a dot. */
export const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
};

/** What a capture element captures. */
export type Mode = 'image' | 'audio';

/** Peaks per second of a recording: one for each twentieth of a second. */
export const PEAKS_PER_SECOND = 20;

/** Most bookmarks in a recording. */
export const MOST_BOOKMARKS = 200;
/** Most characters of a bookmark's name. */
export const LONGEST_BOOKMARK_NAME = 100;
