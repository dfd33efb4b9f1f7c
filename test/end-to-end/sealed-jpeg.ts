import {createHash} from 'node:crypto';
import {readCborMap, readManifest} from '@sealed-capture/seal/checking/read-manifest.js';

/** The content of a sealed JPEG, parsed without the code that made it. */
export interface SealedJpeg {
  /** The capture id in the seal. */
  captureId: string;
  /** True if the digest in the seal is that of the file without the seal. */
  bindsFile: boolean;
  /** SHA-256 of the file without the seal, which is the raw picture; hexadecimal. */
  rawDigest: string;
}

/** Throws if the file has no readable seal. */
export function readSealedJpeg(file: Buffer): SealedJpeg {
  const {store, start, end} = sealIn(file);
  const {assertions} = readManifest(store);
  const binding = readCborMap(contentOf(assertions.get('c2pa.hash.data')));
  const [exclusion] = binding.get('exclusions') as Map<string, number>[];
  const raw = Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  const digest = createHash('sha256').update(raw).digest();
  const statement = [...assertions.values()]
    .filter(({contentType}) => contentType === 'json')
    .map(({content}) => JSON.parse(Buffer.from(content).toString()) as {captureId?: string})
    .find(({captureId}) => captureId !== undefined);
  return {
    captureId: statement?.captureId ?? '',
    bindsFile:
      exclusion?.get('start') === start &&
      exclusion.get('length') === end - start &&
      digest.equals(binding.get('hash') as Uint8Array),
    rawDigest: digest.toString('hex'),
  };
}

function contentOf(assertion: {content: Uint8Array} | undefined): Uint8Array {
  if (!assertion) throw new Error('The seal has no hard binding.');
  return assertion.content;
}

/** The manifest store in consecutive APP11 segments (ISO/IEC 19566-5, annex D). */
function sealIn(file: Buffer): {store: Buffer; start: number; end: number} {
  const chunks: Buffer[] = [];
  let start = 0;
  let end = 0;
  for (let at = 2; file[at] === 0xff && file[at + 1] !== 0xda;) {
    const next = at + 2 + file.readUInt16BE(at + 2);
    if (file[at + 1] === 0xeb) {
      start ||= at;
      end = next;
      // Each segment after the first repeats the box header.
      chunks.push(file.subarray(at + 12 + (chunks.length > 0 ? 8 : 0), next));
    }
    at = next;
  }
  if (chunks.length === 0) throw new Error('The file has no seal.');
  return {store: Buffer.concat(chunks), start, end};
}
