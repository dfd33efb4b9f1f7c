import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import * as asn1js from 'asn1js';
import {createHash, createPrivateKey, randomInt, sign as signWith} from 'node:crypto';
import * as pkijs from 'pkijs';
import {type Signer} from '../src/writing/signer.js';

const ALGORITHM = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};
const DAY = 86_400_000;
export const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SHA_256 = '2.16.840.1.101.3.4.2.1';

x509.cryptoProvider.set(crypto);
pkijs.setEngine('node', new pkijs.CryptoEngine({name: 'node', crypto}));

type Keys = CryptoKeyPair;

interface Certified {
  keys: Keys;
  certificate: x509.X509Certificate;
}

interface CertificateWish {
  subject: string;
  issuer?: Certified;
  /** If set, the certificate is that of an authority. */
  pathLength?: number;
  usage?: {oid: string; critical: boolean};
  notBefore?: number;
  notAfter?: number;
  /** Address of the issuer's certificate, its revocation list, and its OCSP responder. */
  informationAt?: string;
  extensions?: x509.Extension[];
}

async function certify(wish: CertificateWish): Promise<Certified> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const isAuthority = wish.pathLength !== undefined;
  const issuerKeys = wish.issuer?.keys ?? keys;
  const {keyCertSign, cRLSign, digitalSignature} = x509.KeyUsageFlags;
  const extensions: x509.Extension[] = [
    new x509.BasicConstraintsExtension(isAuthority, wish.pathLength, true),
    new x509.KeyUsagesExtension(isAuthority ? keyCertSign | cRLSign : digitalSignature, true),
    await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(issuerKeys.publicKey),
  ];
  extensions.push(...(wish.extensions ?? []));
  if (wish.usage) {
    extensions.push(new x509.ExtendedKeyUsageExtension([wish.usage.oid], wish.usage.critical));
  }
  if (wish.informationAt !== undefined) {
    const [ocsp, caIssuers] = [`${wish.informationAt}/ocsp`, `${wish.informationAt}/issuer.cer`];
    extensions.push(
      new x509.AuthorityInfoAccessExtension({ocsp, caIssuers}),
      new x509.CRLDistributionPointsExtension([`${wish.informationAt}/revoked.crl`]),
    );
  }
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `4${randomInt(2 ** 47)
      .toString(16)
      .padStart(15, '0')}`,
    subject: wish.subject,
    issuer: wish.issuer?.certificate.subject ?? wish.subject,
    notBefore: new Date(Date.now() + (wish.notBefore ?? -30) * DAY),
    notAfter: new Date(Date.now() + (wish.notAfter ?? 365) * DAY),
    signingKey: issuerKeys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: ALGORITHM,
    extensions,
  });
  return {keys, certificate};
}

const der = ({certificate}: Certified): Uint8Array => new Uint8Array(certificate.rawData);

/** A time-stamp token made with pkijs, which shares no code with the service. */
async function stamp(imprint: Uint8Array, authority: Certified, chain: Certified[], at: Date) {
  const when = new Date(Math.floor(at.getTime() / 1000) * 1000);
  const certificates = chain.map((one) => pkijs.Certificate.fromBER(Uint8Array.from(der(one))));
  const [leaf] = certificates;
  if (!leaf) throw new Error('A time-stamp authority needs a certificate.');
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.4146.2.3',
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({algorithmId: SHA_256}),
      hashedMessage: new asn1js.OctetString({valueHex: Uint8Array.from(imprint).buffer}),
    }),
    serialNumber: new asn1js.Integer({value: randomInt(1, 2 ** 31)}),
    genTime: when,
  });
  const content = info.toSchema().toBER(false);
  const digest = (bytes: ArrayBuffer) => crypto.subtle.digest('SHA-256', bytes);
  const sequence = (only: asn1js.Sequence | asn1js.OctetString) =>
    new asn1js.Sequence({value: [only]});
  const certificateId = new asn1js.OctetString({
    valueHex: await digest(Uint8Array.from(der(authority)).buffer),
  });
  const attribute = (type: string, value: unknown) => new pkijs.Attribute({type, values: [value]});
  const signed = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({eContentType: TST_INFO}),
    certificates,
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: leaf.issuer,
          serialNumber: leaf.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({value: TST_INFO})),
            attribute('1.2.840.113549.1.9.5', new asn1js.UTCTime({valueDate: when})),
            attribute(
              '1.2.840.113549.1.9.4',
              new asn1js.OctetString({valueHex: await digest(content)}),
            ),
            attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(certificateId)))),
          ],
        }),
      }),
    ],
  });
  // Set afterwards, because the constructor turns it into a constructed OCTET STRING, which is not DER.
  signed.encapContentInfo.eContent = new asn1js.OctetString({valueHex: content});
  await signed.sign(authority.keys.privateKey, 0, 'SHA-256', content);
  const schema: unknown = signed.toSchema(true);
  const envelope = {contentType: '1.2.840.113549.1.7.2', content: schema};
  return new Uint8Array(new pkijs.ContentInfo(envelope).toSchema().toBER(false));
}

