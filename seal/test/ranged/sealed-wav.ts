import {createHash} from 'node:crypto';
import {closeSync, openSync, writeSync} from 'node:fs';
import type {SealableMediaType} from '../../src/model/media-type.js';
import {makeManifestStore} from '../../src/writing/manifest.js';
import {type Signer} from '../../src/writing/signer.js';
import {captureId, options} from '../seal-file.js';
import {bytes, metadata} from '../sources.js';

const MANIFEST_SIZE = 16_384;
const little = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);

/** Writes a sealed WAV file with this many bytes of sound, a multiple of 1 MiB, without holding them in memory. */
export async function writeSealedWav(path: string, sound: number, signer: Signer): Promise<void> {
  const format = bytes('fmt ', little(16), [1, 0, 1, 0], little(8000), little(8000), [1, 0, 8, 0]);
  const size = 4 + format.length + 8 + sound + 8 + MANIFEST_SIZE;
  const head = bytes('RIFF', little(size), 'WAVE', format, 'data', little(sound));
  const step = new Uint8Array(1024 * 1024);
  const hash = createHash('sha256').update(head);
  const file = openSync(path, 'w');
  try {
    writeSync(file, head);
    for (let at = 0; at < sound; at += step.length) {
      step.fill((at / step.length) & 0xff);
      hash.update(step);
      writeSync(file, step);
    }
    const store = await makeManifestStore(
      {
        captureId,
        mediaType: 'audio/wav' as SealableMediaType,
        digest: hash.digest(),
        exclusion: {start: head.length + sound, length: 8 + MANIFEST_SIZE},
        manifestSize: MANIFEST_SIZE,
        metadata,
      },
      signer,
      options,
    );
    writeSync(file, bytes('C2PA', little(MANIFEST_SIZE), store));
  } finally {
    closeSync(file);
  }
}
