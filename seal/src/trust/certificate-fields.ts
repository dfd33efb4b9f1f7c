import {ascii} from '../encoding/bytes.js';
import {contentOf, oidOf, readDer, sequenceOf, tags, type DerElement} from '../encoding/der.js';

/** Fields of an X.509 certificate by which anchors are chosen (RFC 5280, section 4.1). */
export interface CertificateFields {
  der: Uint8Array;
  /** Content of the INTEGER. */
  serialNumber: Uint8Array;
  /** DER of the names and the public key as strings with one character per byte, for comparison. */
  issuer: string;
  subject: string;
  publicKey: string;
  /** The parts of the subject by object identifier, with all values of repeated ones. */
  parts: ReadonlyMap<string, readonly string[]>;
  /** The value of each extension by object identifier. */
  extensions: ReadonlyMap<string, Uint8Array>;
  validity: Validity;
}

/** A period in epoch milliseconds. */
export interface Validity {
  from: number;
  to: number;
}

export const contains = ({from, to}: Validity, time: number): boolean => from <= time && time <= to;

/** Object identifiers as the DER of their content in hexadecimal. */
export const certificateOids = {
  commonName: '550403',
  country: '550406',
  organisation: '55040a',
  unit: '55040b',
  usage: '551d25',
  timeStamping: '2b06010505070308',
  assuranceLevel: '2b0601040183e85e03',
  recordId: '2b0601040183e85e04',
} as const;

const EXTENSIONS = 0xa3;
const VERSION = 0xa0;
const CONSTRUCTED = 0x20;

const decoders: Readonly<Partial<Record<number, string>>> = {
  0x0c: 'utf-8',
  0x13: 'latin1',
  0x14: 'latin1',
  0x16: 'latin1',
  0x1e: 'utf-16be',
};

/** The text of an element of one of ASN.1's string types. */
export function textOfDer({tag, content}: DerElement): string | undefined {
  const encoding = decoders[tag];
  return encoding === undefined ? undefined : new TextDecoder(encoding).decode(content);
}

const whole = (element: DerElement | undefined): string => {
  const bytes = contentOf(element, tags.sequence);
  return ascii(element?.whole ?? bytes, 0, element?.whole.length ?? 0);
};

/** True if an element and its content are exact DER: another encoding of a name would compare as another name. */
function isExact({tag, content, whole: bytes}: DerElement): boolean {
  const header = content.length < 0x80 ? 2 : content.length < 0x100 ? 3 : 4;
  if (bytes.length !== content.length + header) return false;
  return (tag & CONSTRUCTED) === 0 || readDer(content).every(isExact);
}

function partsOf(name: DerElement): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const set of sequenceOf(name)) {
    for (const part of readDer(contentOf(set, tags.set))) {
      const [type, value] = sequenceOf(part);
      const text = value && textOfDer(value);
      const oid = oidOf(type);
      if (text !== undefined) parts.set(oid, [...(parts.get(oid) ?? []), text]);
    }
  }
  return parts;
}

function extensionsIn(element: DerElement | undefined): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  if (!element) return found;
  for (const extension of sequenceOf(readDer(element.content)[0])) {
    const [oid, ...rest] = sequenceOf(extension);
    found.set(oidOf(oid), contentOf(rest.at(-1), tags.octetString));
  }
  return found;
}

const TIME = /^(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const FIRST_YEAR = 50;

/** A UTCTime, whose years are those from 1950 on, or a GeneralizedTime (RFC 5280, section 4.1.2.5). */
function timeOf({tag, content}: DerElement): number {
  const text = ascii(content, 0, content.length);
  const isShort = tag === tags.utcTime;
  const [, given, year, month, day, hour, minute, second] = TIME.exec(text) ?? [];
  const century = isShort ? (Number(year) < FIRST_YEAR ? '20' : '19') : given;
  const time = Date.parse(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const isKnown = (isShort || tag === tags.generalizedTime) && isShort === (given === undefined);
  if (!isKnown || Number.isNaN(time)) throw new RangeError('This is no time.');
  return time;
}

/** Parses a certificate; undefined if it is not one in DER. */
export function certificateFields(der: Uint8Array): CertificateFields | undefined {
  try {
    const [certificate, ...others] = readDer(der);
    if (others.length > 0) return undefined;
    const body = sequenceOf(sequenceOf(certificate)[0]);
    const [serialNumber, , issuer, validity, subject, publicKey, ...rest] =
      body[0]?.tag === VERSION ? body.slice(1) : body;
    const [notBefore, notAfter] = sequenceOf(validity);
    if (!issuer || !subject || !notBefore || !notAfter) return undefined;
    if (!isExact(issuer) || !isExact(subject)) return undefined;
    return {
      der,
      serialNumber: contentOf(serialNumber, tags.integer),
      issuer: whole(issuer),
      subject: whole(subject),
      publicKey: whole(publicKey),
      parts: partsOf(subject),
      extensions: extensionsIn(rest.find(({tag}) => tag === EXTENSIONS)),
      validity: {from: timeOf(notBefore), to: timeOf(notAfter)},
    };
  } catch {
    return undefined;
  }
}
