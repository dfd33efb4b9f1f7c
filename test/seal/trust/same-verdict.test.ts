import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {forAnyUse, type TrustAnchors} from '../../../src/model/inspection/trust-anchors.js';
import {type Engine} from '../../../src/seal/engine/engine.js';
import {readTrusting, readWith, type Reading} from '../../../src/seal/engine/reading.js';
import {readSeal} from '../../../src/seal/engine/read-seal.js';
import {detectMediaType} from '../../../src/seal/media-signature.js';
import {chooseAnchors} from '../../../src/seal/trust/choose-anchors.js';
import {chainsIn} from '../../../src/seal/trust/file-chains.js';
import {readTrust} from '../../../src/seal/trust/anchors.js';
import {makeAuthority} from '../pki.js';
import {sealFile, startTrusting} from '../seal-file.js';
import {simplest} from '../sources.js';
import {shippedTrust} from './shipped-trust.js';

const assets = new URL('../../../../shared/assets/', import.meta.url);
const skip = existsSync(new URL('dev/', assets)) ? false : 'The shared test media are not here.';

interface Case {
  name: string;
  media: Uint8Array;
  mediaType: string;
}

const shared = (): Case[] =>
  readdirSync(new URL('dev/', assets)).flatMap((name) => {
    const media = new Uint8Array(readFileSync(new URL(`dev/${name}`, assets)));
    const mediaType = detectMediaType(media);
    return mediaType === undefined ? [] : [{name, media, mediaType}];
  });

const refusal = (thrown: unknown): string => {
  assert.equal(typeof thrown, 'string', String(thrown));
  return thrown as string;
};

/** The parts of a reading from which a verdict is made. */
const told = ({state, findings, assertions}: Reading) => ({state, findings, assertions});

describe('the trust anchors that are selected for a file', () => {
  const cases: Case[] = skip ? [] : shared();
  let own: TrustAnchors;
  let lists: TrustAnchors;

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
    own = forAnyUse([authority.rootPem, ...roots].join('\n'));
    lists = {...(await shippedTrust()), ...own};
    await startTrusting(own);
  });

  it('give the same verdict as all anchors, for every file', async () => {
    const trust = readTrust(lists);
    const {official, signers, timeStamps} = lists;
    const all = [signers, timeStamps, official?.signers, official?.timeStamps].join('\n');
    let chosen = 0;
    for (const {name, media, mediaType} of cases) {
      const [few, every] = await Promise.all([
        readTrusting(trust, media, mediaType).then(told, refusal),
        readWith(all, media, mediaType).then(told, refusal),
      ]);
      assert.deepEqual(few, every, name);
      if (typeof few !== 'string' && few.state === 'Trusted') chosen++;
    }
    assert.ok(chosen >= simplest.length, `${chosen} were trusted`);
  });

  it('are few, and none for an unknown signer', async () => {
    const {signer} = await makeAuthority('Nobody');
    const trust = readTrust(lists);
    for (const {name, media, mediaType} of cases.slice(-simplest.length)) {
      const {store} = await readTrusting(trust, media, mediaType);
      assert.ok(store, name);
      const choice = chooseAnchors(trust, chainsIn(store));
      assert.ok(choice.name === 'at once', name);
      assert.equal(choice.anchors.match(/BEGIN/g)?.length, 1, name);
    }
    const [first] = simplest;
    assert.ok(first);
    const {store} = await sealFile(first, signer);
    assert.deepEqual(chooseAnchors(trust, chainsIn(store)), {name: 'at once', anchors: ''});
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
