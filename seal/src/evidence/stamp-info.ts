import {ascii} from '../encoding/bytes.js';
import {contentOf, digests, oidOf, readDer, sequenceOf, tags} from '../encoding/der.js';

/** What a time stamp says. */
export interface StampInfo {
  /** Seconds since 1970. */
  time: number;
  /** openssl's name for the hash algorithm of its imprint. */
  algorithm: string;
}

/** Parses the DER of a TimeStampToken (RFC 3161, section 2.4.2); undefined for another form. */
export function stampInfo(token: Uint8Array): StampInfo | undefined {
  try {
    const [, wrapped] = sequenceOf(readDer(token)[0]);
    const [, , encapsulated] = sequenceOf(readDer(contentOf(wrapped, tags.zero))[0]);
    const [, content] = sequenceOf(encapsulated);
    const info = contentOf(readDer(contentOf(content, tags.zero))[0], tags.octetString);
    const [, , imprint, , genTime] = sequenceOf(readDer(info)[0]);
    const algorithm = digests[oidOf(sequenceOf(sequenceOf(imprint)[0])[0])];
    const text = contentOf(genTime, tags.generalizedTime);
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(
        ascii(text, 0, Math.min(text.length, 32)),
      ) ?? [];
    const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
    return algorithm && Number.isFinite(time) ? {time, algorithm} : undefined;
  } catch {
    return undefined;
  }
}
