import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {ManifestStore} from '../../src/own-reader/manifests.js';
import {mapOf} from '../../src/own-reader/loose-cbor.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {options, sealFile, startEngine} from '../seal-file.js';
import {simplest} from '../sources.js';

const [photo] = simplest;
const mediaType = 'image/jpeg';

describe('a seal that names a later version of C2PA', () => {
  let authority: TestAuthority;
  let engine: Engine;

  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });

  const sealWith = async (specVersion: string) => {
    const {sealed, store} = await sealFile(photo!, authority.signer, {specVersion});
    const info = mapOf(new ManifestStore(store).active?.claimMap.get('claim_generator_info'));
    assert.equal(info.get('specVersion'), specVersion);
    return sealed;
  };

  for (const specVersion of ['2.5.0', '2.9', '3.0', '10.0.0-rc.1', 'unheard of']) {
    it(`is judged like one of 2.4 (${specVersion})`, async () => {
      const [known, later] = [
        await readSeal(engine, await sealWith('2.4.0'), mediaType),
        await readSeal(engine, await sealWith(specVersion), mediaType),
      ];
      assert.equal(later.labelState, 'valid');
      assert.ok(later.signature?.timestamp);
      // Each is stamped at its own second.
      assert.deepEqual({...later, signature: undefined}, {...known, signature: undefined});
    });
  }

  it('can be redacted', async () => {
    const redaction = {sections: ['place']} as const;
    const now = {...options, now: new Date()};
    const file = await sealWith('3.0');
    const redacted = await redactSeal(engine, file, mediaType, redaction, authority.signer, now);
    const result = await readSeal(engine, redacted, mediaType);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.equal(result.gps, undefined);
  });
});
