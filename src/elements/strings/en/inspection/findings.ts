import type {Verifier} from '../../../../core/inspection/opinions.js';
import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';

const questions: Record<CheckArea, string> = {
  content: 'Is it the same file?',
  signature: 'Is the seal itself unchanged?',
  certificate: 'Was the certificate good for it?',
  trust: 'Is the signer known here?',
  time: 'Is the time of sealing confirmed?',
  statements: 'Are its statements as they were signed?',
  ingredients: 'Do the files that it was made from hold?',
  identity: 'Does the statement of identity hold?',
  clock: 'Was the device’s clock right?',
  others: 'Do the checks hold that have no question of their own?',
};

/** Why one of both could not check, after its name. */
const silences: Record<Verifier, Partial<Record<ErrorCode, string>>> = {
  service: {
    network_failed: 'it could not be reached',
    timeout: 'it did not answer in time',
    service_unavailable: 'it is busy',
    rate_limited: 'it is busy',
    unauthorized: 'it did not accept the key',
    credentials_missing: 'there is no key for it',
    too_large: 'the file is too large for it',
    media_unsupported: 'it does not read files of this kind',
  },
  local: {
    worker_unavailable: 'the program that checks could not run (it needs WebAssembly)',
    media_unsupported: 'it does not read files of this kind',
  },
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Failed',
  unknown: 'Unknown',
  noted: 'To note',
  unconfirmed: 'Not confirmed',
  passed: 'Passed',
  unchecked: 'Not checked',
};

/** What `<seal-inspector>` says of who checked a file, and what. */
export const findings = {
  checks: 'What was checked',
  checksCount: (counts: readonly (readonly [CheckOutcome, number])[]) =>
    counts
      .flatMap(([outcome, count]) => (count ? `${count} ${outcomes[outcome].toLowerCase()}` : []))
      .join(', '),
  checkArea: (area: CheckArea) => questions[area],
  checkOutcome: (outcome: CheckOutcome) => outcomes[outcome],
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
  bothDiffer: 'Two have checked, and they do not agree. The more cautious verdict is shown.',
  readDiffer: (host: string) =>
    `Two have checked and come to the same verdict, but do not read the same in the seal. What ${host} read is shown.`,
  says: (who: string, verdict: string) => `${who}: ${verdict}`,
  differOn: 'Only one of them failed it for:',
  differIn: (parts: string) => `They read something else of: ${parts}.`,
  signerAndTime: 'Signer and time of sealing',
  oneAnswered: (silent: string, why: string, other: string) =>
    `${silent} could not check it: ${why}. This verdict comes from the other alone: ${other}.`,
  silence: (by: Verifier, code: ErrorCode) =>
    silences[by][code] ??
    (by === 'service' ? 'its answer made no sense' : 'it could not learn whom to trust'),
};
