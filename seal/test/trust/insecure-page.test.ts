import assert from 'node:assert/strict';
import {createHash, X509Certificate} from 'node:crypto';
import {spawn} from 'node:child_process';
import {text} from 'node:stream/consumers';
import {before, describe, it} from 'node:test';
import {type InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {forAnyUse, type TrustAnchors} from '../../src/model/inspection/trust-anchors.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {programOf} from '../../../test/program.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startTrusting} from '../seal-file.js';
import {simplest} from '../sources.js';
import type {Asked} from './insecure-page-child.js';

const {media, mediaType} = simplest[0]!;
const nobody = {signers: '', timeStamps: ''};

/** Reads files in a process without WebCrypto. */
async function readInsecurely(reads: readonly Read[]): Promise<InspectionResult[]> {
  const args = programOf('seal/test/trust/insecure-page-child.ts');
  const child = spawn(process.execPath, args, {stdio: ['pipe', 'pipe', 'inherit']});
  const asked: Asked = {
    mediaType,
    reads: reads.map(({file, trust}) => ({media: Buffer.from(file).toString('base64'), trust})),
  };
  child.stdin.end(JSON.stringify(asked));
  return JSON.parse(await text(child.stdout)) as InspectionResult[];
}

interface Read {
  file: Uint8Array;
  trust: TrustAnchors;
}

const passed = ({checks}: InspectionResult) =>
  checks.filter((check) => check.passed).map(({code}) => code);

describe('a page that is not served over https, which has no WebCrypto', () => {
  const results = new Map<string, {insecure: InspectionResult; secure: InspectionResult}>();
  let maker: TestAuthority;

  before(async () => {
    maker = await makeAuthority('Maker');
    const clock = await makeAuthority('Clock');
    const sealed = async (signer: TestAuthority['signer']) =>
      (await sealFile({media, mediaType}, signer)).sealed;
    const own = await sealed(maker.signer);
    const timed = await sealed({...maker.withoutTime, timestamp: clock.stamp});
    const changed = Uint8Array.from(own);
    changed[changed.length - 3]! ^= 1;
    const leaf = createHash('sha256').update(new X509Certificate(maker.leafPem).raw).digest('hex');
    const reads: Record<string, Read> = {
      trusted: {file: own, trust: forAnyUse(maker.rootPem)},
      listed: {file: own, trust: {...nobody, official: forAnyUse(maker.rootPem)}},
      unknown: {file: own, trust: forAnyUse(clock.rootPem)},
      'other clock': {file: timed, trust: forAnyUse(maker.rootPem)},
      'known clock': {
        file: timed,
        trust: {signers: maker.rootPem, timeStamps: clock.rootPem},
      },
      interim: {file: own, trust: {...nobody, interim: {anchors: maker.rootPem, allowed: []}}},
      allowed: {file: own, trust: {...nobody, interim: {anchors: '', allowed: [leaf]}}},
      'of another': {
        file: own,
        trust: {...nobody, interim: {anchors: clock.rootPem, allowed: []}},
      },
      changed: {file: changed, trust: forAnyUse(maker.rootPem)},
    };
    const insecure = await readInsecurely(Object.values(reads));
    for (const [index, [name, {file, trust}]] of Object.entries(reads).entries()) {
      const secure = await readSeal(await startTrusting(trust), file, mediaType);
      results.set(name, {insecure: insecure[index]!, secure});
    }
  });

  const of = (name: string) => results.get(name)!.insecure;

  it('has the same verdict and checks as one that is', () => {
    assert.equal(results.size, 9);
    for (const [name, {insecure, secure}] of results) {
      const {labelState, reason, checks} = insecure;
      assert.deepEqual(
        {labelState, reason, checks},
        {labelState: secure.labelState, reason: secure.reason, checks: secure.checks},
        name,
      );
      assert.equal(insecure.signature?.timestamp, secure.signature?.timestamp, name);
    }
  });

  it('trusts a signer and a time stamp by all trust anchors', () => {
    for (const name of ['trusted', 'listed', 'known clock']) {
      assert.equal(of(name).labelState, 'valid', of(name).reason);
      assert.ok(of(name).signature?.timestamp);
      assert.ok(passed(of(name)).includes('signingCredential.trusted'));
      assert.ok(passed(of(name)).includes('timeStamp.trusted'));
    }
  });

  it('trusts neither an unknown signer nor an unknown time-stamp authority', () => {
    assert.equal(of('unknown').labelState, 'untrusted');
    assert.ok(!passed(of('unknown')).includes('signingCredential.trusted'));
    assert.equal(of('other clock').labelState, 'valid');
    assert.equal(of('other clock').signature?.timestamp, undefined);
    assert.ok(!passed(of('other clock')).includes('timeStamp.trusted'));
  });

  it('notices a change', () => {
    assert.equal(of('changed').labelState, 'invalid');
  });

  it('knows signers of the interim list, by an authority or by their own certificate', () => {
    for (const name of ['interim', 'allowed']) {
      assert.equal(of(name).labelState, 'interim', of(name).reason);
      assert.equal(of(name).signature?.trustList, 'interim');
      assert.equal(of(name).signature?.timestamp, undefined);
    }
    assert.equal(of('of another').labelState, 'untrusted');
  });

  it('does not say which list a trusted signer is from', () => {
    for (const name of ['trusted', 'listed', 'known clock', 'unknown']) {
      assert.ok(of(name).signature?.signedBy);
      assert.equal(of(name).signature?.trustList, undefined);
    }
    assert.equal(results.get('listed')?.secure.signature?.trustList, 'official');
  });
});
