import type {X509Certificate} from '@peculiar/x509';
import {KeyObject, sign} from 'node:crypto';
import {der, oids, tags} from '@sealed-capture/seal/encoding/der.js';
import {ocspOids, type CertificateId} from '@sealed-capture/seal/encoding/ocsp.js';
import {makeCertificate, type KeyedCertificate} from '../certificates/certificate-maker.js';
import type {SandboxAuthority} from '../certificates/sandbox-authority.js';
import {
  certificateParts,
  isIssuedBy,
  keyHash,
  type CertificateParts,
} from '@sealed-capture/seal/revocation/certificate-id.js';
import {readOcspRequest, type OcspRequest} from './ocsp-request.js';

const DAY_MS = 86_400_000;
/** How long an answer may be used, in milliseconds. */
const ANSWER_MS = DAY_MS;
const RESPONDER_DAYS = 30;
/** Milliseconds for which an answer is given again, and most answers that are stored for it. */
const REUSE_MS = 60_000;
const MOST_ANSWERS = 1_000;
/** Milliseconds until what other services have issued is read again. */
const READ_AGAIN_MS = 2_000;

/** Status of an unsigned answer (RFC 6960, section 2.3). */
const MALFORMED = 1;
const UNAUTHORIZED = 6;

const {sequence, octetString, objectIdentifier} = tags;
const GOOD = der(0x80);
const UNKNOWN = der(0x82);

/** An issuer, with its delegated responder: a certificate for OCSP only, made in this process. */
interface Delegated {
  responder: KeyedCertificate;
  key: KeyObject;
  until: number;
}

/** Certificates that others have issued under the same issuers, as they were last read. */
interface Others {
  read: () => Promise<SandboxAuthority['issued']>;
  last?: {at: number; serials: Promise<Set<string>>};
}

/** An answer to send. */
export interface OcspReply {
  der: Uint8Array;
  /** Time until which it may be cached; undefined if it may not, as after an error or with a nonce. */
  until?: number;
}

/**
 * Answers which certificates the sandbox's authorities have issued (RFC 6960). Those are good, because nobody
 * revokes certificates of a sandbox; all others are unknown.
 */
export class SandboxResponder {
  readonly #authority: () => SandboxAuthority;
  readonly #now: () => number;
  readonly #delegated = new Map<KeyedCertificate, Promise<Delegated>>();
  /** Answers to requests without a nonce, which is most of them. */
  readonly #answers = new Map<string, OcspReply & {until: number}>();
  readonly #serials = new WeakMap<X509Certificate, string>();
  /** What other processes with the same folder have issued, and other services with the same store. */
  readonly #others: readonly Others[];

  /**
   * @param authority called for each request, because certificates are renewed while the service runs
   * @param issuedElsewhere certificates that other services have issued under the same issuers; called for unknown
   *   ones
   */
  constructor(
    authority: () => SandboxAuthority,
    issuedElsewhere: () => Promise<SandboxAuthority['issued']> = () => Promise.resolve([]),
    now: () => number = Date.now,
  ) {
    this.#authority = authority;
    this.#others = [{read: () => authority().readIssued()}, {read: issuedElsewhere}];
    this.#now = now;
  }

