import {createHash, KeyObject, sign} from 'node:crypto';
import {der, oids, tags} from '../../src/encoding/der.js';
import {ocspOids} from '../../src/encoding/ocsp.js';
import {certificateParts} from '../../src/revocation/certificate-id.js';
import {certificateFields} from '../../src/trust/certificate-fields.js';
import {type Made} from '../trust/chain-maker.js';

const {sequence, octetString} = tags;
const SHA1_WITH_ECDSA = '2a8648ce3d0401';

const oid = (hex: string) => der(tags.objectIdentifier, Buffer.from(hex, 'hex'));
const time = (milliseconds: number) =>
  der(
    tags.generalizedTime,
    Buffer.from(`${new Date(milliseconds).toISOString().replace(/[-:T]|\..*/g, '')}Z`),
  );

const STATUSES = {good: der(0x80), unknown: der(0x82), revoked: der(tags.one, time(0))};

export interface AnswerWish {
  responder: Made;
  /** Certificates after the responder's own. */
  above?: readonly Made[];
  /** True: the answer carries no certificate. */
  isBare?: boolean;
  /** Signs in place of the responder. */
  forger?: Made;
  about: Made;
  /** Whom it names as the issuer of that. */
  issuer: Made;
  status?: keyof typeof STATUSES;
  algorithm?: 'SHA-256' | 'SHA-1';
  /** Epoch milliseconds. */
  producedAt: number;
  thisUpdate?: number;
  nextUpdate?: number;
}

/** Makes an OCSPResponse that no rule is applied to (RFC 6960, section 4.2.1). */
export function makeAnswer(wish: AnswerWish): Uint8Array {
  const {responder, above = [], forger = responder, about, issuer, producedAt} = wish;
  const {
    isBare = false,
    status = 'good',
    algorithm = 'SHA-256',
    thisUpdate = producedAt,
    nextUpdate,
  } = wish;
  const {serialNumber} = certificateFields(about.der)!;
  const parts = certificateParts(issuer.der);
  const hashOf = (bytes: Uint8Array) =>
    der(octetString, Uint8Array.from(createHash('sha256').update(bytes).digest()));
  const id = der(
    sequence,
    der(sequence, oid(oids.sha256)),
    hashOf(parts.subject),
    hashOf(parts.key),
    der(tags.integer, serialNumber),
  );
  const next = nextUpdate === undefined ? [] : [der(tags.zero, time(nextUpdate))];
  const data = der(
    sequence,
    der(tags.two, hashOf(parts.key)),
    time(producedAt),
    der(sequence, der(sequence, id, STATUSES[status], time(thisUpdate), ...next)),
  );
  const isOld = algorithm === 'SHA-1';
  const key = KeyObject.from(forger.keys.privateKey);
  const signature = sign(isOld ? 'sha1' : 'sha256', data, {key, dsaEncoding: 'der'});
  const basic = der(
    sequence,
    data,
    der(sequence, oid(isOld ? SHA1_WITH_ECDSA : oids.ecdsaWithSha256)),
    der(tags.bitString, Uint8Array.of(0), signature),
    ...(isBare
      ? []
      : [der(tags.zero, der(sequence, ...[responder, ...above].map((one) => one.der)))]),
  );
  return der(
    sequence,
    der(tags.enumerated, Uint8Array.of(0)),
    der(tags.zero, der(sequence, oid(ocspOids.basicResponse), der(octetString, basic))),
  );
}