export interface TestAuthority {
  signer: Signer;
  /** Creates the signer's time stamp only. */
  stamp: (imprint: Uint8Array, at?: Date) => Promise<Uint8Array>;
  /** The same by another authority of the same issuer, whose certificate is not for time stamps alone (RFC 3161). */
  laxStamp: (imprint: Uint8Array, at?: Date) => Promise<Uint8Array>;
  /** Signs like `signer`, without a time stamp. */
  withoutTime: Signer;
  rootPem: string;
  intermediatePem: string;
  leafPem: string;
  timestampCertificate: Uint8Array;
}

/** A root, an issuing authority under it, a signing certificate and a time-stamp authority. */
export async function makeAuthority(
  name = 'Test',
  ofLeaf: Pick<CertificateWish, 'notBefore' | 'notAfter' | 'informationAt' | 'extensions'> & {
    subject?: string;
  } = {},
  ofClock: Pick<CertificateWish, 'usage'> = {},
): Promise<TestAuthority> {
  const subject = (role: string) => `CN=${name} ${role},O=Example Org,C=GB`;
  const root = await certify({subject: subject('Root CA'), pathLength: 2, notAfter: 3650});
  const issuing = await certify({subject: subject('Issuing CA'), issuer: root, pathLength: 0});
  const usage = {oid: EMAIL_PROTECTION, critical: false};
  const leaf = await certify({subject: subject('Seal'), issuer: issuing, usage, ...ofLeaf});
  const clock = await certify({
    subject: subject('Clock'),
    issuer: issuing,
    usage: {oid: TIME_STAMPING, critical: true},
    ...ofClock,
  });
  const lax = await certify({
    subject: subject('Lax Clock'),
    issuer: issuing,
    usage: {oid: TIME_STAMPING, critical: false},
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', leaf.keys.privateKey);
  const key = createPrivateKey({key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8'});
  const withoutTime: Signer = {
    certificateChain: [der(leaf), der(issuing)],
    algorithm: 'ES256',
    sign: (bytes) => signWith('sha256', bytes, {key, dsaEncoding: 'ieee-p1363'}),
  };
  const stampNow = (imprint: Uint8Array, at = new Date()) =>
    stamp(imprint, clock, [clock, issuing], at);
  return {
    withoutTime,
    stamp: stampNow,
    laxStamp: (imprint, at = new Date()) => stamp(imprint, lax, [lax, issuing], at),
    signer: {...withoutTime, timestamp: (imprint) => stampNow(imprint)},
    rootPem: root.certificate.toString('pem'),
    intermediatePem: issuing.certificate.toString('pem'),
    leafPem: leaf.certificate.toString('pem'),
    timestampCertificate: der(clock),
  };
}

/** Extensions of the C2PA certificate policy 0.2: the assurance level, and the record of the product. */
export function policyExtensions(level: 1 | 2, recordId?: string): x509.Extension[] {
  const value = new asn1js.ObjectIdentifier({value: `1.3.6.1.4.1.62558.3.${level * 10}`});
  const text = new asn1js.Utf8String({value: recordId ?? ''});
  return [
    new x509.Extension('1.3.6.1.4.1.62558.3', false, value.toBER()),
    ...(recordId === undefined
      ? []
      : [new x509.Extension('1.3.6.1.4.1.62558.4', false, text.toBER())]),
  ];
}

/** A certificate with the same key and another name, which anyone can create. */
export async function sameKeyAs(leaf: Uint8Array, subject: string): Promise<Uint8Array> {
  const {publicKey} = new x509.X509Certificate(Uint8Array.from(leaf));
  const own = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: '41',
    subject,
    issuer: subject,
    signingKey: own.privateKey,
    publicKey,
    signingAlgorithm: ALGORITHM,
  });
  return new Uint8Array(made.rawData);
}

export const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
