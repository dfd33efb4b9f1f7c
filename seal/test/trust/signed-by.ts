import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {createHash, randomInt, type KeyObject, type KeyPairKeyObjectResult} from 'node:crypto';
import {der, oids, readDer, sequenceOf, tags} from '../../src/encoding/der.js';
import {make, type Made} from './chain-maker.js';
import {number, oid, SHA_1, type Manner} from './manners.js';

const {octetString, sequence, set, zero} = tags;
const BASIC_OCSP = '2b0601050507300101';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

const text = (value: string) => Uint8Array.from(Buffer.from(value, 'latin1'));
const hashed = (digest: string, bytes: Uint8Array) =>
  Uint8Array.from(createHash(digest).update(bytes).digest());

/** A certificate with its root and its private key. */
export interface Holder {
  root: Made;
  certificate: Uint8Array;
  key: KeyObject;
}

/** Makes a certificate for time stamps under a root of its own; if `root` is given, one for OCSP answers. */
export async function holder(
  {publicKey, privateKey}: KeyPairKeyObjectResult,
  root?: Made,
): Promise<Holder> {
  const by = root ?? (await make({name: 'CN=Root of clocks,C=GB', pathLength: 1}));
  const spki = Uint8Array.from(publicKey.export({type: 'spki', format: 'der'}));
  const {der: certificate} = await make({
    name: root ? 'CN=Responder,C=GB' : 'CN=Clock,C=GB',
    by,
    publicKey: new x509.PublicKey(spki),
    ...(!root && {usage: 'timeStamp'}),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(by.keys.publicKey),
      ...(root ? [new x509.ExtendedKeyUsageExtension([OCSP_SIGNING])] : []),
    ],
  });
  return {root: by, certificate, key: privateKey};
}

const bodyOf = (certificate: Uint8Array) => sequenceOf(sequenceOf(readDer(certificate)[0])[0]);

const attribute = (type: keyof typeof oids, value: Uint8Array) =>
  der(sequence, oid(oids[type]), der(set, value));

/** A TimeStampToken for a SHA-256, signed in this manner now. */
export function tokenBy(
  {certificate, root, key}: Holder,
  imprint: Uint8Array,
  {identifier, digest, sign: signed}: Manner,
): Uint8Array {
  const digits = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '');
  const info = der(
    sequence,
    number(1),
    oid(oids.anyPolicy),
    der(sequence, der(sequence, oid(oids.sha256)), der(octetString, imprint)),
    number(randomInt(1, 127)),
    der(tags.generalizedTime, text(`${digits}Z`)),
  );
  const id = der(sequence, der(octetString, hashed('sha256', certificate)));
  const attributes = [
    attribute('contentType', oid(oids.tstInfo)),
    attribute('messageDigest', der(octetString, hashed(digest, info))),
    attribute('signingCertificateV2', der(sequence, der(sequence, id))),
  ].sort((a, b) => Buffer.compare(a, b));
  const [, serial, , issuer] = bodyOf(certificate);
  const digestIdentifier = der(sequence, oid(oids[digest]));
  const signerInfo = der(
    sequence,
    number(1),
    der(sequence, issuer!.whole, serial!.whole),
    digestIdentifier,
    der(zero, ...attributes),
    identifier,
    der(octetString, signed(der(set, ...attributes), key)),
  );
  const signedData = der(
    sequence,
    number(3),
    der(set, digestIdentifier),
    der(sequence, oid(oids.tstInfo), der(zero, der(octetString, info))),
    der(zero, certificate, root.der),
    der(set, signerInfo),
  );
  return der(sequence, oid(oids.signedData), der(zero, signedData));
}

/** An OCSPResponse that calls a certificate of this root good, signed in this manner now; `isTampered`: one bit is wrong. */
export function answerBy(
  {certificate, root, key}: Holder,
  leaf: Uint8Array,
  {identifier, sign: signed}: Manner,
  isTampered = false,
): Uint8Array {
  const time = (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000).toISOString();
    return der(tags.generalizedTime, text(`${at.slice(0, 19).replaceAll(/\D/g, '')}Z`));
  };
  const [, serial, , issuer] = bodyOf(leaf);
  const subject = bodyOf(certificate)[5];
  const keyBits = sequenceOf(bodyOf(root.der)[6])[1]!.content.subarray(1);
  const about = der(
    sequence,
    der(sequence, oid(SHA_1), der(tags.null)),
    der(octetString, hashed('sha1', issuer!.whole)),
    der(octetString, hashed('sha1', keyBits)),
    serial!.whole,
  );
  const statement = der(sequence, about, der(0x80), time(-1), der(zero, time(4)));
  const data = der(sequence, der(tags.one, subject!.whole), time(0), der(sequence, statement));
  const value = Uint8Array.from(signed(data, key));
  if (isTampered) value[value.length - 1]! ^= 1;
  const basic = der(
    sequence,
    data,
    identifier,
    der(tags.bitString, Uint8Array.of(0), value),
    der(zero, der(sequence, certificate)),
  );
  const bytes = der(sequence, oid(BASIC_OCSP), der(octetString, basic));
  return der(sequence, der(tags.enumerated, Uint8Array.of(0)), der(zero, bytes));
}
