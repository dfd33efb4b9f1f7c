import type {Verifier} from '../../../../core/inspection/opinions.js';
import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';

const questions: Record<CheckArea, string> = {
  content: 'Is it the same file?',
  signature: 'Is the seal itself unchanged?',
  certificate: 'Was the certificate valid for sealing?',
  trust: 'Is the signer known here?',
  time: 'Is the time of sealing confirmed?',
  statements: 'Are its statements as they were signed?',
  ingredients: "Are the source files' seals intact?",
  identity: 'Does the statement of identity hold?',
  clock: 'Was the device’s clock right?',
  others: 'Other checks',
};

/** Why the service could not verify, after its name. */
const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'could not be reached',
  timeout: 'did not answer in time',
  service_unavailable: 'is busy',
  rate_limited: 'is busy',
  unauthorized: 'did not accept the key',
  credentials_missing: 'needs a key, and this page has none',
  too_large: 'does not accept a file as large as this one',
  media_unsupported: 'does not read files of this kind',
};

/** Why this browser could not verify. */
const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'This browser could not run the program that checks, which needs WebAssembly.',
  media_unsupported: 'This browser cannot check files of this kind.',
};

const counted: Record<CheckOutcome, string> = {
  failed: 'failed',
  unknown: 'unknown',
  noted: 'noted',
  unconfirmed: 'not confirmed',
  passed: 'passed',
  unchecked: 'not checked',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Failed',
  unknown: 'Unknown',
  noted: 'Note',
  unconfirmed: 'Not confirmed',
  passed: 'Passed',
  unchecked: 'Not checked',
};

/** Terms of `<seal-inspector>` for the verifiers and the checks. */
export const findings = {
  checks: 'What was checked',
  checksCount: (counts: readonly (readonly [CheckOutcome, number])[]) =>
    counts.flatMap(([outcome, count]) => (count ? `${count} ${counted[outcome]}` : [])).join(', '),
  checkArea: (area: CheckArea) => questions[area],
  checkOutcome: (outcome: CheckOutcome) => outcomes[outcome],
  /** A button for more items of a list: how many it adds, and how many the list leaves out. */
  moreOf: (next: string, left: string) => `Show ${next} more of ${left}`,
  moreText: 'Show more of it',
  /** After a name and a colon, or in parentheses. */
  mixesScripts: (scripts: string) => `mixes letters of several alphabets: ${scripts}`,
  allChecks: 'Show all codes',
  notLookedAt: 'Nothing was said about it.',
  noTimeStamp: 'The seal carries no time stamp.',
  forgivenSources:
    'This was so when the earlier file was put in, and does not break the seal of this one.',
  agreesWithBroken: 'It agrees with a seal that is itself not as it was signed.',
  noSealedSources: 'No seal of an earlier file was looked at.',

  checkedBy: (host: string) => `Checked by ${host}.`,
  checkedHere: 'Checked in this browser; the file was not sent.',
  thisBrowser: 'This browser',
  bothAgree: (host: string) => `Checked by ${host} and in this browser; they agree.`,
  bothDiffer: 'The service and this browser disagree. The more cautious verdict is shown.',
  readDiffer: (host: string) =>
    `The service and this browser come to the same verdict, but read different data in the seal. What ${host} read is shown.`,
  says: (who: string, verdict: string) => `${who}: ${verdict}`,
  differOn: 'Only one of them failed it for:',
  differIn: (parts: string) => `They disagree on: ${parts}.`,
  signerAndTime: 'Signer and time of sealing',
  /** One of two verifiers could not verify, for this reason. */
  oneAnswered: (silent: Verifier, code: ErrorCode, host: string) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'gave an unreadable reply'}. This verdict comes from this browser alone.`
      : `${localSilences[code] ?? 'This browser could not find out which signers to trust.'} This verdict comes from ${host} alone.`,
};
