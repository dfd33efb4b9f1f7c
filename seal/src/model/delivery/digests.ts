/** Algorithms of RFC 9530 that browsers have, with their names in WebCrypto. Others are ignored. */
const algorithms: Readonly<Record<string, string>> = {'sha-256': 'SHA-256', 'sha-512': 'SHA-512'};

/** Result of comparing an answer's `Repr-Digest` and `Content-Digest` (RFC 9530) with the file that was sent. */
export type DigestVerdict = 'same' | 'other' | 'nothing';

/**
 * Compares the digests of an answer with the bytes that were sent. A digest of the answer's own body says nothing of the
 * file; neither does one of a compressed body, whose bytes the page does not see.
 */
export async function digestVerdict(
  headers: Headers,
  body: string,
  file: Blob,
): Promise<DigestVerdict> {
  let verdict: DigestVerdict = 'nothing';
  for (const header of ['Repr-Digest', 'Content-Digest']) {
    const named = headers.get(header)?.matchAll(/([\w-]+)=:([\w+/=]+):/g) ?? [];
    for (const [, algorithm = '', digest] of named) {
      const name = algorithms[algorithm.toLowerCase()];
      // Pages over http have no WebCrypto.
      if (!name || !(globalThis.crypto as Partial<Crypto> | undefined)?.subtle) continue;
      if (digest === (await digestOf(name, await file.arrayBuffer()))) verdict = 'same';
      // That of a compressed body, which the page does not see.
      else if (header === 'Content-Digest' && body && headers.has('Content-Encoding')) continue;
      else if (digest !== (await digestOf(name, new TextEncoder().encode(body)))) return 'other';
    }
  }
  return verdict;
}

async function digestOf(name: string, bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest(name, bytes));
  return btoa(String.fromCharCode(...digest));
}
