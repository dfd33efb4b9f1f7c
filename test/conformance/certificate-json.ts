import 'reflect-metadata';
import {AsnConvert, OctetString} from '@peculiar/asn1-schema';
import * as asn1 from '@peculiar/asn1-x509';
import {
  AuthorityInfoAccessExtension,
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type Extension,
  type Pkcs10CertificateRequest,
  type PublicKey,
  type X509Certificate,
} from '@peculiar/x509';
import * as asn1js from 'asn1js';

const DAY_MS = 86_400_000;
const hex = (bytes: ArrayBuffer | ArrayBufferView): string =>
  (ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes)
  ).toString('hex');

const oid = (value: string) => ({oid: value, name: ''});
const algorithm = (value: string) => ({algorithm: oid(value)});

const curves: Record<string, [name: string, bits: number]> = {
  'P-256': ['secp256r1', 256],
  'P-384': ['secp384r1', 384],
};

const names = (name: asn1.Name) =>
  name.map((rdn) => rdn.map(({type, value}) => ({type: oid(type), value: value.toString()})));

function publicKeyJson(key: PublicKey) {
  const info = AsnConvert.parse(key.rawData, asn1.SubjectPublicKeyInfo);
  const named = 'namedCurve' in key.algorithm ? String(key.algorithm.namedCurve) : '';
  const [curve, key_size_bits] = curves[named] ?? [named, 0];
  return {
    curve,
    key_size_bits,
    spki_algorithm: algorithm(info.algorithm.algorithm),
    raw_spki_hex: hex(key.rawData),
  };
}

/** A value in the form that the program's script expects. */
function decoded(value: ArrayBuffer) {
  const {result} = asn1js.fromBER(value);
  if (result instanceof asn1js.ObjectIdentifier) {
    return {_asn1_type: 'ObjectIdentifier', value: result.getValue()};
  }
  if (result instanceof asn1js.Utf8String) {
    return {_asn1_type: 'UTF8String', value: result.getValue()};
  }
  return {_asn1_type: result.constructor.name};
}

function usageBits(usages: KeyUsageFlags) {
  const has = (flag: KeyUsageFlags) => (usages & flag) !== 0;
  return {
    digitalSignature: has(KeyUsageFlags.digitalSignature),
    contentCommitment: has(KeyUsageFlags.nonRepudiation),
    keyEncipherment: has(KeyUsageFlags.keyEncipherment),
    dataEncipherment: has(KeyUsageFlags.dataEncipherment),
    keyAgreement: has(KeyUsageFlags.keyAgreement),
    keyCertSign: has(KeyUsageFlags.keyCertSign),
    cRLSign: has(KeyUsageFlags.cRLSign),
    encipherOnly: has(KeyUsageFlags.encipherOnly),
    decipherOnly: has(KeyUsageFlags.decipherOnly),
  };
}

function extensionValue(extension: Extension) {
  if (extension instanceof BasicConstraintsExtension) {
    return {cA: extension.ca, pathLenConstraint: extension.pathLength ?? null};
  }
  if (extension instanceof KeyUsagesExtension) return usageBits(extension.usages);
  if (extension instanceof ExtendedKeyUsageExtension) {
    return {extendedKeyUsage: extension.usages.map((usage) => oid(String(usage)))};
  }
  if (extension instanceof SubjectKeyIdentifierExtension) {
    return {keyIdentifier_hex: extension.keyId};
  }
  if (extension instanceof AuthorityKeyIdentifierExtension) {
    return {keyIdentifier_hex: extension.keyId};
  }
  if (extension instanceof CertificatePolicyExtension) {
    const certificatePolicies = extension.policies.map((one) => ({policyIdentifier: oid(one)}));
    return {certificatePolicies};
  }
  if (extension instanceof AuthorityInfoAccessExtension) {
    const access = AsnConvert.parse(extension.value, asn1.AuthorityInfoAccessSyntax);
    const authorityInfoAccess = [...access].map(({accessMethod, accessLocation}) => ({
      accessMethod: oid(accessMethod),
      accessLocation: {
        _type: accessLocation.uniformResourceIdentifier ? 'uniformResourceIdentifier' : 'UNKNOWN',
        value: accessLocation.uniformResourceIdentifier,
      },
    }));
    return {authorityInfoAccess};
  }
  if (extension.type === '1.3.6.1.5.5.7.48.1.5') return {ocspNoCheck: null};
  return {_raw_value_hex: hex(extension.value), _pyasn1_decoded: decoded(extension.value)};
}

const extensionJson = (extension: Extension) => ({
  extnID: oid(extension.type),
  critical: extension.critical,
  extnValue: extensionValue(extension),
});

function time(value: asn1.Time) {
  const date = value.getTime();
  return {
    _encoding: value.utcTime ? 'UTCTime' : 'GeneralizedTime',
    value: date.toISOString(),
  };
}

/** A certificate as JSON, in the form of the program's profiles. */
export function certificateJson(certificate: X509Certificate) {
  const parsed = AsnConvert.parse(certificate.rawData, asn1.Certificate);
  const {tbsCertificate} = parsed;
  const {notBefore, notAfter} = tbsCertificate.validity;
  return {
    format: 'certificate',
    decoded: {
      tbsCertificate: {
        version: {value: tbsCertificate.version},
        serialNumber_hex: `0x${hex(tbsCertificate.serialNumber)}`,
        signature: algorithm(tbsCertificate.signature.algorithm),
        issuer: names(tbsCertificate.issuer),
        validity: {
          notBefore: time(notBefore),
          notAfter: time(notAfter),
          computedValidityDays: Math.ceil((+notAfter.getTime() - +notBefore.getTime()) / DAY_MS),
        },
        subject: names(tbsCertificate.subject),
        subjectPublicKeyInfo: {publicKey: publicKeyJson(certificate.publicKey)},
        extensions: certificate.extensions.map(extensionJson),
      },
      signatureAlgorithm: algorithm(parsed.signatureAlgorithm.algorithm),
      signatureValue_hex: hex(certificate.signature),
    },
    raw_hex: hex(certificate.rawData),
  };
}

/** A certificate request in the same form. */
export function requestJson(request: Pkcs10CertificateRequest) {
  const subject = AsnConvert.parse(request.subjectName.toArrayBuffer(), asn1.Name);
  return {
    format: 'csr',
    decoded: {
      certificationRequestInfo: {
        // Version 1, the only one (RFC 2986).
        version: 0,
        subject: names(subject),
        subjectPublicKeyInfo: {publicKey: publicKeyJson(request.publicKey)},
        requestedExtensions: request.extensions.map(extensionJson),
      },
      signatureAlgorithm: algorithm(ecdsaWithSha256),
      signature_hex: hex(request.signature),
    },
    raw_hex: hex(request.rawData),
  };
}

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';

/** The hash of a public key: the first method of RFC 5280, section 4.2.1.2. */
export async function keyIdentifier({rawData}: PublicKey): Promise<string> {
  const {subjectPublicKey} = AsnConvert.parse(rawData, asn1.SubjectPublicKeyInfo);
  return hex(await crypto.subtle.digest('SHA-1', new OctetString(subjectPublicKey).buffer));
}
