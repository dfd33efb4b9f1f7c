import {givenUp, SealedCaptureError, toSealedCaptureError} from '../../model/errors.js';
import type {InspectionResult, LabelState} from '../../model/inspection/inspection-result.js';
import type {LocalVerification} from '../../ports/inspection/local-verification.js';
import type {TrustAnchors} from '../../ports/inspection/trust-anchors.js';
import {differencesOf, type Differences} from './differences.js';
import type {InspectionClient, InspectOptions} from './inspection-client.js';

/** Who checks a file: the service, this browser, or both, who are then compared. */
export type Verifier = 'service' | 'local';
export const verifyModes = ['service', 'local', 'both'] as const;
export type VerifyMode = (typeof verifyModes)[number];

/** What came of asking one or two verifiers about one file. */
export interface Opinions {
  /** What is shown: of two verdicts the more cautious one; of one that failed, the other's. */
  result: InspectionResult;
  service?: InspectionResult;
  local?: InspectionResult;
  /** Absent unless both have answered; empty where they agree. */
  differences?: Differences;
  /** Both were asked, and one could not say anything. */
  unanswered?: {by: Verifier; error: SealedCaptureError};
  /** The address of the service, as it was given, where that was asked. */
  url?: string;
  /** Whom `local` trusts: PEM, or what a service's `trust.json` says. */
  trustAnchors?: string;
}

export interface OpinionOptions extends InspectOptions {
  verify: VerifyMode;
  /** Whom the browser's own verdict trusts: PEM, or JSON as of `trust.json`. Without any: what the service says. */
  trustAnchors?: string;
}

/** Who can be asked. */
export interface Verifiers {
  service: Pick<InspectionClient, 'inspect'>;
  local: LocalVerification;
  trustAnchors: TrustAnchors;
}

/** The most cautious first. */
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
 * Asks the service, this browser, or both at once about one file. With "local", nothing of the file leaves the device.
 * Rejects with `configuration_invalid` for another `verify`, and for whatever else one of them cannot be asked with,
 * with what the one that was asked failed with, and where both failed with the service's error. The browser does not
 * judge without trust anchors: every signer would be unknown.
 */
export async function askOpinions(
  file: Blob,
  options: OpinionOptions,
  verifiers: Verifiers,
): Promise<Opinions> {
  switch (options.verify) {
    case 'service': {
      const service = await verifiers.service.inspect(file, options);
      return {result: service, service, url: options.url};
    }
    case 'local': {
      const here = await verifyHere(file, options, verifiers);
      return {result: here.local, ...here};
    }
    case 'both':
      return askBoth(file, options, verifiers);
    default:
      throw new SealedCaptureError(
        'configuration_invalid',
        `verify has to be one of ${verifyModes.join(', ')}.`,
      );
  }
}

async function verifyHere(
  file: Blob,
  {url, trustAnchors: given, signal}: OpinionOptions,
  verifiers: Verifiers,
): Promise<{local: InspectionResult; trustAnchors: string}> {
  const trustAnchors = given || (await verifiers.trustAnchors.of(url, signal));
  try {
    return {local: await verifiers.local.verify(file, {trustAnchors, signal}), trustAnchors};
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
    verifyHere(file, options, verifiers),
  ]);
  if (options.signal.aborted) {
    throw givenUp();
  }
  // The page's own mistake: it says nothing about who did not answer.
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

const silence = (by: Verifier, reason: unknown): Opinions['unanswered'] => ({
  by,
  error: toSealedCaptureError(reason, 'internal_error'),
});
