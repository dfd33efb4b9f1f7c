import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import {toBase64} from '../base64.js';
import type {Media} from './captures-in-memory.js';

/** Bytes with their hash, which shows whether the storage has corrupted them. */
interface HashedBytes {
  bytes: ArrayBuffer;
  sha256: ArrayBuffer;
}

/** A Blob, or bytes. For a recording: what precedes its parts, which are stored separately. */
export type StoredMedia = {captureId: string} & ({blob: Blob} | (HashedBytes & {parts?: number}));

export type StoredPart = {captureId: string} & RecordedPart & HashedBytes;

/** A small JPEG of a delivered photo. The index has its time and size, so that no picture is read to count them. */
export interface StoredPreview {
  captureId: string;
  /** When the photo was taken, ISO 8601 in UTC. */
  capturedAt: string;
  /** Bytes. */
  size: number;
  picture: Media;
}

export async function hashed(bytes: ArrayBuffer): Promise<HashedBytes> {
  return {bytes, sha256: await crypto.subtle.digest('SHA-256', bytes)};
}

/** False if the storage has corrupted the bytes. */
export async function isWhole({bytes, sha256}: HashedBytes): Promise<boolean> {
  return indexedDB.cmp((await hashed(bytes)).sha256, sha256) === 0;
}

/** The record for media in the given form: see `storableMedia`. */
export const storedMedia = async (captureId: string, media: Media): Promise<StoredMedia> =>
  media instanceof Blob ? {captureId, blob: media} : {captureId, ...(await hashed(media))};

/**
 * SHA-256 in Base64 of media that are stored whole. Undefined for a recording that would have to be read for it: it may be long.
 */
export async function digestOf(stored: StoredMedia, mode: Mode): Promise<string | undefined> {
  if ('sha256' in stored) return stored.parts ? undefined : toBase64(new Uint8Array(stored.sha256));
  if (mode === 'audio') return undefined;
  const {sha256} = await hashed(await stored.blob.arrayBuffer());
  return toBase64(new Uint8Array(sha256));
}

/**
 * The media with, for a recording, all its parts. Rejects with `media_unsupported` if they differ from what was
 * stored.
 */
export async function bytesOf(
  stored: StoredMedia,
  parts: readonly StoredPart[],
): Promise<ArrayBuffer> {
  if ('blob' in stored) return stored.blob.arrayBuffer().catch(spoilt);
  if (stored.parts === undefined) return (await isWhole(stored)) ? stored.bytes : spoilt();
  const pieces = [stored, ...parts];
  const whole = await Promise.all(pieces.map(isWhole));
  if (whole.includes(false) || parts.length !== stored.parts) return spoilt();
  return concat(pieces.map((piece) => new Uint8Array(piece.bytes))).buffer;
}

function spoilt(cause?: unknown): never {
  const message = "The browser's storage spoilt the capture.";
  throw new SealedCaptureError('media_unsupported', message, {cause});
}
