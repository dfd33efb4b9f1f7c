import {bytesToHex} from '@noble/hashes/utils.js';
import {sha256} from '@noble/hashes/sha2.js';
import {equalBytes} from '../encoding/bytes.js';

export const hex = bytesToHex;

const algorithms: Readonly<Record<string, string>> = {
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

/** Hexadecimal; of a page that is not served over https by plain JavaScript, which takes some ten times as long. */
export async function sha256Of(
  bytes: Uint8Array<ArrayBuffer>,
  subtle: SubtleCrypto | undefined,
): Promise<string> {
  return hex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}

/** Compares what a seal holds with what it says about it; each box is hashed once, however often it is named. */
export class Hashes {
  readonly #subtle: SubtleCrypto | undefined;
  readonly #made = new WeakMap<Uint8Array, Map<string, Promise<ArrayBuffer>>>();

  /** Without `subtle` nothing ever holds. */
  constructor(subtle: SubtleCrypto | undefined) {
    this.#subtle = subtle;
  }

  /** `algorithm` as C2PA names it: sha256, sha384 or sha512. */
  async holds(bytes: Uint8Array, algorithm: string, expected: Uint8Array): Promise<boolean> {
    const name = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
    if (!this.#subtle || !name) return false;
    const made = this.#made.get(bytes) ?? new Map<string, Promise<ArrayBuffer>>();
    this.#made.set(bytes, made);
    const digest = made.get(name) ?? this.#subtle.digest(name, bytes as Uint8Array<ArrayBuffer>);
    made.set(name, digest);
    return equalBytes(new Uint8Array(await digest), expected);
  }
}
