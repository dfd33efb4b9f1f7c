import {WasmReader} from '@contentauth/c2pa-wasm';
import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {listAt, objectAt, valueAt} from '../../../src/model/json/loose-json.js';
import {forAnyUse, type TrustAnchors} from '../../../src/model/inspection/trust-anchors.js';
import {type Engine} from '../../../src/seal/engine/engine.js';
import {NOBODY, settingsWith, type EngineTrust} from '../../../src/seal/engine/engine-settings.js';
import {findingsOf} from '../../../src/seal/engine/findings.js';
import {readSeal} from '../../../src/seal/engine/read-seal.js';
import {detectMediaType} from '../../../src/seal/media-signature.js';
import {ownStore} from '../../../src/seal/ranged/ranged-media.js';
import {type ReadTrust} from '../../../src/seal/trust/anchors.js';
import {judgeStore} from '../../../src/seal/engine/judged-store.js';
import {STAMP_TRUSTED} from '../../../src/seal/status-codes.js';
import {makeAuthority} from '../pki.js';
import {sealFile, startTrusting} from '../seal-file.js';
import {simplest} from '../sources.js';
import {everyManner} from './manners.js';
import {shippedTrust} from './shipped-trust.js';
import {holder, tokenBy} from './signed-by.js';

const assets = new URL('../../../../shared/assets/', import.meta.url);
const skip = existsSync(new URL('dev/', assets)) ? false : 'The shared test media are not here.';

interface Case {
  name: string;
  media: Uint8Array;
  mediaType: string;
  /** True if its time is trusted. */
  isStamped?: boolean;
}

const shared = (): Case[] =>
  readdirSync(new URL('dev/', assets)).flatMap((name) => {
    const media = new Uint8Array(readFileSync(new URL(`dev/${name}`, assets)));
    const mediaType = detectMediaType(media);
    return mediaType === undefined ? [] : [{name, media, mediaType}];
  });

/** The engine's own state and codes, told whom to trust. */
async function engineFinds({media, mediaType}: Case, trust: EngineTrust) {
  let reader: WasmReader;
  try {
    reader = await WasmReader.fromBytes(mediaType, media, settingsWith(trust));
  } catch (thrown) {
    assert.equal(typeof thrown, 'string', String(thrown));
    return thrown;
  }
  try {
    const told = JSON.parse(reader.json()) as object;
    const findings = findingsOf(objectAt(told, 'validation_results'));
    return {state: valueAt(told, 'validation_state'), findings};
  } finally {
    reader.free();
  }
}

describe('the engine, told whom this package trusts,', () => {
  const cases: Case[] = skip ? [] : shared();
  let trust: ReadTrust;

  before(async () => {
    const authority = await makeAuthority();
    for (const {name, media, mediaType} of simplest) {
      const {sealed} = await sealFile({media, mediaType}, authority.signer);
      cases.push({name, media: sealed, mediaType});
    }
    const roots = skip
      ? []
      : ['c2pa-rs-test-roots.pem', 'ms-test-root.pem'].map((name) =>
          readFileSync(new URL(`anchors/${name}`, assets), 'utf8'),
        );
    const clocks: string[] = [];
    for (const [name, keys, manner] of everyManner()) {
      const clock = await holder(keys);
      const timestamp = (imprint: Uint8Array) => Promise.resolve(tokenBy(clock, imprint, manner));
      const {sealed} = await sealFile(simplest[0]!, {...authority.withoutTime, timestamp});
      cases.push({name, media: sealed, mediaType: simplest[0]!.mediaType, isStamped: true});
      clocks.push(clock.root.pem);
    }
    const own = forAnyUse([authority.rootPem, ...clocks, ...roots].join('\n'));
    trust = (await startTrusting({...(await shippedTrust()), ...own})).trust;
  });

  it('finds what it finds with all trust anchors, in every file', async () => {
    const {signers, timeStamps} = trust;
    const all = {...NOBODY, signers: signers.pem, timeStamps: timeStamps.pem};
    let trusted = 0;
    for (const one of cases) {
      const store = ownStore(one.media);
      const judged = store && (await judgeStore(store, {trust, now: Date.now()}));
      const found = await engineFinds(one, judged?.engine ?? NOBODY);
      assert.deepEqual(found, await engineFinds(one, all), one.name);
      if (one.isStamped) {
        assert.ok(judged?.manifests.values().next().value?.stampIssuer, one.name);
        assert.ok(listAt(objectAt(found, 'findings'), 'success').includes(STAMP_TRUSTED), one.name);
      }
      if (valueAt(found, 'state') === 'Trusted') trusted++;
    }
    assert.ok(trusted >= simplest.length, `${trusted} were trusted`);
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

  it('confirms a time that is signed with RSA-PSS or Ed25519', async () => {
    const {withoutTime, rootPem} = await makeAuthority();
    for (const [name, keys, manner] of everyManner()) {
      const clock = await holder(keys);
      const timestamp = (imprint: Uint8Array) => Promise.resolve(tokenBy(clock, imprint, manner));
      const {sealed} = await sealFile(source, {...withoutTime, timestamp});
      const result = await read({signers: rootPem, timeStamps: clock.root.pem}, sealed);
      assert.ok(result.signature?.timestamp, name);
      assert.ok(codes(result, true).includes(STAMP_TRUSTED), name);
      const stranger = await read({signers: rootPem, timeStamps: rootPem}, sealed);
      assert.equal(stranger.signature?.timestamp, undefined, name);
    }
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
