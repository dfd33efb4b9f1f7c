/** Media types that can be sealed by digest: by the page, and by the service for uploads. */
export const sealableMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'audio/mpeg'] as const;
export type SealableMediaType = (typeof sealableMediaTypes)[number];

export const isSealableMediaType = (value: string): value is SealableMediaType =>
  (sealableMediaTypes as readonly string[]).includes(value);

/** The name that a server may give the file. */
export const fileNameOf = (captureId: string, mediaType: string): string =>
  `${captureId}.${extensions[mediaType] ?? 'bin'}`;

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
};

/** What a capture element captures. */
export type Mode = 'image' | 'audio';

/** Peaks in each second of a recording's sound: the loudest sample of each twentieth of it. */
export const PEAKS_PER_SECOND = 20;

/** Bookmarks in a recording, at most. */
export const MOST_BOOKMARKS = 200;
