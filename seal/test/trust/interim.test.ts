import assert from 'node:assert/strict';
import {createHash, X509Certificate} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {forAnyUse, type TrustAnchors} from '../../src/model/inspection/trust-anchors.js';
import {readSeal, readSealAndCrJson} from '../../src/engine/read-seal.js';
import {updateSeal} from '../../src/writing/update-seal.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {options, sealFile, startTrusting} from '../seal-file.js';
import {simplest} from '../sources.js';
import {shippedTrust} from './shipped-trust.js';

const titan = new URL('../../../../shared/assets/dev/amazon-titan-g1.png', import.meta.url);
const skip = existsSync(titan) ? false : 'The shared test media are not here.';
const nobody = {signers: '', timeStamps: ''};

describe('a signer that only the interim list knows', () => {
  let maker: TestAuthority;
  let sealed: Uint8Array;
  const [source] = simplest;
  assert.ok(source);
  const read = async (trust: TrustAnchors, media = sealed) =>
    readSeal(await startTrusting(trust), media, 'image/jpeg');
  const passed = ({checks}: Awaited<ReturnType<typeof readSeal>>) =>
    checks.filter((check) => check.passed).map(({code}) => code);

  before(async () => {
    maker = await makeAuthority('Early');
    ({sealed} = await sealFile(source, maker.signer));
  });

  it('is shown as such, and never as trusted, and its time stamps are not trusted', async () => {
    const result = await read({...nobody, interim: {anchors: maker.rootPem, allowed: []}});
    assert.equal(result.labelState, 'interim');
    assert.equal(result.labelValid, false);
    assert.equal(
      result.reason,
      'Nothing has changed since Early Seal sealed it. Early Seal is known from the interim list, which was closed in January 2026.',
    );
    assert.equal(result.signature?.trustList, 'interim');
    assert.equal(result.signature.assuranceLevel, undefined);
    assert.equal(result.signature.timestamp, undefined);
    assert.ok(!passed(result).some((code) => code.endsWith('.trusted')), String(passed(result)));
    const remarks = result.checks.filter((check) => !check.passed).map(({code}) => code);
    assert.deepEqual(remarks.filter((code) => code.includes('nterim')).sort(), [
      'org.sealed-capture.interimSigner',
      'org.sealed-capture.timeStamp.interim',
    ]);
  });

  it('has its time if the time-stamp authority is known from another list', async () => {
    const clock = await makeAuthority('Clock');
    const signer = {...maker.withoutTime, timestamp: clock.stamp};
    const {sealed: timed} = await sealFile(source, signer);
    const interim = {anchors: maker.rootPem, allowed: []};
    const known = await read({signers: '', timeStamps: clock.rootPem, interim}, timed);
    assert.equal(known.labelState, 'interim');
    assert.ok(known.signature?.timestamp);
    assert.ok(passed(known).includes('timeStamp.trusted'));
    const failed = ({checks}: typeof known) =>
      checks.filter((check) => !check.passed).map(({code}) => code);
    assert.ok(failed(known).includes('org.sealed-capture.interimSigner'));
    assert.ok(!failed(known).includes('org.sealed-capture.timeStamp.interim'));
    const unknown = await read({...nobody, interim}, timed);
    assert.equal(unknown.labelState, 'interim');
    assert.ok(failed(unknown).includes('timeStamp.untrusted'));
  });

  it('is not shown as such if the file was updated since', async () => {
    const desk = await makeAuthority('Desk');
    const trust = {
      ...forAnyUse(desk.rootPem),
      interim: {anchors: maker.rootPem, allowed: []},
    };
    const {findings} = await readSealAndCrJson(await startTrusting(trust), sealed, 'image/jpeg');
    const assertions = [{label: 'org.example.note', data: {note: 'Seen.'}}];
    const now = {...options, now: new Date()};
    const updated = await updateSeal(
      sealed,
      'image/jpeg',
      findings!,
      {assertions},
      desk.signer,
      now,
    );
    const both = {...trust, ...forAnyUse(desk.rootPem + maker.rootPem)};
    assert.equal((await read(both, updated)).labelState, 'valid');
    assert.equal((await read(trust, updated)).labelState, 'untrusted');
    const strangers = {...trust, ...nobody};
    assert.equal((await read(strangers, updated)).labelState, 'untrusted');
  });

  it('is trusted where another list knows it', async () => {
    const interim = {anchors: maker.rootPem, allowed: []};
    const result = await read({signers: maker.rootPem, timeStamps: maker.rootPem, interim});
    assert.equal(result.labelState, 'valid');
    assert.equal(result.signature?.trustList, 'own');
    const official = {signers: maker.rootPem, timeStamps: maker.rootPem};
    const listed = await read({...nobody, official, interim});
    assert.equal(listed.labelState, 'valid');
    assert.equal(listed.signature?.trustList, 'official');
  });

  it('may be known by its own certificate, and by no other', async () => {
    const hash = (pem: string) =>
      createHash('sha256').update(new X509Certificate(pem).raw).digest('hex');
    const by = (pem: string) => read({...nobody, interim: {anchors: '', allowed: [hash(pem)]}});
    assert.equal((await by(maker.leafPem)).labelState, 'interim');
    assert.equal((await by(maker.intermediatePem)).labelState, 'untrusted');
    assert.equal((await by((await makeAuthority()).leafPem)).labelState, 'untrusted');
  });

  it('stays unknown if the file was changed', async () => {
    const changed = Uint8Array.from(sealed);
    changed[changed.length - 3]! ^= 1;
    const interim = {anchors: maker.rootPem, allowed: []};
    assert.equal((await read({...nobody, interim}, changed)).labelState, 'invalid');
  });

  it('signed a real older file', {skip}, async () => {
    const media = new Uint8Array(readFileSync(titan));
    const engine = await startTrusting(await shippedTrust());
    const result = await readSeal(engine, media, 'image/png');
    assert.equal(result.labelState, 'interim', result.reason);
  });
});
