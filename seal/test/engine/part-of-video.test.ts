import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type SealableMediaType} from '../../src/model/media-type.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {PART_OF_VIDEO} from '../../src/engine/refusals/part-of-video.js';
import {signWithEngine} from '../engine-signing.js';
import {isoBox} from '../media-formats.js';
import {makeAuthority} from '../pki.js';
import {startEngine} from '../seal-file.js';
import {bytes} from '../sources.js';

const mediaType = 'video/mp4';
const none = [0, 0, 0, 0];
const definition = JSON.stringify({
  claim_generator_info: [{name: 'test', version: '1'}],
  assertions: [],
});
const head = bytes(
  isoBox('ftyp', 'isom', none),
  isoBox('moov', isoBox('mvhd', none, new Uint8Array(96)), isoBox('mvex')),
);
const media = isoBox('mdat', 'content of the media');

describe('A file of a fragmented video', () => {
  let engine: Engine;
  let sealed: Uint8Array;
  before(async () => {
    const authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
    const type = mediaType as string as SealableMediaType;
    sealed = await signWithEngine(engine, bytes(head, media), type, authority.signer, definition);
  });
  const read = (file: Uint8Array) => readSeal(engine, file, mediaType);

  it('is unchecked if it is only the beginning, whose seal binds all parts', async () => {
    assert.equal((await read(sealed)).labelState, 'valid');
    const result = await read(sealed.subarray(0, -media.length));
    assert.equal(result.labelState, 'unchecked');
    assert.equal(result.labelValid, false);
    assert.equal(result.reason, PART_OF_VIDEO);
    assert.ok(!result.checks.some(({code}) => code === 'assertion.bmffHash.mismatch'));
    assert.ok(result.checks.some(({code}) => code === 'claimSignature.validated'));
  });

  it('is invalid if its seal itself was changed, or its own media', async () => {
    const claim = Uint8Array.from(sealed.subarray(0, -media.length));
    const at = Buffer.from(claim).indexOf('claim_generator_info');
    claim[at] = (claim[at] ?? 0) ^ 1;
    assert.equal((await read(claim)).labelState, 'invalid');
    const changed = Uint8Array.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    assert.equal((await read(changed)).labelState, 'invalid');
  });

  it('is unchecked if it is a later segment, and carries no seal if it is an unsealed beginning', async () => {
    for (const type of ['styp', 'sidx', 'moof']) {
      const result = await read(bytes(isoBox(type, 'msdh', none), isoBox('moof'), media));
      assert.equal(result.labelState, 'unchecked', type);
      assert.equal(result.reason, PART_OF_VIDEO, type);
    }
    assert.equal((await read(head)).labelState, 'none');
  });
});
