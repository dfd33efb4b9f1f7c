import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {WasmReader} from '@contentauth/c2pa-wasm';
import type {SealableMediaType} from '../src/model/media-type.js';
import {isInspectable, readableChoice, readableMedia} from '../src/model/readable-media.js';
import {type Engine} from '../src/engine/engine.js';
import {settingsWith} from '../src/engine/engine-settings.js';
import {exceedsFile} from '../src/engine/refusals/id3-lengths.js';
import {readSeal} from '../src/engine/read-seal.js';
import {detectMediaType, SIGNATURE_SIZE} from '../src/media-signature.js';
import {signWithEngine} from './engine-signing.js';
import {otherFormats} from './media-formats.js';
import {makeAuthority, type TestAuthority} from './pki.js';
import {startEngine} from './seal-file.js';
import {bytes, sources} from './sources.js';

const definition = JSON.stringify({
  claim_generator_info: [{name: 'test', version: '1'}],
  assertions: [
    {
      label: 'c2pa.actions.v2',
      data: {
        actions: [
          {
            action: 'c2pa.created',
            digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
          },
        ],
      },
    },
  ],
});

describe('the table of readable formats', () => {
  let engine: Engine;
  let authority: TestAuthority;
  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });

  const files = [
    ...sources.map(({name, mediaType, media}) => [name, mediaType, media] as const),
    ...otherFormats,
  ];

  it('has a file in these tests for every format', () => {
    const tried = new Set<string>(files.map(([, mediaType]) => mediaType));
    assert.deepEqual(
      Object.keys(readableMedia).filter((mediaType) => !tried.has(mediaType)),
      [],
    );
  });

  for (const [name, mediaType, media] of otherFormats) {
    it(`recognizes ${name} by its first bytes, and reads a seal of it`, async () => {
      assert.equal(detectMediaType(media), mediaType);
      assert.equal((await readSeal(engine, media, mediaType)).labelState, 'none', 'unsealed');
      const sealed = await signWithEngine(
        engine,
        media,
        mediaType as SealableMediaType,
        authority.signer,
        definition,
        'edit',
      );
      assert.equal(detectMediaType(sealed.subarray(0, SIGNATURE_SIZE)), mediaType, 'sealed');
      const {labelState, checks} = await readSeal(engine, sealed, mediaType);
      assert.equal(labelState, 'valid', JSON.stringify(checks));
      const changed = Uint8Array.from(sealed);
      const at = changed.length - 3;
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.notEqual((await readSeal(engine, changed, mediaType)).labelState, 'valid', 'changed');
    });
  }

  it('contains nothing that the engine does not know', async () => {
    const known = async (mediaType: string, media: Uint8Array) => {
      try {
        (await WasmReader.fromBytes(mediaType, media, settingsWith())).free();
        return true;
      } catch (thrown) {
        return thrown !== 'C2pa(UnsupportedType)';
      }
    };
    for (const [name, mediaType, media] of files) {
      if (exceedsFile(media)) continue;
      assert.ok(await known(mediaType, media), name);
    }
    for (const mediaType of ['audio/ogg', 'video/webm', 'image/bmp', 'audio/aiff']) {
      assert.ok(!(mediaType in readableMedia));
      assert.ok(!(await known(mediaType, bytes('OggS', new Uint8Array(60)))), mediaType);
    }
  });

  it('says of JPEG XL without a container, which has no place for a seal, that it has none', async () => {
    const bare = bytes([0xff, 0x0a, 0x7f, 0x09, 0x90, 1, 0, 0]);
    assert.equal(detectMediaType(bare), 'image/jxl');
    const {labelState, reason} = await readSeal(engine, bare, 'image/jxl');
    assert.equal(labelState, 'none');
    assert.match(reason, /^This file carries no seal/);
  });

  it('recognizes the segments of a fragmented MP4', () => {
    for (const type of ['styp', 'sidx', 'moof']) {
      assert.equal(detectMediaType(bytes([0, 0, 0, 24], type, 'msdh', [0, 0, 0, 0])), 'video/mp4');
    }
  });

  it('takes media of any kind, and every format of the table by type or by name', () => {
    for (const [type, name] of [
      ['video/mp4', ''],
      ['video/webm', 'a.webm'],
      ['application/pdf', ''],
      ['', 'A.MOV'],
      ['', 'b.big.TF8'],
      ['', 'clip.m4s'],
      ['', 'x.dng'],
    ] as const) {
      assert.ok(isInspectable(type, name), `${type} ${name}`);
    }
    for (const [type, name] of [
      ['text/plain', 'notes.txt'],
      ['', 'README'],
      ['', 'mp4'],
      ['application/zip', 'a.zip'],
    ] as const) {
      assert.ok(!isInspectable(type, name), `${type} ${name}`);
    }
    assert.match(readableChoice, /^image\/\*,video\/\*,audio\/\*,application\/pdf,.*\.flac/);
  });
});
