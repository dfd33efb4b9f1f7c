import 'reflect-metadata';
import {id_RSASSA_PSS} from '@peculiar/asn1-rsa';
import {AsnConvert} from '@peculiar/asn1-schema';
import {AlgorithmIdentifier, SubjectPublicKeyInfo} from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import assert from 'node:assert/strict';
import {createPublicKey, generateKeyPairSync, randomBytes} from 'node:crypto';
import {before, describe, it} from 'node:test';
import type {uses} from '../../src/trust/certificate-rules.js';
import {authorityBy, leafBy, make, type Made, type Wish} from './chain-maker.js';
import {judged} from './judged-path.js';

const {digitalSignature, nonRepudiation, keyCertSign, keyAgreement} = x509.KeyUsageFlags;
const SIGNING = '1.3.6.1.5.5.7.3.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const TLS = '1.3.6.1.5.5.7.3.1';
const ANY = '2.5.29.37.0';
const RSA = {name: 'RSASSA-PKCS1-v1_5', publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256'};

const usedFor = (usages: string[], isCritical = false) => ({
  usage: undefined,
  extensions: [new x509.ExtendedKeyUsageExtension(usages, isCritical)],
});

/** An RSA key of a number of bits for which nobody has the private one. */
function rsaKey(bits: number, exponent = Uint8Array.of(1, 0, 1), isForPss = false): x509.PublicKey {
  const modulus = randomBytes(bits / 8);
  modulus[0]! |= 0x80;
  modulus[modulus.length - 1]! |= 1;
  const [n, e] = [modulus, Buffer.from(exponent)].map((one) => one.toString('base64url'));
  const key = createPublicKey({key: {kty: 'RSA', n, e}, format: 'jwk'});
  const made = new x509.PublicKey(Uint8Array.from(key.export({format: 'der', type: 'spki'})));
  return isForPss ? forPssAlone(made) : made;
}

function forPssAlone(key: x509.PublicKey): x509.PublicKey {
  const spki = AsnConvert.parse(key.rawData, SubjectPublicKeyInfo);
  spki.algorithm = new AlgorithmIdentifier({algorithm: id_RSASSA_PSS});
  return new x509.PublicKey(AsnConvert.serialize(spki));
}

/** Replaces bytes, given in hexadecimal, at their first or last occurrence. */
function replaced({der}: Made, from: string, to: string, isLast = false): Uint8Array {
  const bytes = Buffer.from(der);
  const at = bytes[isLast ? 'lastIndexOf' : 'indexOf'](Buffer.from(from, 'hex'));
  assert.ok(at >= 0);
  Buffer.from(to, 'hex').copy(bytes, at);
  return Uint8Array.from(bytes);
}

describe('a certificate', () => {
  let root: Made;
  let issuing: Made;
  const leafWith = async (wish: Partial<Wish>, use?: keyof typeof uses) =>
    judged([await leafBy(issuing, wish), issuing], [root], {use});
  const below = async (wish: Partial<Wish>, usage: Wish['usage'] = 'signer') => {
    const by = await authorityBy(root, wish);
    return judged([await leafBy(by, {usage}), by], [root], {
      use: usage === 'timeStamp' ? 'timeStamp' : 'signer',
    });
  };

  before(async () => {
    root = await make({name: 'CN=Root,O=Maker', pathLength: 2});
    issuing = await authorityBy(root);
  });

  it('has keys and algorithms that C2PA allows', async () => {
    assert.equal(await leafWith({algorithm: {...RSA, modulusLength: 1024}}), 'weak');
    assert.equal(await leafWith({algorithm: {...RSA, modulusLength: 2048}}), 'trusted');
    assert.equal(await leafWith({algorithm: {name: 'ECDSA', namedCurve: 'P-521'}}), 'trusted');
    assert.equal(await leafWith({algorithm: {name: 'Ed25519'}}), 'trusted');
    assert.equal(await leafWith({hash: 'SHA-1'}), 'weak');
    for (const algorithm of [
      {name: 'ECDSA', namedCurve: 'P-521'},
      {name: 'Ed25519'},
      {...RSA, modulusLength: 2048},
      {...RSA, name: 'RSA-PSS', modulusLength: 2048},
    ] as const) {
      const by = await authorityBy(root, {algorithm});
      assert.equal(await judged([await leafBy(by), by], [root]), 'trusted', algorithm.name);
    }
  });

  it('of an authority for RSA-PSS alone issues by that alone, with any salt', async () => {
    const issuedBy = async (name: string, salt?: number) => {
      const algorithm = {...RSA, name, modulusLength: 2048};
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const publicKey = forPssAlone(await x509.PublicKey.create(keys.publicKey));
      const by = await authorityBy(root, {keys, publicKey});
      return judged([await leafBy(by, {salt}), by], [root]);
    };
    for (const salt of [32, 20, 0, 222]) assert.equal(await issuedBy('RSA-PSS', salt), 'trusted');
    assert.equal(await issuedBy('RSASSA-PKCS1-v1_5'), 'unknown issuer');
  });

  it('of an authority is not signed with SHA-1, either', async () => {
    assert.equal(await below({hash: 'SHA-1'}), 'unknown issuer');
    assert.equal(await below({hash: 'SHA-384'}), 'trusted');
  });

  it('has no extension that is critical and unknown, and none twice', async () => {
    const of = (...extensions: x509.Extension[]) => leafWith({extensions});
    const unknown = (isCritical: boolean) =>
      new x509.Extension('1.3.6.1.4.1.55555.1', isCritical, Uint8Array.of(5, 0));
    assert.equal(await of(unknown(true)), 'unknown extension');
    assert.equal(await of(unknown(false)), 'trusted');
    assert.equal(await of(unknown(false), unknown(false)), 'damaged');
  });

  it('has at most 32 KiB', async () => {
    const withBytes = (length: number) =>
      leafWith({
        extensions: [new x509.Extension('1.3.6.1.4.1.55555.1', false, new Uint8Array(length))],
      });
    assert.equal(await withBytes(32_000), 'trusted');
    assert.equal(await withBytes(32_800), 'damaged');
  });

  for (const isForPss of [false, true]) {
    const kind = isForPss ? 'RSA key for PSS alone' : 'RSA key';

    it(`has an ${kind} of 2048 to 8192 bits`, async () => {
      const ofBits = (bits: number) => leafWith({publicKey: rsaKey(bits, undefined, isForPss)});
      assert.deepEqual(
        [await ofBits(2040), await ofBits(2048), await ofBits(8192), await ofBits(8200)],
        ['weak', 'trusted', 'trusted', 'weak'],
      );
    });

    it(`has an ${kind} with an exponent of at most four bytes`, async () => {
      const withExponent = (...exponent: number[]) =>
        leafWith({publicKey: rsaKey(2048, Uint8Array.from(exponent), isForPss)});
      assert.equal(await withExponent(3), 'trusted');
      assert.equal(await withExponent(0x7f, 0, 0, 1), 'trusted');
      assert.equal(await withExponent(0xff, 0, 0, 1), 'trusted');
      assert.equal(await withExponent(1, 0, 0, 0, 1), 'weak');
    });
  }

  it('has a key on a curve that C2PA allows', async () => {
    const {publicKey} = generateKeyPairSync('ec', {namedCurve: 'secp256k1'});
    const spki = Uint8Array.from(publicKey.export({format: 'der', type: 'spki'}));
    assert.equal(await leafWith({publicKey: new x509.PublicKey(spki)}), 'weak');
  });

  it('names the algorithm of its signature twice, and the same', async () => {
    const leaf = await leafBy(issuing);
    const [sha256, sha384] = ['2a8648ce3d040302', '2a8648ce3d040303'];
    const changed = replaced(leaf, sha256, sha384, true);
    assert.equal(await judged([changed, issuing], [root]), 'damaged');
    const inside = replaced(leaf, sha256, sha384);
    assert.equal(await judged([inside, issuing], [root]), 'damaged');
  });

  it('is of version 3 if it has extensions', async () => {
    const leaf = await leafBy(issuing);
    const second = replaced(leaf, 'a003020102', 'a003020101');
    assert.equal(await judged([second, issuing], [root]), 'damaged');
  });

  it('may have each critical extension that is understood', async () => {
    const policies = new x509.CertificatePolicyExtension(['1.3.6.1.4.1.55555.2'], true);
    const names = new x509.SubjectAlternativeNameExtension(
      [{type: 'dns', value: 'maker.example'}],
      true,
    );
    assert.equal(await leafWith({extensions: [policies, names]}), 'trusted');
    assert.equal(await leafWith(usedFor([SIGNING], true)), 'trusted');
    const unread = new x509.Extension('2.5.29.36', true, Uint8Array.of(0x30, 0));
    assert.equal(await below({extensions: [unread]}), 'unknown issuer');
  });

  it('that signs may do so by its key usage, and signs no certificates', async () => {
    const of = (keyUsage: number | null) => leafWith({keyUsage});
    assert.equal(await of(null), 'trusted');
    assert.equal(await of(nonRepudiation), 'trusted');
    assert.equal(await of(digitalSignature | keyAgreement), 'trusted');
    assert.equal(await of(keyAgreement), 'wrong use');
    assert.equal(await of(digitalSignature | keyCertSign), 'wrong use');
    assert.equal(await leafWith({pathLength: 0, keyUsage: digitalSignature}), 'wrong use');
  });

  it('that signs has a usage for that, and not just any', async () => {
    assert.equal(await leafWith(usedFor([TLS, SIGNING])), 'trusted');
    assert.equal(await leafWith(usedFor([ANY])), 'wrong use');
    assert.equal(await leafWith(usedFor([SIGNING, ANY])), 'wrong use');
    assert.equal(await leafWith(usedFor([OCSP_SIGNING]), 'ocsp'), 'trusted');
    assert.equal(await leafWith(usedFor([OCSP_SIGNING])), 'wrong use');
  });

  it('that stamps is for that alone, which is critical', async () => {
    const of = (usages: string[], isCritical: boolean) =>
      leafWith(usedFor(usages, isCritical), 'timeStamp');
    assert.equal(await of([TIME_STAMPING], true), 'trusted');
    assert.equal(await of([TIME_STAMPING], false), 'wrong use');
    assert.equal(await of([TIME_STAMPING, SIGNING], true), 'wrong use');
    assert.equal(await of([SIGNING], true), 'wrong use');
  });

  it('of an authority may issue by its key usage, and has a name', async () => {
    assert.equal(await below({keyUsage: null}), 'trusted');
    assert.equal(await below({keyUsage: keyCertSign | digitalSignature}), 'trusted');
    assert.equal(await below({keyUsage: digitalSignature}), 'no authority');
    assert.equal(await below({name: ''}), 'no authority');
  });

  it('of an authority that is restricted to usages allows time stamps if it names them', async () => {
    const of = (...usages: string[]) => below(usedFor(usages), 'timeStamp');
    assert.equal(await of(TIME_STAMPING, TLS), 'trusted');
    assert.equal(await of(ANY), 'trusted');
    assert.equal(await of(TLS), 'no authority');
    assert.equal(await below(usedFor([TLS])), 'trusted');
  });

  it('of an anchor may be restricted to other usages, because its list says what it is for', async () => {
    const old = await make({name: 'CN=Old', pathLength: 2, ...usedFor([TLS])});
    const by = await authorityBy(old);
    const clock = await leafBy(by, {usage: 'timeStamp'});
    assert.equal(await judged([clock, by], [old], {use: 'timeStamp'}), 'trusted');
  });

  it('of an anchor is an authority of sufficient length, too', async () => {
    const leaf = await leafBy(issuing);
    const rootAs = (wish: Partial<Wish>) =>
      make({name: root.name, keys: root.keys, pathLength: 2, ...wish});
    assert.equal(await judged([leaf, issuing], [await rootAs({})]), 'trusted');
    for (const wish of [{pathLength: 0}, {isMarked: false}, {keyUsage: digitalSignature}]) {
      const anchor = await rootAs(wish);
      assert.equal(await judged([leaf, issuing], [anchor]), 'no authority');
    }
  });
});
