import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {crc32} from 'node:zlib';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {bytes, jpeg, mp3 as audio, png} from '../../../seal/test/sources.js';
import {envelope, fileForm, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

// Files of the world that were sealed so that the seal could not be read, that lost something, or that were refused for
// an untrue reason. Each stands for a kind of file.

const MP3 = 'audio/mpeg';
const withPlace: CaptureMetadata = {gps: {latitude: 52.5, longitude: 13.4}};

const uint32 = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 0xff);
const syncSafe = (value: number) => [21, 14, 7, 0].map((bits) => (value >> bits) & 0x7f);
const readSyncSafe = (file: Buffer, at: number) =>
  [0, 1, 2, 3].reduce((sum, i) => sum * 128 + file[at + i]!, 0);

type Version = 3 | 4;

function frame(id: string, text: string, version: Version = 4, flags = 0): Uint8Array {
  const size = version === 4 ? syncSafe(text.length) : uint32(text.length);
  return bytes(id, size, [flags >> 8, flags & 0xff], text);
}

function tag(frames: readonly Uint8Array[], version: Version = 4): Uint8Array {
  const body = bytes(...frames, new Uint8Array(20));
  return bytes('ID3', [version, 0, 0], syncSafe(body.length), body);
}

const recording = (frames: readonly Uint8Array[], version?: Version) =>
  bytes(tag(frames, version), audio);

/** The version of a file's first tag, and its frames without the seal: their ids and content. */
function framesOf(file: Buffer): string[] {
  const version = file[3]!;
  const end = 10 + readSyncSafe(file, 6);
  const found = [`ID3v2.${version}`];
  for (let at = 10; at + 10 < end;) {
    const id = file.toString('latin1', at, at + 4);
    if (!/^[A-Z0-9]{4}$/.test(id)) break;
    const next = at + 10 + (version === 4 ? readSyncSafe(file, at + 4) : file.readUInt32BE(at + 4));
    if (id !== 'GEOB') found.push(file.toString('latin1', at, next));
    at = next;
  }
  return found;
}

const manifestsIn = (file: Buffer) => file.toString('latin1').split('jumdc2ma').length - 1;

function pngChunk(type: Uint8Array | string, content: Uint8Array | number[]): Uint8Array {
  const named = bytes(type, content);
  return bytes(uint32(content.length), named, uint32(crc32(named)));
}
const IHDR_END = 33;
const withChunk = (chunk: Uint8Array) =>
  bytes(png.subarray(0, IHDR_END), chunk, png.subarray(IHDR_END));

const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0;

