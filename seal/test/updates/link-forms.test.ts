import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {linkTo} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startEngine} from '../seal-file.js';
import {jpeg} from '../sources.js';
import {forgedUpdate, manifestsOf, partOf, withManifests} from './surgery.js';

const mediaType = 'image/jpeg';

describe('An update by another signer', () => {
  let camera: TestAuthority;
  let desk: TestAuthority;
  let engine: Engine;
  let sealed: Uint8Array;
  let below: Uint8Array;
  let label: string;
  before(async () => {
    camera = await makeAuthority('Camera');
    desk = await makeAuthority('Desk');
    engine = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
    ({sealed} = await sealFile({media: jpeg, mediaType}, camera.signer));
    const [only] = manifestsOf(sealed);
    assert.ok(only);
    below = only;
    ({label} = partOf(below));
  });

  /** The file with an update that names the seal below by this URL, and by the hash of this box. */
  async function updated(url: string, hashed = below): Promise<Uint8Array> {
    const update = await forgedUpdate(
      {over: below, activeManifest: linkTo(hashed, url)},
      desk.signer,
    );
    return withManifests(sealed, mediaType, [below, update]);
  }

  const states = async (file: Uint8Array) => ({
    engine: (await readSeal(engine, file, mediaType)).labelState,
    isAsSigned: (await factsOf(Uint8Array.from(file), crypto.subtle)).seal?.isAsSigned,
  });

  for (const end of ['', '/c2pa.claim', '/c2pa.claim.v2', '/c2pa.signature', '/c2pa.assertions']) {
    for (const start of ['/c2pa/', 'c2pa/']) {
      it(`is valid if its hash is that of the manifest below, which its URL names by "${start}…${end}"`, async () => {
        const file = await updated(`self#jumbf=${start}${label}${end}`);
        assert.deepEqual(await states(file), {engine: 'valid', isAsSigned: true});
      });
    }
  }

  it('is invalid if its hash is of something else, whatever its URL names', async () => {
    for (const end of ['', '/c2pa.claim', '/c2pa.signature']) {
      const file = await updated(`self#jumbf=/c2pa/${label}${end}`, jpeg);
      assert.deepEqual(await states(file), {engine: 'invalid', isAsSigned: false}, end);
    }
  });

  it('is not valid if its URL has no manifest store, which the engine does not follow', async () => {
    const {engine: state} = await states(await updated(`self#jumbf=/${label}/c2pa.claim`));
    assert.notEqual(state, 'valid');
  });
});
