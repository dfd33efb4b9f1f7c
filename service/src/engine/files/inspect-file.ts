import {headOf, rangedMedia, type RangedMedia} from '@sealed-capture/seal/ranged/ranged-media.js';
import {FileBlob, provideFileReaderSync} from '@sealed-capture/seal/node/file-reader-sync.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';

/** An open file that a thread reads by ranges. */
export interface OpenFile {
  /** Its descriptor, which is open until the job ends. */
  fd: number;
  size: number;
}

/** A large file as the engine reads it, and its media type; undefined if seals are not read from such files. */
export async function openLarge({
  fd,
  size,
}: OpenFile): Promise<{media: RangedMedia; mediaType: string} | undefined> {
  provideFileReaderSync();
  const media = await rangedMedia(new FileBlob(fd, size));
  const mediaType = detectMediaType(headOf(media));
  return mediaType && {media, mediaType};
}
