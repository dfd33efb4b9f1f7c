import {createHash, timingSafeEqual, type Hash} from 'node:crypto';
import {parseDictionary} from 'structured-headers';
import {unauthorized} from './unauthorized.js';

const LONGEST_FIELD = 1024;

/** The secure algorithms of RFC 9530, with their names in node:crypto. Other digests are ignored. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

/** Compares a body with its `Content-Digest` (RFC 9530) while it arrives. */
export class ContentDigest {
  readonly #expected: readonly {hash: Hash; digest: Uint8Array}[];

  /** @throws {ProblemError} 401 if the header is malformed or lacks sha-256 */
  constructor(field: string) {
    const digests = readDigests(field);
    if (!digests?.has('sha-256')) {
      throw unauthorized(
        'signature',
        'Content-Digest must hold the SHA-256 of the body: sha-256=:Base64: (RFC 9530).',
      );
    }
    this.#expected = [...digests].flatMap(([name, digest]) => {
      const algorithm = algorithms.get(name);
      return algorithm === undefined ? [] : [{hash: createHash(algorithm), digest}];
    });
  }

  update(chunk: Uint8Array): void {
    for (const {hash} of this.#expected) hash.update(chunk);
  }

  /**
   * Compares the digests. Call it once, after the last byte.
   * @throws {ProblemError} 401 if they differ
   */
  check(): void {
    const wrong = this.#expected.some(({hash, digest}) => {
      const found = hash.digest();
      return found.length !== digest.length || !timingSafeEqual(found, digest);
    });
    if (wrong)
      throw unauthorized('signature', 'The body is not the one that Content-Digest tells of.');
  }
}

/** Digests by algorithm; undefined if the field is not a dictionary of byte sequences. */
function readDigests(field: string): Map<string, Uint8Array> | undefined {
  if (field.length > LONGEST_FIELD) return undefined;
  try {
    const digests = new Map<string, Uint8Array>();
    for (const [name, [value]] of parseDictionary(field)) {
      if (!(value instanceof ArrayBuffer)) return undefined;
      digests.set(name, new Uint8Array(value));
    }
    return digests;
  } catch {
    return undefined;
  }
}
