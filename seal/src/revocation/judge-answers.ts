import {equalBytes} from '../encoding/bytes.js';
import {readOcspAnswer, type OcspAnswer, type OcspStatement} from '../encoding/ocsp.js';
import {fieldsOf, type StoredManifest} from '../own-reader/manifests.js';
import {ocspAnswersIn, type ClaimSignature} from '../own-reader/signature/signature.js';
import {type Trust} from '../trust/anchors.js';
import {certificateFields} from '../trust/certificate-fields.js';
import {derSignatureHolds} from '../trust/der-signature.js';
import {type Judgement, type Verifier} from '../trust/certificate-path.js';
import {judgeChain} from '../trust/judge.js';
import {certificateParts, isIssuedBy, type CertificateParts} from './certificate-id.js';

/** When an OCSP answer in a seal was made, and until when it is valid, in epoch milliseconds. */
export interface StapledAnswer {
  thisUpdate: number;
  until: number;
  /** Signed by a trusted certificate for OCSP, of the signer's own issuer, about a certificate of that. */
  isAuthorised: boolean;
}

/** An OCSP answer in a manifest. */
interface JudgedAnswer {
  /** DER of the certificate that signed it. */
  certificate: Uint8Array;
  /** True if that is trusted to answer, and has signed. */
  isTrusted: boolean;
  /** If it is the answer in the seal's own signature, and says of its signer that all is well. */
  stapled?: StapledAnswer;
}

const STATUS = /\/c2pa\.certificate-status/;
/** Most OCSP answers of one manifest. */
const MOST_ANSWERS = 32;
/** Validity of answers that state none, as in the engine. */
const DAY_MS = 86_400_000;

/**
 * Judges the OCSP answers of a manifest. A responder is trusted if its path is, which the signer's own issuers may
 * complete (RFC 6960, section 4.2.2.2).
 *
 * @param signer the judgement of the manifest's signer
 * @param time at which the responder must have been valid, epoch milliseconds
 */
export async function judgeAnswers(
  {boxes}: StoredManifest,
  {ocspAnswers, certificates}: ClaimSignature,
  signer: Judgement,
  time: number,
  trust: Trust,
  verifier: Verifier,
): Promise<JudgedAnswer[]> {
  const statuses = [...boxes].filter(([path]) => STATUS.test(path));
  const answers = [...ocspAnswers, ...statuses.flatMap(([, box]) => ocspAnswersIn(fieldsOf(box)))];
  const found: JudgedAnswer[] = [];
  for (const [index, der] of answers.slice(0, MOST_ANSWERS).entries()) {
    const answer = answerIn(der);
    const [certificate, ...others] = answer?.certificates ?? [];
    if (!answer || !certificate) continue;
    const chain = [certificate, ...others, ...certificates.slice(1)];
    // A revocation stays true after the responder's certificate has expired.
    const at = answer.statements.some(isRevocation) ? answer.producedAt : time;
    const responder = await judgeChain(chain, 'ocsp', at, trust, verifier);
    const isTrusted =
      responder.name === 'trusted' &&
      verifier.left-- > 0 &&
      (await derSignatureHolds(answer.signature, certificate, verifier.subtle).catch(() => false));
    // The engine uses the first one.
    const isOfSignature = index === 0 && ocspAnswers.length > 0;
    found.push({
      certificate,
      isTrusted,
      ...(isOfSignature && {
        stapled: stapled(
          answer,
          certificates[0],
          isTrusted ? issuerOf(signer, responder) : undefined,
        ),
      }),
    });
  }
  return found;
}

/** Parses an answer; like the engine, without what may follow it. */
function answerIn(bytes: Uint8Array): OcspAnswer | undefined {
  try {
    return readOcspAnswer(firstOf(bytes));
  } catch {
    return undefined;
  }
}

const SEQUENCE_OF_TWO_BYTES = 0x82;

/** The first element, if it is of the size that answers have. */
function firstOf(bytes: Uint8Array): Uint8Array {
  const [, form, high = 0, low = 0] = bytes;
  return form === SEQUENCE_OF_TWO_BYTES ? bytes.subarray(0, 4 + high * 256 + low) : bytes;
}

const isRevocation = ({status}: OcspStatement): boolean => status === 'revoked';

/** The issuer of both, if that is the same: no other is authorised (RFC 6960, section 4.2.2.2). */
function issuerOf(signer: Judgement, responder: Judgement): CertificateParts | undefined {
  if (signer.name !== 'trusted' || responder.name !== 'trusted') return undefined;
  const [one, other] = [certificateParts(signer.issuer), certificateParts(responder.issuer)];
  return equalBytes(one.subject, other.subject) && equalBytes(one.key, other.key) ? one : undefined;
}

/** What an answer says of a certificate; undefined if it does not say that all is well. */
function stapled(
  {statements, producedAt}: OcspAnswer,
  leaf: Uint8Array | undefined,
  issuer: CertificateParts | undefined,
): StapledAnswer | undefined {
  const serialNumber = leaf && certificateFields(leaf)?.serialNumber;
  const about = statements.filter(
    ({id}) => serialNumber && equalBytes(id.serialNumber, serialNumber),
  );
  const [found] = about;
  if (!found || !about.every(({status}) => status === 'good')) return undefined;
  return {
    thisUpdate: found.thisUpdate,
    until: found.nextUpdate ?? producedAt + DAY_MS,
    isAuthorised: issuer !== undefined && isIssuedBy(found.id, issuer),
  };
}
