import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';

const PAGE = 64 * 1024;
const MEMORY_SECTION = 5;
/** Magic number and version. */
const PREAMBLE = 8;

/**
 * The C2PA engine, compiled once for all threads. An instance may never take more than that much memory:
 * a file that makes it want more ends in a trap instead of taking the machine.
 *
 * @param memory bytes
 */
export async function compileEngine(memory: number): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  return WebAssembly.compile(withMemoryLimit(await readFile(path), Math.floor(memory / PAGE)));
}

/** The module with the maximum of its memory (WebAssembly 1.0, 5.5.8) replaced. */
export function withMemoryLimit(module: Uint8Array, maximumPages: number): Uint8Array<ArrayBuffer> {
  const reader = {at: PREAMBLE};
  while (reader.at < module.length) {
    const start = reader.at;
    const id = module[reader.at++];
    const size = readUnsigned(module, reader);
    const end = reader.at + size;
    if (id !== MEMORY_SECTION) {
      reader.at = end;
      continue;
    }
    const count = readUnsigned(module, reader);
    reader.at++; // flags: whether there is a maximum; there will be
    const minimum = readUnsigned(module, reader);
    if (count !== 1 || minimum > maximumPages) {
      throw new RangeError(`The engine needs ${minimum * PAGE} bytes of memory to start.`);
    }
    const body = [1, 1, ...unsigned(minimum), ...unsigned(maximumPages)];
    return Buffer.concat([
      module.subarray(0, start),
      Uint8Array.from([MEMORY_SECTION, ...unsigned(body.length), ...body]),
      module.subarray(end),
    ]);
  }
  throw new TypeError('The module has no memory of its own.');
}

/** LEB128. */
function readUnsigned(bytes: Uint8Array, reader: {at: number}): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[reader.at++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}
