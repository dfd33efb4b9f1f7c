import {SealedCaptureError, toSealedCaptureError} from '../model/errors.js';
import type {InspectionResult, LabelState} from '../model/inspection-result.js';
import type {LocalVerification} from '../ports/local-verification.js';
import type {TrustAnchors} from '../ports/trust-anchors.js';
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
  /**
   * Both were asked and came to another state, or to other failed checks. Absent unless both have answered; then the
   * codes on which they differ, failed at one alone. Empty where they agree.
   */
  differences?: {state: boolean; codes: string[]};
  /** Both were asked, and one could not say anything. */
  unanswered?: {by: Verifier; error: SealedCaptureError};
}

export interface OpinionOptions extends InspectOptions {
  verify: VerifyMode;
  /** Root certificates, PEM, that the browser's own verdict trusts. Without any: those that the service says. */
  trustAnchors?: string;
}

/** Who can be asked. */
export interface Verifiers {
  service: Pick<InspectionClient, 'inspect'>;
  local: LocalVerification;
  trustAnchors: TrustAnchors;
}

/** The most cautious first. */
const byCaution: readonly LabelState[] = ['invalid', 'none', 'untrusted', 'valid'];
const cautionOf = ({labelState}: InspectionResult): number => byCaution.indexOf(labelState);

/**
 * Asks the service, this browser, or both at once about one file. With "local", nothing of the file leaves the device.
 * Rejects with `configuration_invalid` for another `verify`, with what the one that was asked failed with, and where
 * both failed with the service's error. The browser does not judge without trust anchors: every signer would be
 * unknown.
 */
export async function askOpinions(
  file: Blob,
  options: OpinionOptions,
  verifiers: Verifiers,
): Promise<Opinions> {
  switch (options.verify) {
    case 'service': {
      const service = await verifiers.service.inspect(file, options);
      return {result: service, service};
    }
    case 'local': {
      const local = await verifyHere(file, options, verifiers);
      return {result: local, local};
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
  {url, trustAnchors, signal}: OpinionOptions,
  verifiers: Verifiers,
): Promise<InspectionResult> {
  return verifiers.local.verify(file, {
    trustAnchors: trustAnchors || (await verifiers.trustAnchors.of(url, signal)),
    signal,
  });
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
    throw new SealedCaptureError('aborted', 'The operation was given up.');
  }
  if (asked.status === 'rejected') {
    if (read.status === 'rejected') throw asked.reason;
    return {result: read.value, local: read.value, unanswered: silence('service', asked.reason)};
  }
  const service = asked.value;
  if (read.status === 'rejected') {
    return {result: service, service, unanswered: silence('local', read.reason)};
  }
  const local = read.value;
  const result = cautionOf(local) < cautionOf(service) ? local : service;
  return {result, service, local, differences: compare(service, local)};
}

const silence = (by: Verifier, reason: unknown): Opinions['unanswered'] => ({
  by,
  error: toSealedCaptureError(reason, 'response_invalid'),
});

function compare(service: InspectionResult, local: InspectionResult): Opinions['differences'] {
  const state = service.labelState !== local.labelState;
  // A service of the reference alone tells no checks, which contradicts none.
  if (!state && !service.checks.length) return {state, codes: []};
  const [theirs, ours] = [failuresOf(service), failuresOf(local)];
  const codes = [...new Set([...theirs, ...ours])];
  return {state, codes: codes.filter((code) => theirs.includes(code) !== ours.includes(code))};
}

const failuresOf = ({checks}: InspectionResult): string[] =>
  checks.flatMap(({code, passed}) => (passed ? [] : [code]));
