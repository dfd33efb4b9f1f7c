import {ascii} from '../encoding/bytes.js';
import {contentOf, oidOf, readDer, tags} from '../encoding/der.js';

/** What a time stamp says. */
export interface StampInfo {
  /** Seconds since 1970. */
  time: number;
  /** As openssl names the algorithm of its imprint. */
  algorithm: string;
}

const GENERALIZED_TIME = 0x18;
const algorithms: Readonly<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};

const sequence = (element: Parameters<typeof contentOf>[0]) =>
  readDer(contentOf(element, tags.sequence));

/** From the DER of a TimeStampToken (RFC 3161, section 2.4.2); undefined for another form. */
export function stampInfo(token: Uint8Array): StampInfo | undefined {
  try {
    const [, wrapped] = sequence(readDer(token)[0]);
    const [, , encapsulated] = sequence(readDer(contentOf(wrapped, tags.zero))[0]);
    const [, content] = sequence(encapsulated);
    const info = contentOf(readDer(contentOf(content, tags.zero))[0], tags.octetString);
    const [, , imprint, , genTime] = sequence(readDer(info)[0]);
    const algorithm = algorithms[oidOf(sequence(sequence(imprint)[0])[0])];
    const text = contentOf(genTime, GENERALIZED_TIME);
    const [, date, hour, minute, second] =
      /^(\d{8})(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(ascii(text, 0, Math.min(text.length, 32))) ??
      [];
    if (!algorithm || date === undefined) return undefined;
    const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
    const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`) / 1000;
    return Number.isFinite(time) ? {time, algorithm} : undefined;
  } catch {
    return undefined;
  }
}
