import assert from 'node:assert/strict';
import {KeyObject} from 'node:crypto';
import {before, describe, it} from 'node:test';
import {judgeStamp} from '../../src/stamps/judge-stamp.js';
import {AnchorSet, anchorsIn, type Trust} from '../../src/trust/anchors.js';
import {verifierFor} from '../../src/trust/certificate-path.js';
import {STAMP_UNSUPPORTED} from '../../src/status-codes.js';
import {make} from '../trust/chain-maker.js';
import {trustIn, withoutEd25519} from '../trust/judged-path.js';
import {plain} from '../trust/manners.js';
import {tokenBy} from '../trust/signed-by.js';
import {makeAuthority, sha256, type TestAuthority} from '../pki.js';

const stamped = new TextEncoder().encode('What is stamped.');
const at = new Date('2026-11-20T12:00:00Z');

describe('a time stamp that is judged', () => {
  let clock: TestAuthority;
  let trust: Trust;
  let token: Uint8Array;

  before(async () => {
    clock = await makeAuthority('Clock');
    trust = {signers: new AnchorSet([]), timeStamps: new AnchorSet(anchorsIn(clock.rootPem))};
    token = await clock.stamp(sha256(stamped), at);
  });

  const judge = (
    der = token,
    {bytes = stamped, by = trust, left = 100}: {bytes?: Uint8Array; by?: Trust; left?: number} = {},
  ) => judgeStamp(der, bytes, by, {subtle: crypto.subtle, left});

  it('has its time, and the certificate above its authority', async () => {
    const [issuer] = anchorsIn(clock.intermediatePem);
    assert.deepEqual(await judge(), {time: at.getTime(), authority: {issuer: issuer?.der}});
  });

  it('has its time if its authority is not trusted, or has no right', async () => {
    const fault = async (der: Uint8Array, by = trust) => {
      const found = await judge(der, {by});
      assert.ok(typeof found !== 'string');
      assert.equal(found.time, at.getTime());
      return found.authority;
    };
    const stranger = await makeAuthority('Stranger');
    const unknown = {fault: 'timeStamp.untrusted'};
    assert.deepEqual(await fault(await stranger.stamp(sha256(stamped), at)), unknown);
    const forSigners = {signers: trust.timeStamps, timeStamps: trust.signers};
    assert.deepEqual(await fault(token, forSigners), unknown);
    assert.deepEqual(await fault(await clock.laxStamp(sha256(stamped), at)), {
      fault: 'timeStamp.credentialInvalid',
    });
    const early = new Date('2020-01-01T00:00:00Z');
    const found = await judge(await clock.stamp(sha256(stamped), early));
    assert.ok(typeof found !== 'string');
    assert.deepEqual(found.authority, unknown);
  });

  it('has none if it is about something else, was changed, or is damaged', async () => {
    assert.equal(await judge(token, {bytes: new Uint8Array(3)}), 'timeStamp.mismatch');
    const changed = Uint8Array.from(token);
    changed[changed.length - 5]! ^= 1;
    assert.equal(await judge(changed), 'timeStamp.mismatch');
    assert.equal(await judge(token.subarray(0, 200)), 'timeStamp.malformed');
    assert.equal(await judge(new Uint8Array(0)), 'timeStamp.malformed');
  });

  it('is neither valid nor invalid if the platform lacks an algorithm of the path of its authority', async () => {
    const root = await make({name: 'CN=Root', pathLength: 0, algorithm: {name: 'Ed25519'}});
    const {der, keys} = await make({name: 'CN=Clock', by: root, usage: 'timeStamp'});
    const key = KeyObject.from(keys.privateKey);
    const made = tokenBy({root, certificate: der, key}, sha256(stamped), plain('ecdsaWithSha256'));
    const by = (subtle: SubtleCrypto, anchor = root) =>
      judgeStamp(made, stamped, trustIn(anchor), verifierFor(subtle));
    assert.equal(await by(withoutEd25519), STAMP_UNSUPPORTED);
    const found = await by(crypto.subtle);
    assert.ok(typeof found === 'object' && 'issuer' in found.authority);
    const stranger = await make({name: 'CN=Stranger', pathLength: 0});
    assert.equal(typeof (await by(withoutEd25519, stranger)), 'object');
  });

  it('has none without effort, and takes one more than its path', async () => {
    assert.equal(await judge(token, {left: 0}), 'timeStamp.untrusted');
    const verifier = verifierFor(crypto.subtle);
    const {left} = verifier;
    const other = {...trust, timeStamps: new AnchorSet(anchorsIn(clock.rootPem))};
    await judgeStamp(token, stamped, other, verifier);
    // Its signature, three certificates and the signatures of two.
    assert.equal(left - verifier.left, 6);
  });
});
