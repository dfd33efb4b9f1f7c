import {WasmReader} from '@contentauth/c2pa-wasm';
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {basename, delimiter} from 'node:path';
import {before, describe, it} from 'node:test';
import {fileURLToPath} from 'node:url';
import {listAt, objectAt, valueAt} from '../../src/model/json/loose-json.js';
import {forAnyUse, type TrustAnchors} from '../../src/model/inspection/trust-anchors.js';
import {type Engine} from '../../src/engine/engine.js';
import {NOBODY, settingsWith, type EngineTrust} from '../../src/engine/engine-settings.js';
import {findingsOf} from '../../src/engine/findings.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {trustNow} from '../../src/engine/judged/store.js';
import {readTrusting} from '../../src/engine/reading.js';
import {type ReadTrust, type Trust} from '../../src/trust/anchors.js';
import {STAMP_TRUSTED} from '../../src/status-codes.js';
import {makeAuthority} from '../pki.js';
import {sealFile, startTrusting} from '../seal-file.js';
import {simplest} from '../sources.js';
import {everyManner} from './manners.js';
import {authoritiesIn, samplesIn, type Sample} from './sample-files.js';
import {shippedTrust} from './shipped-trust.js';
import {holder, tokenBy} from './signed-by.js';

const assets = new URL('../../../../shared/assets/', import.meta.url);
const isHere = existsSync(new URL('dev/', assets));
/** Folders of further files, such as checkouts of other projects; see CONTRIBUTING.md. */
const folders = (process.env.SAMPLES ?? '').split(delimiter).filter((folder) => folder !== '');

/** Files of which the results differ, and why. */
const explained: Readonly<Record<string, string>> = {
  'id3v23_compression_underflow.mp3':
    'A length in its tag exceeds the file, so that the engine is not given it.',
};

/** The state and codes of a file, or why it cannot be read. */
async function found(read: () => Promise<{state: unknown; results: object}>) {
  try {
    const {state, results} = await read();
    return {state, findings: findingsOf({...results})};
  } catch (thrown) {
    return String(thrown);
  }
}

const byEngine = ({media, mediaType}: Sample, trust: EngineTrust) =>
  found(async () => {
    const reader = await WasmReader.fromBytes(mediaType, media(), settingsWith(trust));
    try {
      const told = JSON.parse(reader.json()) as object;
      const state = valueAt(told, 'validation_state');
      return {state, results: objectAt(told, 'validation_results')};
    } finally {
      reader.free();
    }
  });

const byPackage = ({media, mediaType}: Sample, trust: Trust) =>
  found(async () => {
    const {state, active} = await readTrusting(trustNow(trust, Date.now()), media(), mediaType);
    return {state, results: active.results};
  });

describe('trust that this package judges', () => {
  const samples: Sample[] = [];
  /** Those whose time is trusted, by an authority with each algorithm. */
  const stamped: Sample[] = [];
  let trust: ReadTrust;
  let allowed: readonly string[] = [];

  before(async () => {
    const authority = await makeAuthority();
    for (const {name, media, mediaType} of simplest) {
      const {sealed} = await sealFile({media, mediaType}, authority.signer);
      samples.push({name, media: () => sealed, mediaType});
    }
    const clocks: string[] = [];
    for (const [name, keys, manner] of everyManner()) {
      const clock = await holder(keys);
      const timestamp = (imprint: Uint8Array) => Promise.resolve(tokenBy(clock, imprint, manner));
      const {sealed} = await sealFile(simplest[0]!, {...authority.withoutTime, timestamp});
      stamped.push({name, media: () => sealed, mediaType: simplest[0]!.mediaType});
      clocks.push(clock.root.pem);
    }
    samples.push(...stamped);
    const all = [...(isHere ? [fileURLToPath(assets)] : []), ...folders];
    samples.push(...all.flatMap(samplesIn));
    const own = forAnyUse([authority.rootPem, ...clocks, ...all.map(authoritiesIn)].join('\n'));
    const shipped = await shippedTrust();
    allowed = shipped.interim?.allowed ?? [];
    ({trust} = await startTrusting({...shipped, ...own}));
  });

  async function compare({signers, timeStamps, allows}: Trust, certificates: readonly string[]) {
    const all = {...NOBODY, signers: signers.pem, timeStamps: timeStamps.pem, certificates};
    const differing: object[] = [];
    let trusted = 0;
    for (const one of samples) {
      const [ours, engines] = [
        await byPackage(one, {signers, timeStamps, allows}),
        await byEngine(one, all),
      ];
      const isSame = JSON.stringify(ours) === JSON.stringify(engines);
      const isExplained = basename(one.name) in explained;
      if (!isSame && !isExplained) differing.push({name: one.name, ours, engines});
      if (valueAt({...Object(ours)}, 'state') === 'Trusted') trusted++;
    }
    assert.deepEqual(differing, []);
    assert.ok(trusted >= simplest.length, `${trusted} were trusted`);
  }

  it('is what the engine finds with all trust anchors, in every file', async (test) => {
    await compare(trust, []);
    test.diagnostic(`${samples.length} files were compared.`);
  });

  it('confirms the time of an authority with each algorithm', async () => {
    for (const one of stamped) {
      const codes = listAt(objectAt(await byPackage(one, trust), 'findings'), 'success');
      assert.ok(codes.includes(STAMP_TRUSTED), one.name);
    }
  });

  it('is what the engine finds with the interim list, in every file', async () => {
    const digests = allowed.map((digest) => Buffer.from(digest, 'hex').toString('base64'));
    assert.ok(trust.interim);
    await compare(trust.interim, digests);
  });
});

