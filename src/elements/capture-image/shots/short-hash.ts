/**
 * A short text in place of one that is not to be stored: FNV-1a with 64 bits. It tells the accounts of a device apart, and is
 * no protection against someone who guesses the text.
 */
export function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
