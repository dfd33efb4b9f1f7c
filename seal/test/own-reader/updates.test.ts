import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {isCertificateOf} from '../../src/model/inspection/seal-contents.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {sealFurther} from '../../src/writing/further-seal.js';
import {variants} from '../../../test/variants.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {captureId, options, sealFile, startEngine} from '../seal-file.js';
import {metadata, simplest} from '../sources.js';

describe('an updated seal, read in the page', () => {
  let camera: TestAuthority;
  let desk: TestAuthority;
  let engine: Engine;
  before(async () => {
    camera = await makeAuthority('Camera');
    desk = await makeAuthority('Desk');
    engine = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
  });

  const contents = async (file: Uint8Array) =>
    (await factsOf(Uint8Array.from(file), crypto.subtle)).seal;

  for (const source of variants(simplest, 2)) {
    it(`is shown as the seal below, with what was redacted from it (${source.name})`, async () => {
      const {mediaType} = source;
      const {sealed} = await sealFile(source, camera.signer);
      const before = await contents(sealed);
      const {signer} = desk;
      const one = {sections: ['place'] as const};
      const two = {sections: ['device'] as const};
      const once = await redactSeal(engine, sealed, mediaType, one, signer, options);
      const twice = await redactSeal(engine, once, mediaType, two, signer, options);
      const seal = await contents(twice);
      assert.ok(seal && before);
      assert.equal(seal.isAsSigned, true);
      const {actions, ...rest} = seal;
      const {actions: created, ...earlier} = before;
      assert.deepEqual(rest, earlier);
      assert.deepEqual(actions.slice(0, created.length), created);
      const since = actions.slice(created.length).map(({name}) => name);
      assert.deepEqual(since, ['c2pa.redacted', 'c2pa.redacted']);
      const {signature} = await readSeal(engine, twice, mediaType);
      assert.ok(seal.certificates[0] && isCertificateOf(seal.certificates[0], signature));
    });
  }

  it('is not as signed if anything of the update was changed', async () => {
    const [source] = simplest;
    assert.ok(source);
    const {sealed} = await sealFile(source, camera.signer);
    const {signer} = desk;
    const request = {sections: ['place'] as const};
    const redacted = Buffer.from(
      await redactSeal(engine, sealed, source.mediaType, request, signer, options),
    );
    assert.equal((await contents(redacted))?.isAsSigned, true);
    for (const text of ['redacted_assertions', 'c2pa.PII.present', 'parentOf', 'Desk Seal']) {
      const changed = Buffer.from(redacted);
      const at = changed.indexOf(text);
      assert.ok(at > 0, text);
      changed[at + 2]! ^= 1;
      const seal = await contents(changed);
      // Without a link to the seal below, it is shown itself, as a claim.
      assert.ok(!seal?.isAsSigned, text);
    }
  });

  it('is not shown as an update if a file was only sealed again', async () => {
    const [source] = simplest;
    assert.ok(source);
    const {sealed} = await sealFile(source, camera.signer);
    const more = {...options, captureId};
    const again = await sealFurther(engine, sealed, source.mediaType, metadata, desk.signer, more);
    const seal = await contents(again);
    assert.match(seal?.certificates[0]?.subject ?? '', /Desk/);
    assert.equal(seal?.ingredients.length, 1);
  });
});
