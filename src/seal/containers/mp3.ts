import {hasAscii, utf8} from '../encoding/bytes.js';
import {unsupported, type Container, type Layout} from './container.js';
import {FRAME_HEADER, TAG_HEADER, framesOf, readTag, syncSafe, type Id3Frame} from './id3.js';
import {readFrame} from './mpeg-frame.js';

/** Fields of GEOB before the object: ISO 8859-1, media type, file name, description. */
const OBJECT_FIELDS = utf8('\0application/c2pa\0c2pa\0c2pa manifest store\0');
const LARGEST_TAG = 2 ** 28 - 1;
/** Bytes for one more frame header after the last frame, which some readers expect. */
const LEAST_REST = 10;
/** Bytes in which the first MPEG frame is searched, after junk and padding. */
const SEARCH_LENGTH = 64 * 1024;

/** True if the file has a complete frame here. */
function holdsAudio(media: Uint8Array, start: number): boolean {
  const end = Math.min(media.length, start + SEARCH_LENGTH);
  for (let at = start; at < end; at++) {
    const length = media[at] === 0xff ? readFrame(media, at)?.length : undefined;
    if (length !== undefined && at + length <= media.length) return true;
  }
  return false;
}

/**
 * A GEOB frame before the others in the file's ID3v2 tag, or in a new tag (C2PA 2.2, appendix A.3.4). An extended
 * header and a footer are dropped, because they describe the earlier tag.
 */
export const mp3: Container = {
  layOut(media, manifestSize): Layout {
    const tag = readTag(media);
    const audio = tag?.end ?? 0;
    if (!holdsAudio(media, audio)) throw unsupported('This is not an MP3: it holds no MPEG audio.');
    const frames = tag ? media.subarray(tag.framesStart, tag.framesEnd) : new Uint8Array(0);
    const padding = new Uint8Array(frames.length < LEAST_REST ? LEAST_REST : 0);
    const objectSize = OBJECT_FIELDS.length + manifestSize;
    const tagSize = FRAME_HEADER + objectSize + frames.length + padding.length;
    if (tagSize > LARGEST_TAG)
      throw unsupported('The ID3 tag of this MP3 is too large for a seal.');
    const version = tag?.version ?? 4;
    const frameSize =
      version === 4
        ? syncSafe(objectSize)
        : [
            objectSize >>> 24,
            (objectSize >> 16) & 0xff,
            (objectSize >> 8) & 0xff,
            objectSize & 0xff,
          ];
    const before = new Uint8Array(TAG_HEADER + FRAME_HEADER + OBJECT_FIELDS.length);
    before.set([0x49, 0x44, 0x33, version, 0, 0, ...syncSafe(tagSize)]); // "ID3"
    before.set([0x47, 0x45, 0x4f, 0x42, ...frameSize, 0, 0], TAG_HEADER); // "GEOB"
    before.set(OBJECT_FIELDS, TAG_HEADER + FRAME_HEADER);
    return {
      exclusion: {start: before.length, length: manifestSize},
      manifestSize,
      before: [before],
      after: [frames, padding, media.subarray(audio)].filter((part) => part.length > 0),
      frame: (store) => store,
    };
  },
  carriesManifest(media) {
    return !manifestFramesOf(media).next().done;
  },
};

/** The GEOB frames with the media type of a manifest store; none if the tag cannot be read. */
export function* manifestFramesOf(media: Uint8Array): Generator<Id3Frame> {
  const tag = readTagIfSound(media);
  if (!tag) return;
  for (const frame of framesOf(media, tag)) {
    const isC2pa = ['application/c2pa\0', 'application/x-c2pa-manifest-store\0'].some((type) =>
      hasAscii(media, frame.start + 1, type),
    );
    if (frame.id === 'GEOB' && isC2pa) yield frame;
  }
}

function readTagIfSound(media: Uint8Array) {
  try {
    return readTag(media);
  } catch {
    return undefined;
  }
}