  async answer(bytes: Uint8Array): Promise<OcspReply> {
    const name = Buffer.from(bytes).toString('latin1');
    const stored = this.#answers.get(name);
    if (stored && stored.until > this.#now() + ANSWER_MS - REUSE_MS) return stored;
    let request: OcspRequest;
    try {
      request = readOcspRequest(bytes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return {der: failed(MALFORMED)};
    }
    const reply = await this.#answerTo(request);
    const {der: made, until} = reply;
    if (until !== undefined) {
      this.#answers.delete(name);
      const [oldest] = this.#answers.size >= MOST_ANSWERS ? this.#answers.keys() : [];
      if (oldest !== undefined) this.#answers.delete(oldest);
      this.#answers.set(name, {der: made, until});
    }
    return reply;
  }

  async #answerTo(request: OcspRequest): Promise<OcspReply> {
    const [first] = request.ids;
    for (const issuer of this.#authority().issuers.values()) {
      const parts = certificateParts(new Uint8Array(issuer.certificate.rawData));
      if (first && isIssuedBy(first.id, parts)) return this.#signed(request, issuer, parts);
    }
    return {der: failed(UNAUTHORIZED)};
  }

  async #signed(
    {ids, nonce}: OcspRequest,
    issuer: KeyedCertificate,
    parts: CertificateParts,
  ): Promise<OcspReply> {
    const {responder, key} = await this.#responderOf(issuer);
    const now = this.#now();
    const certificate = new Uint8Array(responder.certificate.rawData);
    const known = await Promise.all(ids.map(({id}) => this.#hasIssued(parts, id)));
    const statements = ids.map((one, index) =>
      der(
        sequence,
        one.der,
        known[index] ? GOOD : UNKNOWN,
        time(now),
        der(tags.zero, time(now + ANSWER_MS)),
      ),
    );
    const data = der(
      sequence,
      der(tags.two, der(octetString, keyHash(certificateParts(certificate)))),
      time(now),
      der(sequence, ...statements),
      ...(nonce ? [der(tags.one, der(sequence, nonceExtension(nonce)))] : []),
    );
    const basic = der(
      sequence,
      data,
      der(sequence, oid(oids.ecdsaWithSha256)),
      der(tags.bitString, Uint8Array.of(0), sign('sha256', data, key)),
      der(tags.zero, der(sequence, certificate)),
    );
    const response = der(sequence, oid(ocspOids.basicResponse), der(octetString, basic));
    const whole = der(sequence, der(tags.enumerated, Uint8Array.of(0)), der(tags.zero, response));
    // Another service may issue an unknown one in the next moment.
    const isReusable = !nonce && known.every(Boolean);
    return {der: whole, ...(isReusable && {until: now + ANSWER_MS})};
  }

  async #hasIssued(issuer: CertificateParts, id: CertificateId): Promise<boolean> {
    if (!isIssuedBy(id, issuer)) return false;
    const wanted = serialOf({issuer: issuer.subject, serialNumber: id.serialNumber});
    if (this.#authority().issued.some((one) => this.#serialOf(one) === wanted)) return true;
    for (const others of this.#others) {
      if ((await this.#serialsOf(others)).has(wanted)) return true;
    }
    return false;
  }

  /** Reads the others' certificates every two seconds at most, however often strangers ask for unknown ones. */
  #serialsOf(others: Others): Promise<Set<string>> {
    const now = this.#now();
    if (others.last && now < others.last.at + READ_AGAIN_MS) return others.last.serials;
    const serials = others
      .read()
      .then((issued) => new Set(issued.map((one) => this.#serialOf(one))));
    others.last = {at: now, serials};
    return serials;
  }

  #serialOf(certificate: X509Certificate): string {
    const known = this.#serials.get(certificate);
    const serial = known ?? serialOf(certificateParts(new Uint8Array(certificate.rawData)));
    if (known === undefined) this.#serials.set(certificate, serial);
    return serial;
  }

  async #responderOf(issuer: KeyedCertificate): Promise<Delegated> {
    const now = this.#now();
    const before = this.#delegated.get(issuer);
    const known = await before;
    if (known && known.until > now + ANSWER_MS) return known;
    // Another request may have begun to make one meanwhile.
    const begun = this.#delegated.get(issuer);
    if (begun && begun !== before) return begun;
    const making = this.#delegate(issuer, now);
    this.#delegated.set(issuer, making);
    making.catch(() => this.#delegated.delete(issuer));
    return making;
  }

  async #delegate(issuer: KeyedCertificate, now: number): Promise<Delegated> {
    const responder = await makeCertificate({
      purpose: 'ocsp',
      subject: 'C=ZZ,O=Sealed Capture Sandbox,CN=Sandbox Responder',
      days: RESPONDER_DAYS,
      now,
      issuer,
    });
    const key = KeyObject.from(responder.keys.privateKey);
    return {responder, key, until: now + RESPONDER_DAYS * DAY_MS};
  }
}

/** Names a certificate among those of all issuers. */
const serialOf = ({
  issuer,
  serialNumber,
}: Pick<CertificateParts, 'issuer' | 'serialNumber'>): string =>
  `${Buffer.from(issuer).toString('base64')} ${Buffer.from(serialNumber).toString('hex')}`;

const failed = (status: number): Uint8Array =>
  der(sequence, der(tags.enumerated, Uint8Array.of(status)));

const oid = (hex: string): Uint8Array => der(objectIdentifier, Buffer.from(hex, 'hex'));

const nonceExtension = (nonce: Uint8Array): Uint8Array =>
  der(sequence, oid(ocspOids.nonce), der(octetString, nonce));

const time = (at: number): Uint8Array =>
  der(
    tags.generalizedTime,
    Buffer.from(`${new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')}Z`),
  );
