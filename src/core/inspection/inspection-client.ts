import {keyAuthorization, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import type {
  Check,
  InspectionResult,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {isLabelState, stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';
import {isText} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {retryAfterOf} from '@sealed-capture/seal/model/service-error.js';
import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';
import {parseJson, serviceError} from '@sealed-capture/seal/model/service-error.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {InspectionAnswer, InspectionSender} from '../../ports/inspection/inspection-sender.js';
import {isBugOfPage} from '../async/bug-of-page.js';
import {parseLongJson} from './long-json.js';
import {authorized, providerFailure} from '../credentials/authorized.js';

/**
 * Deepest nesting of arrays and objects in a response: code that walks through it uses the call stack for each
 * level.
 */
const MOST_LEVELS = 100;
/** Characters of a response that is parsed in slices; real ones have some thousands. */
const LONG = 200_000;
/** Codes of C2PA 2.2, section 15, that cannot fail for an intact seal of a trusted signer. */
const BREAKING =
  /^(assertion\.(dataHash|bmffHash|boxesHash|collectionHash|multiAssetHash|hashedURI)\.mismatch|claimSignature\.(mismatch|missing)|signingCredential\.(untrusted|invalid|(ocsp\.)?revoked))$/;

export interface InspectOptions {
  /** The whole address of the inspection endpoint. */
  url: string;
  /** Sent as `X-API-Key`. */
  apiKey?: string;
  /** Made by `createProtection`. Only its credentials are used; they win over `apiKey`. */
  protection?: ProtectionOptions;
  /** Aborts the inspection. */
  signal: AbortSignal;
  /** True to send the file as it is. Default: as Base64 in JSON, which every service takes. */
  asFile?: boolean;
  /** Called with the share of the file that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Asks the inspection service about one file at a time. */
export class InspectionClient {
  readonly #sender: InspectionSender;
  readonly #clock: Clock;

  constructor(sender: InspectionSender, clock: Clock) {
    this.#sender = sender;
    this.#clock = clock;
  }

  /** Inspects a file. Rejects with the code of what went wrong; a file without a seal is a result, not an error. */
  async inspect(
    file: Blob,
    {apiKey, protection, ...options}: InspectOptions,
  ): Promise<InspectionResult> {
    const send = async (authorization?: Authorization): Promise<InspectionResult> =>
      await resultOf(
        await this.#sender.send({file, authorization, ...options}),
        options.url,
        this.#clock.now(),
      );
    if (!protection) return send(apiKey ? keyAuthorization(apiKey) : undefined);
    // Most providers fetch a token. Their failure without a network is not an answer of the service.
    const failed = (thrown: unknown): never => {
      throw isBugOfPage(thrown) ? providerFailure(thrown) : failureAs('network_failed', thrown);
    };
    const {signal} = options;
    return authorized((refused) => protection.authorization(signal, refused).catch(failed), send);
  }
}

async function resultOf(
  {status, body, retryAfter}: InspectionAnswer,
  url: string,
  now: number,
): Promise<InspectionResult> {
  if (status !== 200) throw serviceError(status, body, retryAfterOf(retryAfter, now), url);
  const refused = (message: string) =>
    new SealedCaptureError('response_invalid', message, {status});
  const isLong = body.length > LONG;
  const answer = isLong
    ? await parseLongJson(body, MOST_LEVELS).catch(() => undefined)
    : parseJson(body);
  if (!isLong && isNestedDeeper(answer, MOST_LEVELS))
    throw refused('The result is nested too deep.');
  if (!isInspectionResult(answer)) throw refused('No result.');
  const against = answer.labelValid && answer.checks?.find(contradictsValid);
  if (against) throw refused(`The result says "valid" although ${against.code} failed.`);
  return {...answer, labelState: stateOf(answer), checks: answer.checks ?? []};
}

/** Services that implement only the reference API return neither of these fields. */
type Answer = Omit<InspectionResult, 'labelState' | 'checks'> &
  Partial<Pick<InspectionResult, 'labelState' | 'checks'>>;

/**
 * Checks strictly the fields that decide the verdict. Sections stay JSON values, which the code that displays them
 * checks field by field.
 */
function isInspectionResult(answer: unknown): answer is Answer {
  if (!isRecord(answer)) return false;
  const {labelValid, reason, labelState, checks, signature} = answer;
  return (
    typeof labelValid === 'boolean' &&
    typeof reason === 'string' &&
    (labelState === undefined ||
      (isLabelState(labelState) && labelValid === (labelState === 'valid'))) &&
    (checks === undefined || (Array.isArray(checks) && checks.every(isCheck))) &&
    (signature === undefined || isSignature(signature))
  );
}

const isCheck = (check: unknown): boolean =>
  isRecord(check) &&
  isText(check['code']) &&
  isText(check['explanation']) &&
  typeof check['passed'] === 'boolean';

/**
 * True for failed checks that a valid verdict excludes. A file that this one was made from may be broken without
 * harm to this one.
 */
const contradictsValid = ({code, passed, inIngredient}: Check): boolean =>
  !passed && !inIngredient && BREAKING.test(code);

const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

/** Fields that need not be text; the code that displays them checks them. */
const toldOtherwise: readonly string[] = ['assuranceLevel', 'product'];

const isSignature = (signature: unknown): boolean =>
  isRecord(signature) &&
  Object.entries(signature).every(
    ([name, value]) => typeof value === 'string' || toldOtherwise.includes(name),
  );
