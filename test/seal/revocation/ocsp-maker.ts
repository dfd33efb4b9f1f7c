import {KeyObject, sign} from 'node:crypto';
import {der, oids, tags} from '../../../src/seal/encoding/der.js';
import {ocspOids} from '../../../src/seal/encoding/ocsp.js';
import {certificateFields} from '../../../src/seal/trust/certificate-fields.js';
import {type Made} from '../trust/chain-maker.js';

const {sequence, octetString} = tags;
const STATUSES = {good: der(0x80), unknown: der(0x82)};
const SHA1_WITH_ECDSA = '2a8648ce3d0401';

const oid = (hex: string) => der(tags.objectIdentifier, Buffer.from(hex, 'hex'));
const time = (milliseconds: number) =>
  der(
    tags.generalizedTime,
    Buffer.from(`${new Date(milliseconds).toISOString().replace(/[-:T]|\..*/g, '')}Z`),
  );

export interface AnswerWish {
  responder: Made;
  /** Certificates after the responder's own. */
  above?: readonly Made[];
  /** True: the answer carries no certificate. */
  isBare?: boolean;
  /** Signs in place of the responder. */
  forger?: Made;
  about: Made;
  status?: keyof typeof STATUSES;
  algorithm?: 'SHA-256' | 'SHA-1';
  /** Epoch milliseconds. */
  producedAt: number;
  thisUpdate?: number;
  nextUpdate?: number;
}

/** Makes an OCSPResponse that no rule is applied to (RFC 6960, section 4.2.1). */
export function makeAnswer(wish: AnswerWish): Uint8Array {
  const {responder, above = [], forger = responder, about, producedAt} = wish;
  const {
    isBare = false,
    status = 'good',
    algorithm = 'SHA-256',
    thisUpdate = producedAt,
    nextUpdate,
  } = wish;
  const {serialNumber} = certificateFields(about.der)!;
  const hash = der(octetString, new Uint8Array(32));
  const id = der(
    sequence,
    der(sequence, oid(oids.sha256)),
    hash,
    hash,
    der(tags.integer, serialNumber),
  );
  const next = nextUpdate === undefined ? [] : [der(tags.zero, time(nextUpdate))];
  const data = der(
    sequence,
    der(tags.two, hash),
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