describe('a certificate that is trusted for one use', () => {
  const [source] = simplest;
  assert.ok(source);
  const {mediaType} = source;
  let engine: Engine;
  const read = async (trust: TrustAnchors, media: Uint8Array) => {
    engine = await startTrusting(trust);
    return readSeal(engine, media, mediaType);
  };
  const codes = ({checks}: Awaited<ReturnType<typeof readSeal>>, passed: boolean) =>
    checks.filter((check) => check.passed === passed).map(({code}) => code);

  it('does not confirm a time if it is trusted for signers', async () => {
    const {signer, rootPem} = await makeAuthority();
    const {sealed} = await sealFile(source, signer);
    const both = await read(forAnyUse(rootPem), sealed);
    assert.ok(both.signature?.timestamp);
    const result = await read({signers: rootPem, timeStamps: ''}, sealed);
    assert.equal(result.labelState, 'valid');
    assert.equal(result.signature?.timestamp, undefined);
    assert.equal(result.signature?.trustList, 'own');
    assert.ok(codes(result, false).includes('timeStamp.untrusted'));
    assert.ok(!codes(result, true).includes('timeStamp.trusted'));
  });

  it('does not confirm a signer if it is trusted for time stamps', async () => {
    const {signer, rootPem} = await makeAuthority();
    const {sealed} = await sealFile(source, signer);
    const result = await read({signers: '', timeStamps: rootPem}, sealed);
    assert.equal(result.labelState, 'untrusted');
    assert.ok(codes(result, false).includes('signingCredential.untrusted'));
    assert.ok(codes(result, true).includes('timeStamp.trusted'));
    assert.ok(result.signature?.timestamp);
  });

  it('does not make a seal valid whose certificate had expired, with its own time stamp', async () => {
    const expired = await makeAuthority('Old', {notBefore: -20, notAfter: -10});
    const then = new Date(Date.now() - 15 * 86_400_000);
    const signer = {
      ...expired.withoutTime,
      timestamp: (imprint: Uint8Array) => expired.stamp(imprint, then),
    };
    const {sealed} = await sealFile(source, signer);
    assert.equal((await read(forAnyUse(expired.rootPem), sealed)).labelState, 'valid');
    const result = await read({signers: expired.rootPem, timeStamps: ''}, sealed);
    assert.equal(result.labelValid, false);
    assert.equal(result.signature?.timestamp, undefined);
  });

  it('makes such a seal valid if the time stamp is of an authority that is trusted for it', async () => {
    const [signs, stamps] = [await makeAuthority('Signs'), await makeAuthority('Stamps')];
    const signer = {...signs.withoutTime, timestamp: stamps.stamp};
    const {sealed} = await sealFile(source, signer);
    const right = await read({signers: signs.rootPem, timeStamps: stamps.rootPem}, sealed);
    assert.equal(right.labelState, 'valid');
    assert.ok(right.signature?.timestamp);
    const swapped = await read({signers: stamps.rootPem, timeStamps: signs.rootPem}, sealed);
    assert.equal(swapped.labelState, 'untrusted');
    assert.equal(swapped.signature?.timestamp, undefined);
  });
});
