import assert from 'node:assert/strict';
import {KeyObject, sign} from 'node:crypto';
import {describe, it} from 'node:test';
import {derSignatureHolds} from '../../src/trust/der-signature.js';
import {make, type Made} from './chain-maker.js';
import {countingCrypto} from './judged-path.js';

const signed = new TextEncoder().encode('What is signed.');

const ecdsa = {name: 'ECDSA', hash: 'SHA-256'} as const;

const by = ({keys}: Made) =>
  new Uint8Array(
    sign('sha256', signed, {key: KeyObject.from(keys.privateKey), dsaEncoding: 'der'}),
  );

describe('a signature in DER', () => {
  it('is verified with keys of which the last 64 are remembered', async () => {
    const {subtle, calls} = countingCrypto();
    const imports = async (one: Made): Promise<number> => {
      const start = calls.get('importKey') ?? 0;
      const signature = {algorithm: ecdsa, value: by(one), signed};
      assert.equal(await derSignatureHolds(signature, one.der, subtle), true);
      return (calls.get('importKey') ?? 0) - start;
    };
    const made = await Promise.all(
      Array.from({length: 65}, () => make({name: 'CN=One', usage: 'ocsp'})),
    );
    for (const one of made) assert.equal(await imports(one), 1);
    assert.equal(await imports(made[64]!), 0);
    assert.equal(await imports(made[1]!), 0);
    assert.equal(await imports(made[0]!), 1);
  });

  it('is verified with keys of RSA, too', async () => {
    const algorithm = {
      name: 'RSASSA-PKCS1-v1_5',
      publicExponent: Uint8Array.of(1, 0, 1),
      modulusLength: 2048,
      hash: 'SHA-256',
    };
    const [one, other] = [await make({name: 'CN=One', algorithm}), await make({name: 'CN=Other'})];
    const holds = (value: Uint8Array) =>
      derSignatureHolds(
        {algorithm: {name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256'}, value, signed},
        one.der,
        crypto.subtle,
      );
    assert.deepEqual([await holds(by(one)), await holds(by(other))], [true, false]);
  });

  it('does not hold if its key is damaged, or there is none', async () => {
    const one = await make({name: 'CN=One'});
    const failing = {
      importKey: () => Promise.reject(new DOMException('Damaged.', 'DataError')),
    } as unknown as SubtleCrypto;
    const signature = {algorithm: ecdsa, value: by(one), signed};
    assert.equal(await derSignatureHolds(signature, one.der, failing), false);
    assert.equal(await derSignatureHolds(undefined, one.der, crypto.subtle), false);
  });

  it('is verified again each time', async () => {
    const [one, other] = [await make({name: 'CN=One'}), await make({name: 'CN=Other'})];
    const holds = (value: Uint8Array, hash = 'SHA-256') =>
      derSignatureHolds({algorithm: {name: 'ECDSA', hash}, value, signed}, one.der, crypto.subtle);
    assert.equal(await holds(by(one)), true);
    assert.equal(await holds(by(other)), false);
    assert.equal(await holds(by(one), 'SHA-384'), false);
    assert.equal(await holds(Uint8Array.of(1, 2, 3)), false);
    assert.equal(await holds(by(one)), true);
  });
});
