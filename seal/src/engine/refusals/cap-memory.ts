const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
const PAGE = 65_536;
const FIRST_SECTION = 8;

function toLeb128(value: number): number[] {
  const bytes = [];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}

function fromLeb128(bytes: Uint8Array, at: number): {value: number; next: number} {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined || shift > 28) throw new RangeError('This is not a WASM module.');
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return {value: value >>> 0, next: at};
  }
}

/**
 * The module with its memory limited to `largest` bytes: a larger allocation traps, and the process continues.
 * Throws RangeError for a module without a memory of its own.
 */
export function capMemory(module: Uint8Array, largest: number): Uint8Array<ArrayBuffer> {
  for (let at = FIRST_SECTION; at < module.length;) {
    const size = fromLeb128(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === MEMORY_SECTION) {
      // One memory: a count, flags, then its initial size.
      const {value: smallest} = fromLeb128(module, size.next + 2);
      const pages = Math.max(smallest, Math.floor(largest / PAGE));
      const memory = [1, HAS_MAXIMUM, ...toLeb128(smallest), ...toLeb128(pages)];
      const section = [MEMORY_SECTION, ...toLeb128(memory.length), ...memory];
      const capped = new Uint8Array(at + section.length + module.length - end);
      capped.set(module.subarray(0, at));
      capped.set(section, at);
      capped.set(module.subarray(end), at + section.length);
      return capped;
    }
    at = end;
  }
  throw new RangeError('This WASM module has no memory section.');
}
