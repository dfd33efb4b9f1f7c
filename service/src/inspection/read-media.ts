import {constants, open, type FileHandle} from 'node:fs/promises';
import type {Readable} from 'node:stream';
import {DETACHED} from '@sealed-capture/seal/model/inspection/detached-names.js';
import {detectMediaType, SIGNATURE_SIZE} from '@sealed-capture/seal/media-signature.js';
import {LARGE_FILE} from '@sealed-capture/seal/ranged/large-file.js';
import type {OpenFile} from '../engine/files/inspect-file.js';
import {STANDARD_INPUT, type FoundFile} from './media-files.js';
import type {Room} from './room.js';
import {unreadable, type Unreadable} from './unreadable.js';

/** A file's bytes, for a thread; `leave` returns their room. */
export interface Media {
  name: 'media';
  path: string;
  buffer: SharedArrayBuffer;
  length: number;
  leave: () => void;
}

/** An open file that is read by ranges; `leave` closes it, and returns its room. */
export interface LargeMedia {
  name: 'large';
  path: string;
  file: OpenFile;
  leave: () => Promise<void>;
}

/** A file in a folder, of a kind that seals are not read from; or a detached seal, which is reported with its file. */
export interface OtherFile {
  name: 'other';
  path: string;
}

export interface ReadMediaOptions {
  /** Largest file in bytes on standard input, which is read as a whole. */
  limit: number;
  room: Room;
  standardInput: Readable;
  signal: AbortSignal;
}

/**
 * Reads a file once there is room for it. A large file is only opened, and takes all of the room. A file of another kind
 * is not read completely.
 */
export async function readMedia(
  file: FoundFile & {name: 'file'},
  options: ReadMediaOptions,
): Promise<Media | LargeMedia | OtherFile | Unreadable> {
  const {path} = file;
  if (path === STANDARD_INPUT) return readStream(file, options);
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its other end, and nothing could interrupt it.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = await handle.stat();
    if (!found.isFile()) return noFile(path);
    const head = new Uint8Array(Math.min(SIGNATURE_SIZE, found.size));
    await handle.read(head, 0, head.length, 0);
    if (detectMediaType(head) === undefined) return notMedia(file);
    if (found.size >= LARGE_FILE) {
      const large = await openLarge(path, handle, found.size, options);
      handle = undefined;
      return large;
    }
    return await readWhole(path, handle, found.size, options);
  } catch (error) {
    options.signal.throwIfAborted();
    return unreadable(path, error);
  } finally {
    await handle?.close();
  }
}

async function openLarge(
  path: string,
  handle: FileHandle,
  size: number,
  {room, signal}: ReadMediaOptions,
): Promise<LargeMedia> {
  const leaveRoom = await room.enter(Infinity, signal);
  const leave = async () => {
    leaveRoom();
    await handle.close();
  };
  return {name: 'large', path, file: {fd: handle.fd, size}, leave};
}

async function readWhole(
  path: string,
  handle: FileHandle,
  size: number,
  {room, signal}: ReadMediaOptions,
): Promise<Media> {
  const leave = await room.enter(size, signal);
  try {
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    let length = 0;
    while (length < size) {
      signal.throwIfAborted();
      const {bytesRead} = await handle.read(bytes, length, size - length, length);
      // The file became shorter meanwhile.
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return {name: 'media', path, buffer, length, leave};
  } catch (error) {
    leave();
    throw error;
  }
}

/** Reads a stream. It takes room only after its end, because it may wait for ever and does not announce its length. */
async function readStream(
  file: FoundFile & {name: 'file'},
  {limit, room, standardInput: stream, signal}: ReadMediaOptions,
): Promise<Media | OtherFile | Unreadable> {
  const {path} = file;
  let leave = () => {};
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    signal.addEventListener('abort', () => stream.destroy(), {once: true});
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > limit) {
        stream.destroy();
        leave();
        return tooLarge(path, limit);
      }
    }
    leave = await room.enter(length, signal);
    const buffer = new SharedArrayBuffer(length);
    const bytes = new Uint8Array(buffer);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    if (detectMediaType(Uint8Array.from(bytes.subarray(0, SIGNATURE_SIZE))) !== undefined) {
      return {name: 'media', path, buffer, length, leave};
    }
    leave();
    return notMedia(file);
  } catch (error) {
    leave();
    throw error;
  }
}

/** A file from a folder, or a seal that is reported with the file that it is about, gets no outcome of its own. */
function notMedia({path, isNamed}: FoundFile & {name: 'file'}): OtherFile | Unreadable {
  if (!isNamed) return {name: 'other', path};
  const message = path.endsWith(DETACHED)
    ? 'It is the seal of a file that is not inspected here: name that file, which has to be the only one of its name.'
    : 'It is not of a media type that seals are read from.';
  return {name: 'unreadable', path, code: 'not_media', message};
}

const noFile = (path: string): Unreadable => ({
  name: 'unreadable',
  path,
  code: 'read_failed',
  message: 'It is no file but a pipe or a device. Give it as standard input, named "-".',
});

const tooLarge = (path: string, limit: number): Unreadable => ({
  name: 'unreadable',
  path,
  code: 'too_large',
  message: `It is larger than ${limit / 1024 / 1024} MiB, the most that is read from standard input. Name the file instead.`,
});