describe('Files of the world', () => {
  const service = serviceOfSuite();

  const protect = async (
    media: Uint8Array,
    type: SealableMediaType,
    metadata: CaptureMetadata = {},
  ) => {
    const {payload, headers} = await protectForm(media, type, metadata);
    return service.post('/protect', payload, headers);
  };
  const inspect = async (media: Uint8Array) => {
    const answer = await service.post('/inspect', envelope(media));
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<InspectionResult>();
  };
  /** Seals a file, which must be valid then. */
  const sealed = async (...given: Parameters<typeof protect>): Promise<Buffer> => {
    const answer = await protect(...given);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const {labelState, reason} = await inspect(answer.rawPayload);
    assert.equal(labelState, 'valid', reason);
    return answer.rawPayload;
  };
  const withoutPlace = async (media: Buffer, type: SealableMediaType): Promise<Buffer> => {
    const {payload, headers} = await fileForm(media, type, {sections: 'place'});
    const answer = await service.post('/redact', payload, headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const {labelState, gps, reason} = await inspect(answer.rawPayload);
    assert.deepEqual([labelState, gps], ['valid', undefined], reason);
    return answer.rawPayload;
  };

  const odd: Record<string, Uint8Array> = {
    'an empty TXXX frame': frame('TXXX', ''),
    'a PRIV frame without its NUL': frame('PRIV', 'PeakValue'),
    'a frame with a group': frame('TIT2', '\x41\0abc', 4, 0x40),
  };
  for (const [what, one] of Object.entries(odd)) {
    it(`seals an MP3 with ${what} so that the seal is read`, async () => {
      await sealed(recording([frame('TALB', '\0Album'), one]), MP3);
    });
  }

  it('does not say that an MP3 has no seal after a tagger has added an odd frame', async () => {
    const good = await sealed(recording([frame('TALB', '\0Album')]), MP3);
    const added = frame('TENC', '');
    const size = syncSafe(readSyncSafe(good, 6) + added.length);
    const edited = bytes(good.subarray(0, 6), size, added, good.subarray(10));
    const {labelState} = await inspect(edited);
    assert.equal(labelState, 'unchecked');
  });

  it('keeps the title, the cover and the first seal of an MP3 that is sealed again or redacted', async () => {
    const cover = `\0image/jpeg\0\x03\0${'\xff\xd8'.repeat(50)}`;
    const media = recording([frame('TIT2', '\0Title'), frame('APIC', cover), frame('TXXX', '')]);
    // The engine cannot read the last frame, so the seal has a tag of its own before the file.
    const keepsAll = (file: Buffer) => file.subarray(file.length - media.length).equals(media);
    const first = await sealed(media, MP3, withPlace);
    assert.ok(keepsAll(first));
    assert.ok(keepsAll(await withoutPlace(first, MP3)));
    const second = await sealed(first, MP3);
    assert.ok(keepsAll(second));
    assert.ok(manifestsIn(second) > manifestsIn(first), 'it has the first seal, too');
  });

  it('keeps repeated frames, several values and the version of a tag when it redacts or seals again', async () => {
    const f = (id: string, text: string) => frame(id, text, 3);
    const media = recording(
      [f('TPE1', '\0First\0Second'), f('TXXX', '\0Artist\0A'), f('TXXX', '\0Artist\0B')],
      3,
    );
    const first = await sealed(media, MP3, withPlace);
    assert.deepEqual(framesOf(first), framesOf(Buffer.from(media)));
    assert.deepEqual(framesOf(await withoutPlace(first, MP3)), framesOf(first));
    assert.deepEqual(framesOf(await sealed(first, MP3)), framesOf(first));
  });

  const title = frame('TIT2', '\0Title');
  const playable: Record<string, Uint8Array> = {
    'zeros before its audio': bytes(new Uint8Array(512), audio),
    'zeros between its tag and its audio': bytes(tag([title]), new Uint8Array(512), audio),
    'two tags': bytes(tag([title]), tag([frame('TALB', '\0Album')]), audio),
    'a tag of more than 64 KiB': recording([
      frame('APIC', `\0image/png\0\x03\0${'x'.repeat(200_000)}`),
    ]),
  };
  for (const [what, media] of Object.entries(playable)) {
    it(`seals an MP3 with ${what}, as players play it`, async () => {
      assert.equal((await inspect(media)).labelState, 'none');
      await sealed(media, MP3, withPlace);
    });
  }

  const SEGMENT = 4 + Buffer.from(jpeg).readUInt16BE(4);
  const between: Record<string, number[]> = {
    'seven line feeds': Array.from({length: 7}, () => 0x0a),
    zeros: [0, 0, 0],
    'FF 00': [0xff, 0],
  };
  for (const [what, content] of Object.entries(between)) {
    it(`seals a JPEG with ${what} between its segments, as browsers show it`, async () => {
      const media = bytes(jpeg.subarray(0, SEGMENT), content, jpeg.subarray(SEGMENT));
      const file = await sealed(media, 'image/jpeg', withPlace);
      await sealed(await withoutPlace(file, 'image/jpeg'), 'image/jpeg');
    });
  }

  /** Either sealed well, or refused with the reason. */
  const sealedOrRefused = async (media: Uint8Array, type: SealableMediaType) => {
    const answer = await protect(media, type);
    if (answer.statusCode === 200) {
      const {labelState, reason} = await inspect(answer.rawPayload);
      assert.equal(labelState, 'valid', reason);
      return;
    }
    assert.equal(answer.statusCode, 422, answer.body.slice(0, 300));
    const {detail = ''} = answer.json<Problem>();
    assert.ok(detail);
    assert.doesNotMatch(detail, /ends before|is not image|Content-Type/, 'which is not true');
  };

  it('does not seal a PNG with a damaged chunk so that the seal is broken', async () => {
    const type = Buffer.from('bKG\x80', 'latin1');
    const media = withChunk(bytes(uint32(1), type, [0], uint32(0)));
    await sealedOrRefused(media, 'image/png');
  });

  it('does not seal a JPEG whose earlier seal is damaged so that the new one is broken', async () => {
    for (const [whole, part] of [
      ['jumb', 'jumx'],
      ['jumd', 'jumx'],
      ['jumdc2pa', 'jumdxxxx'],
    ] as const) {
      const media = await sealed(jpeg, 'image/jpeg');
      media.write(part, media.indexOf(whole, 0, 'latin1'), 'latin1');
      await sealedOrRefused(media, 'image/jpeg');
    }
  });

  it(
    'leaves the EXIF of a PNG visible to ExifTool',
    {skip: hasExiftool ? false : 'exiftool is not installed'},
    async () => {
      // TIFF, one entry: the make (0x010F), six characters at offset 26.
      const entry = bytes([0x01, 0x0f, 0, 2], uint32(6), uint32(26));
      const exif = bytes('MM\0*', uint32(8), [0, 1], entry, uint32(0), 'Maker\0');
      const media = withChunk(pngChunk('eXIf', exif));
      const make = async (file: Uint8Array, name: string) => {
        const path = join(service.folder, name);
        await writeFile(path, file);
        return execFileSync('exiftool', ['-s3', '-EXIF:Make', path], {encoding: 'utf8'}).trim();
      };
      assert.equal(await make(media, 'before.png'), 'Maker');
      assert.equal(await make(await sealed(media, 'image/png'), 'after.png'), 'Maker');
    },
  );
});
