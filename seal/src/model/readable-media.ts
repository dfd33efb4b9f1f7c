/**
 * The formats that seals are read from, each with the extensions of its files: those that the engine reads, checked
 * against it by a test. `seal/media-signature.ts` recognizes them by their bytes. Service, command, the browser's own
 * verdict and the inspector take exactly these.
 */
export const readableMedia = {
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif avifs',
  'image/heic': 'heic heics hif',
  'image/heif': 'heif heifs',
  'image/gif': 'gif',
  'image/jxl': 'jxl',
  'image/svg+xml': 'svg',
  // BigTIFF, and the raw formats of Sony and Nikon, which are TIFF.
  'image/tiff': 'tif tiff btf tf8 arw nef',
  'image/x-adobe-dng': 'dng',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav wave',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a m4b',
  // Also fragmented, and segments of it, which are recognized but cannot be judged alone.
  'video/mp4': 'mp4 m4v m4s cmfv cmfa 3gp 3g2',
  'video/quicktime': 'mov qt',
  'video/avi': 'avi',
  'application/pdf': 'pdf',
} as const;

export type ReadableMediaType = keyof typeof readableMedia;

const formats = Object.entries<string>(readableMedia);
const extensions = Object.values(readableMedia).join(' ').split(' ');

/** What a file dialog offers: groups of media, because a phone then offers its photo library, and what is outside them. */
export const readableChoice = ['image/*', 'video/*', 'audio/*', 'application/pdf', '.c2pa']
  .concat(extensions.map((extension) => `.${extension}`))
  .join();

const isMedia = (type: string): boolean =>
  /^(image|audio|video)\//.test(type) || Object.hasOwn(readableMedia, type);

/** The type of a file as the system reports it, or else by its name; empty for neither media nor a readable format. */
export function mediaTypeOf(type: string, name: string): string {
  if (isMedia(type)) return type;
  const extension = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  return formats.find(([, known]) => known.split(' ').includes(extension))?.[0] ?? '';
}

/**
 * True if a file of this type or name is worth inspecting: photos, videos and recordings of any kind, so that a person
 * is told which of them carry no readable seal, and all other readable formats.
 */
export const isInspectable = (type: string, name: string): boolean =>
  mediaTypeOf(type, name) !== '';
