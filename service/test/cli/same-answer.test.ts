import assert from 'node:assert/strict';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {beyondLimits} from '@sealed-capture/seal/engine/refusals/beyond-limits.js';
import {bytes, mp3} from '../../../seal/test/sources.js';
import {envelope, jpegOf} from '../requests.js';
import {startFixture, temporaryFolder} from '../service-fixture.js';
import {runCommand} from './run-command.js';

const MIB = 1024 * 1024;
const MEMORY_MIB = 16;

/** A valid ID3v2.3 tag with an extended header and a CRC, which the engine misreads as a frame of some GB. */
function withExtendedHeader(): Uint8Array {
  const header = [0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4];
  const title = bytes('TIT2', [0, 0, 0, 4, 0, 0], '\0abc');
  const body = bytes(header, title, new Uint8Array(20));
  return bytes('ID3', [3, 0, 0x40, 0, 0, 0, body.length], body, mp3);
}

describe('The service and the command', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  /** The answers of both, with this memory for the engine. */
  async function answers(name: string, file: Uint8Array): Promise<InspectionResult[]> {
    const service = await startFixture({engineMemory: MEMORY_MIB * MIB});
    const answer = await service.post('/inspect', envelope(Buffer.from(file)));
    await service.close();
    const path = join(folder, name);
    await writeFile(path, file);
    const {out} = await runCommand(['inspect', '--json', path], {
      environment: {
        SEALED_CAPTURE_DATA: join(folder, 'data'),
        SEALED_CAPTURE_ENGINE_MEMORY_MIB: String(MEMORY_MIB),
      },
    });
    const {file: named, ...told} = JSON.parse(out) as InspectionResult & {file: string};
    assert.equal(named, path);
    return [answer.json<InspectionResult>(), told];
  }

  it('say of an MP3 with an extended ID3 header that there is no seal, with hardly any memory', async () => {
    const [first, second] = await answers('extended.mp3', withExtendedHeader());
    assert.equal(first?.labelState, 'none');
    assert.deepEqual(second, first);
  });

  it('give a file that needs more memory than one file may take the same answer', async () => {
    const [first, second] = await answers('large.jpg', new Uint8Array(jpegOf(16 * MIB)));
    assert.deepEqual(first, beyondLimits('crash'));
    assert.deepEqual(second, first);
  });
});
