import {bytesToHex} from '@noble/hashes/utils.js';
import {sha256, sha384, sha512} from '@noble/hashes/sha2.js';
import {equalBytes} from '../encoding/bytes.js';

export const hex = bytesToHex;

type Hash = (bytes: Uint8Array) => Uint8Array;

/**
 * Hash algorithms by their C2PA names: WebCrypto's name, and a JavaScript implementation for pages without
 * WebCrypto.
 */
const algorithms: Readonly<Record<string, {name: string; plain: Hash}>> = {
  sha256: {name: 'SHA-256', plain: sha256},
  sha384: {name: 'SHA-384', plain: sha384},
  sha512: {name: 'SHA-512', plain: sha512},
};

/**
 * SHA-256 in hexadecimal. A page that is not served over https uses JavaScript, which takes about ten times as
 * long.
 */
export async function sha256Of(
  bytes: Uint8Array<ArrayBuffer>,
  subtle: SubtleCrypto | undefined,
): Promise<string> {
  return hex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}

/** SHA-256 of data that arrive one after the other, in JavaScript: WebCrypto hashes only what is in memory. */
export class GrowingHash {
  readonly #hash = sha256.create();

  add(data: Uint8Array | Uint8ClampedArray): void {
    this.#hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }

  /** The hash in hexadecimal. */
  end(): string {
    return hex(this.#hash.digest());
  }
}

/** Compares hashes in a seal with the hashed data. Each box is hashed once, however often it is named. */
export class Hashes {
  readonly #subtle: SubtleCrypto | undefined;
  readonly #made = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>();

  constructor(subtle: SubtleCrypto | undefined) {
    this.#subtle = subtle;
  }

  /** `algorithm` as C2PA names it: sha256, sha384 or sha512. */
  async holds(bytes: Uint8Array, algorithm: string, expected: Uint8Array): Promise<boolean> {
    const known = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
    if (!known) return false;
    const made = this.#made.get(bytes) ?? new Map<string, Promise<Uint8Array>>();
    this.#made.set(bytes, made);
    const digest = made.get(known.name) ?? this.#hash(bytes, known);
    made.set(known.name, digest);
    return equalBytes(await digest, expected);
  }

  async #hash(bytes: Uint8Array, {name, plain}: {name: string; plain: Hash}): Promise<Uint8Array> {
    if (!this.#subtle) return plain(bytes);
    return new Uint8Array(await this.#subtle.digest(name, bytes as Uint8Array<ArrayBuffer>));
  }
}
