import {
  givenUp,
  SealedCaptureError,
  toSealedCaptureError,
} from '@sealed-capture/seal/model/errors.js';
import {mediaTypeOf} from '@sealed-capture/seal/model/readable-media.js';
import type {
  InspectionResult,
  LabelState,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {LocalVerification} from '../../ports/inspection/local-verification.js';
import type {FileLimits, InspectionLimits} from '../../ports/inspection/inspection-limits.js';
import type {TrustAnchors} from '../../ports/inspection/trust-anchors.js';
import {sealBeside} from './given-files.js';
import {differencesOf, type Differences} from './differences.js';
import type {InspectionClient, InspectOptions} from './inspection-client.js';

/** Checks a file: the service, this browser, or both, whose verdicts are then compared. */
export type Verifier = 'service' | 'local';
export const verifyModes = ['service', 'local', 'both'] as const;
export type VerifyMode = (typeof verifyModes)[number];

/** The result of one or two verifiers for one file. */
export interface Opinions {
  /** The verdict that is shown: the more cautious of two, or the other one if one verifier failed. */
  result: InspectionResult;
  service?: InspectionResult;
  local?: InspectionResult;
  /** Absent unless both verifiers have answered; empty if they agree. */
  differences?: Differences;
  /**
   * Set if two verifiers were asked and one of them failed, if the file was larger than the service accepts and
   * therefore read in this browser, or if it has a seal in a file of its own and this browser has no engine.
   */
  unanswered?: {by: Verifier; error: SealedCaptureError};
  /** The service's address as it was configured, if the service was asked. */
  url?: string;
  /** Trust anchors of `local`: PEM, or the text of a service's `trust.json`. */
  trustAnchors?: string;
}

export interface OpinionOptions extends Omit<InspectOptions, 'onProgress'> {
  verify: VerifyMode;
  /** Called with the share of the file that was sent, or of a large file that was read in this browser. */
  onProgress?: (share: number, by?: Verifier) => void;
  /**
   * Trust anchors of the browser's own verdict: PEM, or JSON in the form of `trust.json`. Default: those of the
   * service.
   */
  trustAnchors?: string;
}

/** The verifiers that can check a file. */
export interface Verifiers {
  service: Pick<InspectionClient, 'inspect'>;
  local: LocalVerification;
  trustAnchors: TrustAnchors;
  /** What the service accepts. Without it, every file is sent. */
  limits?: InspectionLimits;
}

/** Label states, the most cautious first. */
const byCaution: readonly LabelState[] = [
  'invalid',
  'unchecked',
  'none',
  'untrusted',
  'interim',
  'valid',
];
const cautionOf = ({labelState}: InspectionResult): number => byCaution.indexOf(labelState);

/**
 * Has one file checked by the service, by this browser, or by both at once. With `local`, nothing of the file
 * leaves the device. A file that is larger than the service accepts, or given together with its seal in a file of its
 * own, is checked by this browser, and not sent; without an engine in the page, the service checks the file alone that
 * was given with a seal. Rejects with `configuration_invalid` for an unknown `verify` or an unusable option, otherwise
 * with the error of the verifier; if both failed, with the service's. Without trust anchors the browser reports an
 * error instead of calling every signer unknown.
 */
export async function askOpinions(
  file: Blob,
  options: OpinionOptions,
  verifiers: Verifiers,
): Promise<Opinions> {
  const {limits} = verifiers;
  // The service takes one file.
  if (sealBeside(file) && verifyModes.includes(options.verify)) {
    try {
      const here = await verifyHere(file, options, verifiers);
      return {result: here.local, ...here};
    } catch (thrown) {
      if (options.verify === 'local' || !isWithoutEngine(thrown)) throw thrown;
      const service = await verifiers.service.inspect(file, options);
      const unanswered = silence('local', thrown);
      return {result: service, service, unanswered, url: options.url};
    }
  }
  const isToBeSent = options.verify === 'service' || options.verify === 'both';
  const accepted =
    limits && isToBeSent && file.size > ALWAYS_ACCEPTED
      ? await limits.of(options.url, options.signal)
      : undefined;
  const refusal = accepted && refusalOf(file, accepted);
  if (refusal) return verifyInstead(refusal, file, options, verifiers);
  const asked = {...options, asFile: accepted?.takesFile};
  switch (options.verify) {
    case 'service': {
      const service = await verifiers.service.inspect(file, asked);
      return {result: service, service, url: options.url};
    }
    case 'local': {
      const here = await verifyHere(file, options, verifiers);
      return {result: here.local, ...here};
    }
    case 'both':
      return askBoth(file, asked, verifiers);
    default:
      throw new SealedCaptureError(
        'configuration_invalid',
        `verify has to be one of ${verifyModes.join(', ')}.`,
      );
  }
}

/** Files up to this size in bytes are accepted whatever the service's limits are set to. */
const ALWAYS_ACCEPTED = 1024 * 1024;

/** What the service would say to a file that it does not accept, without sending it. */
function refusalOf(
  file: Blob,
  {image = Infinity, other = Infinity}: FileLimits,
): SealedCaptureError | undefined {
  const largest = isPicture(file) ? image : other;
  if (file.size <= largest) return undefined;
  const message = `The file is larger than ${largest} bytes, which this service accepts.`;
  return new SealedCaptureError('too_large', message);
}

const isPicture = (file: Blob): boolean =>
  mediaTypeOf(file.type, 'name' in file ? String(file.name) : '').startsWith('image/');

async function verifyInstead(
  refusal: SealedCaptureError,
  file: Blob,
  options: OpinionOptions,
  verifiers: Verifiers,
): Promise<Opinions> {
  try {
    const here = await verifyHere(file, options, verifiers);
    return {result: here.local, ...here, unanswered: silence('service', refusal), url: options.url};
  } catch (thrown) {
    // That the file is too large is what a person can do something about.
    if (!isWithoutEngine(thrown)) throw thrown;
    throw refusal;
  }
}

async function verifyHere(
  file: Blob,
  {url, trustAnchors: given, signal, onProgress: onAny}: OpinionOptions,
  verifiers: Verifiers,
): Promise<{local: InspectionResult; trustAnchors: string}> {
  const trustAnchors = given || (await verifiers.trustAnchors.of(url, signal));
  const onProgress = onAny && ((share: number) => onAny(share, 'local'));
  try {
    const local = await verifiers.local.verify(file, {
      trustAnchors,
      signal,
      onProgress,
      detached: sealBeside(file),
    });
    return {local, trustAnchors};
  } catch (thrown) {
    if (given || !isMisconfigured(thrown)) throw thrown;
    const message = 'What the service says that it trusts are no certificates.';
    throw new SealedCaptureError('response_invalid', message, {cause: thrown});
  }
}

async function askBoth(
  file: Blob,
  options: OpinionOptions,
  verifiers: Verifiers,
): Promise<Opinions> {
  const [asked, read] = await Promise.allSettled([
    verifiers.service.inspect(file, options),
    // One progress is shown: that of sending, which takes longer.
    verifyHere(file, {...options, onProgress: undefined}, verifiers),
  ]);
  if (options.signal.aborted) {
    throw givenUp();
  }
  // An error in the page's configuration is thrown; it says nothing about the verifier that failed.
  for (const outcome of [asked, read]) {
    if (outcome.status === 'rejected' && isMisconfigured(outcome.reason)) throw outcome.reason;
  }
  const {url} = options;
  if (asked.status === 'rejected') {
    if (read.status === 'rejected') throw asked.reason;
    const here = read.value;
    return {result: here.local, ...here, unanswered: silence('service', asked.reason), url};
  }
  const service = asked.value;
  if (read.status === 'rejected') {
    return {result: service, service, unanswered: silence('local', read.reason), url};
  }
  const {local, trustAnchors} = read.value;
  const result = cautionOf(local) < cautionOf(service) ? local : service;
  const differences = differencesOf(service, local);
  return {result, service, local, differences, url, trustAnchors};
}

const isMisconfigured = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError && thrown.code === 'configuration_invalid';

/** True for a page that has no engine of its own. */
const isWithoutEngine = (thrown: unknown): boolean =>
  toSealedCaptureError(thrown, 'internal_error').code === 'worker_unavailable';

const silence = (by: Verifier, reason: unknown): Opinions['unanswered'] => ({
  by,
  error: toSealedCaptureError(reason, 'internal_error'),
});
