import {hasAscii, utf8} from '../encoding/bytes.js';
import {unsupported, type Container, type EarlierStore, type Layout} from './container.js';
import {
  FRAME_HEADER,
  TAG_HEADER,
  framesOf,
  readTag,
  syncSafe,
  type Id3Frame,
  type Id3Tag,
} from './id3.js';
import {findFrames} from './mpeg-frame.js';
import {areReadable} from './readable-frames.js';

/** Fields of GEOB before the object: ISO 8859-1, media type, file name, description. */
const OBJECT_FIELDS = utf8('\0application/c2pa\0c2pa\0c2pa manifest store\0');
const LARGEST_TAG = 2 ** 28 - 1;
/** Bytes for one more frame header after the last frame, which some readers expect. */
const LEAST_REST = 10;
const NOTHING = new Uint8Array(0);

/** True if there is audio after the tags at the start. */
function holdsAudio(media: Uint8Array): boolean {
  let start = 0;
  for (let tag = readTag(media); tag; tag = readTag(media, start)) start = tag.end;
  return findFrames(media, start) !== undefined;
}

const frameSize = (version: number, size: number): readonly number[] =>
  version === 4
    ? syncSafe(size)
    : [size >>> 24, (size >> 16) & 0xff, (size >> 8) & 0xff, size & 0xff];

/** The tag that takes the store as its first frame, if the engine then finds it there. */
function tagToFill(media: Uint8Array, added: number): Id3Tag | undefined {
  const tag = readTag(media);
  if (!tag?.isPlain || tag.framesEnd + added > LARGEST_TAG) return undefined;
  return areReadable(media.subarray(tag.framesStart, tag.framesEnd), tag.version) ? tag : undefined;
}

/** A new store: as the first frame of the file's tag, or in a tag of its own before the file. */
function layOutNew(media: Uint8Array, manifestSize: number): Layout {
  const objectSize = OBJECT_FIELDS.length + manifestSize;
  const added = FRAME_HEADER + objectSize;
  const tag = tagToFill(media, added + LEAST_REST);
  const frames = tag ? media.subarray(tag.framesStart, tag.framesEnd) : NOTHING;
  const padding = frames.length < LEAST_REST ? new Uint8Array(LEAST_REST) : NOTHING;
  const version = tag?.version ?? 4;
  const before = new Uint8Array(TAG_HEADER + FRAME_HEADER + OBJECT_FIELDS.length);
  before.set(media.subarray(0, tag ? TAG_HEADER : 0));
  before.set([0x49, 0x44, 0x33, version]); // "ID3"
  before.set(syncSafe(added + frames.length + padding.length), 6);
  before.set([0x47, 0x45, 0x4f, 0x42, ...frameSize(version, objectSize), 0, 0], TAG_HEADER); // "GEOB"
  before.set(OBJECT_FIELDS, TAG_HEADER + FRAME_HEADER);
  return {
    exclusion: {start: before.length, length: manifestSize},
    manifestSize,
    before: [before],
    after: [frames, padding, media.subarray(tag?.framesEnd ?? 0)].filter(({length}) => length > 0),
    frame: (store) => store,
  };
}

/** The store of the same frame; the sizes of frame and tag change with it. */
function layOutAgain(
  media: Uint8Array,
  manifestSize: number,
  {places, pieces}: EarlierStore,
): Layout {
  const [frame] = places;
  const [object] = pieces;
  const tag = readTag(media);
  if (!frame || !object || !tag || places.length > 1) {
    throw unsupported('The seal of this MP3 cannot be replaced: its ID3 tag is damaged.');
  }
  if (!tag.isPlain) {
    // Both repeat what changes with the seal: the size, and a checksum of all frames.
    throw unsupported(
      'The seal of this MP3 cannot be replaced: its ID3 tag has a footer or an extended header.',
    );
  }
  const grown = manifestSize - (object.end - object.start);
  const tagSize = tag.framesEnd - TAG_HEADER + grown;
  if (tagSize > LARGEST_TAG) throw unsupported('The ID3 tag of this MP3 is too large for a seal.');
  const before = Uint8Array.from(media.subarray(0, object.start));
  before.set(syncSafe(tagSize), 6);
  const size = object.start - frame.start - FRAME_HEADER + manifestSize;
  before.set(frameSize(tag.version, size), frame.start + 4);
  return {
    exclusion: {start: before.length, length: manifestSize},
    manifestSize,
    before: [before],
    after: [media.subarray(object.end)],
    frame: (store) => store,
  };
}

/**
 * A GEOB frame in an ID3v2 tag (C2PA 2.2, appendix A.3.4). The engine reads the first tag of a file, and only if it
 * can read each of its frames: a tag of which that is not certain stays as it is, behind one that holds the seal.
 */
export const mp3: Container = {
  layOut(media, manifestSize, earlier?: EarlierStore): Layout {
    if (!holdsAudio(media)) throw unsupported('No MPEG audio was found in this file.');
    return earlier ? layOutAgain(media, manifestSize, earlier) : layOutNew(media, manifestSize);
  },
};

/** True if the media type of a manifest store stands here. */
export const isManifestType = (media: Uint8Array, at: number): boolean =>
  hasAscii(media, at, 'application/c2pa\0') ||
  hasAscii(media, at, 'application/x-c2pa-manifest-store\0');

/** The GEOB frames with the media type of a manifest store; none if the tag cannot be read. */
export function* manifestFramesOf(media: Uint8Array): Generator<Id3Frame> {
  const tag = readTag(media);
  if (!tag) return;
  for (const frame of framesOf(media, tag)) {
    if (frame.id === 'GEOB' && isManifestType(media, frame.start + 1)) yield frame;
  }
}
