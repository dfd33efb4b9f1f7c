import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {LARGEST_DETACHED, stemOf} from '@sealed-capture/seal/model/inspection/detached-names.js';
import {forAnyUse} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {capMemory} from '@sealed-capture/seal/engine/refusals/cap-memory.js';
import {
  EngineCrashed,
  UnsupportedMedia,
} from '@sealed-capture/seal/engine/refusals/engine-errors.js';
import {ENGINE_MEMORY} from '@sealed-capture/seal/engine/refusals/limits.js';
import {createEngine, type Engine} from '@sealed-capture/seal/engine/engine.js';
import {readDetached, type DetachedSeal} from '@sealed-capture/seal/detached/read-detached.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import {
  headOf,
  isRanged,
  rangedMedia,
  type Media,
} from '@sealed-capture/seal/ranged/ranged-media.js';
import {LARGE_FILE} from '@sealed-capture/seal/ranged/large-file.js';
import {FileUnreadable} from '@sealed-capture/seal/ranged/watched-reads.js';
import {trustIn} from './trust-in.js';
import type {Judgement} from '../../ports/inspection/verification-calls.js';
import {fileBytes, unreadable} from './file-bytes.js';

/** The engine's file, with the hash that this script was built with. */
export interface EngineFile {
  address: string;
  /** Subresource Integrity. */
  integrity: string;
}

/** Fetches and compiles the engine, with limited memory. Rejects with `worker_unavailable`. */
export async function loadEngine(
  {address, integrity}: EngineFile,
  signal: AbortSignal,
): Promise<WebAssembly.Module> {
  const bytes = await fetchEngine(address, integrity, signal);
  try {
    return await WebAssembly.compile(capMemory(bytes, ENGINE_MEMORY));
  } catch (cause) {
    throw unavailable(
      "WebAssembly is blocked here: allow script-src 'wasm-unsafe-eval' in the Content-Security-Policy of the verification worker's script.",
      cause,
    );
  }
}

async function fetchEngine(
  address: string,
  integrity: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    // The integrity check also fails for error responses.
    const answer = await fetch(address, {integrity, signal, referrerPolicy: 'no-referrer'});
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    signal.throwIfAborted();
    throw unavailable(
      `The engine could not be fetched from ${address}. It has to be there, of this version, and allowed by the Content-Security-Policy (connect-src) of the verification worker's script and, on another origin, by CORS.`,
      cause,
    );
  }
}

const unavailable = (message: string, cause?: unknown): SealedCaptureError =>
  new SealedCaptureError('worker_unavailable', message, {cause});

/** Holds a file, and judges it with the engine of this thread. */
export class Verification {
  #compiled?: WebAssembly.Module;
  #media?: Media;
  #name = '';
  #detached?: DetachedSeal;
  #onRead?: (bytes: number) => void;
  /** The engine of the last file, with its trust anchors. The next file usually has the same, and reuses the engine. */
  #trusting?: {trustAnchors: string; engine: Engine};

  /** Starts the engine, before the time limit of a file begins. Throws `worker_unavailable`. */
  prepare(compiled: WebAssembly.Module): void {
    try {
      createEngine(compiled, {trust: forAnyUse('')});
    } catch (cause) {
      throw unavailable('The engine could not be started: is there too little memory?', cause);
    }
    this.#compiled = compiled;
  }

  /** Reads the file, a large one by ranges. Rejects with `media_unsupported` if it cannot be read. */
  async open(file: Blob): Promise<void> {
    this.#detached = undefined;
    this.#name = file instanceof File ? file.name : '';
    this.#media =
      file.size < LARGE_FILE
        ? await fileBytes(file)
        : await rangedMedia(file, (bytes) => this.#onRead?.(bytes)).catch((cause: unknown) => {
            throw unreadable(cause);
          });
  }

  /** Reads the seal in a file of its own, which counts if the opened file carries none. */
  async attach(detached: File): Promise<void> {
    const isSeal = detached.size <= LARGEST_DETACHED;
    this.#detached = {
      name: detached.name,
      isByStem: stemOf(detached.name) !== this.#name,
      bytes: isSeal ? await fileBytes(detached) : undefined,
    };
  }

  /**
   * Judges the file. `trustAnchors` is PEM, or JSON in the form of `trust.json`. Rejects with `media_unsupported`
   * and `configuration_invalid`.
   *
   * @param onProgress called with the share of a large file that was read
   */
  async judge(
    trustAnchors: string,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<Judgement> {
    const [compiled, media, detached] = [this.#compiled, this.#media, this.#detached];
    this.#media = undefined;
    if (!compiled || !media) throw unavailable('There is no engine, or no file.');
    const mediaType = detectMediaType(headOf(media));
    if (mediaType === undefined) throw unsupported();
    if (isRanged(media)) this.#onRead = sharesOf(media.blob.size, onProgress);
    try {
      const engine = this.#engineTrusting(compiled, trustAnchors);
      const embedded = await readSeal(engine, media, mediaType);
      const result =
        detached && embedded.labelState === 'none'
          ? await readDetached(engine, media, detached)
          : embedded;
      return {name: 'judged', result, isSpent: engine.memory() > ENGINE_MEMORY / 2};
    } catch (thrown) {
      if (thrown instanceof EngineCrashed) return {name: 'crashed'};
      if (thrown instanceof FileUnreadable) return {name: 'unreadable'};
      if (thrown instanceof UnsupportedMedia) throw unsupported();
      throw failureAs('worker_unavailable', thrown);
    }
  }

  #engineTrusting(compiled: WebAssembly.Module, trustAnchors: string): Engine {
    if (this.#trusting?.trustAnchors === trustAnchors) return this.#trusting.engine;
    try {
      const engine = createEngine(compiled, {trust: trustIn(trustAnchors)});
      this.#trusting = {trustAnchors, engine};
      return engine;
    } catch (cause) {
      if (cause instanceof EngineCrashed) throw cause;
      const message =
        'The trust anchors are no certificates in PEM, and no trust.json of a service.';
      throw new SealedCaptureError('configuration_invalid', message, {cause});
    }
  }
}

/** Steps in which progress is reported. */
const STEPS = 100;

/** Turns bytes that are read into shares of the whole. Further passes over the file are not counted. */
function sharesOf(size: number, onProgress: (share: number) => void): (bytes: number) => void {
  let read = 0;
  let reported = 0;
  return (bytes) => {
    read += bytes;
    const step = Math.min(STEPS, Math.floor((read / size) * STEPS));
    if (step > reported) onProgress((reported = step) / STEPS);
  };
}

const unsupported = (): SealedCaptureError =>
  new SealedCaptureError('media_unsupported', 'Seals are not read from files of this type.');
