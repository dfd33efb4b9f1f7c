import {copying} from './copying.js';
import type {FileState} from '../seal-inspector.js';

const reasons: Record<string, string> = {
  permission_denied: 'The person did not allow it.',
  permission_not_requested: 'Nobody was asked for it.',
  not_supported: 'This device or browser cannot measure it.',
  not_available: 'The sensor gave no value.',
  timeout: 'The sensor did not answer in time.',
  insecure_context: 'The page was not secure (https).',
  policy_blocked: 'The page was not allowed to ask.',
  disabled: 'It was switched off.',
  error: 'The sensor failed.',
};

const fileStates: Record<FileState, string> = {
  valid: 'Intact',
  interim: 'Known from a closed list',
  untrusted: 'Signer not known',
  invalid: 'Broken',
  none: 'No seal',
  unchecked: 'Could not be checked',
  failed: 'Could not be checked',
  cancelled: 'Cancelled',
  working: 'Checking',
  waiting: 'Waiting',
};

/**
 * Terms of `<seal-inspector>` for a result, without the verdict. A value's label has the name of its field in the
 * answer.
 */
export const result = {
  ...copying,
  fileState: (state: FileState) => fileStates[state],
  unnamed: 'Without a name',
  cancelAll: 'Cancel all',
  retryFailed: 'Check the rest again',
  startOver: 'Start over',

  listOrder: 'Order',
  listGiven: 'As given',
  listWorst: 'By verdict, worst first',
  listShow: 'Show',
  listAll: 'All files',
  listSave: 'Save as CSV',
  listSaving: 'Saving the list.',
  listSaved: 'The list is saved.',
  listNotSaved: 'The list could not be saved. Try again.',
  csvName: 'File',
  csvVerdict: 'Verdict',
  csvReason: 'Reason',
  csvSigner: 'Signed by',
  csvTime: 'Time stamp',
  csvHash: 'SHA-256',

  preview: 'The file as it is now',
  noPreview: 'No preview',
  unconfirmed: 'Not confirmed: this may not be what was recorded.',

  sealed: 'What was sealed with it',
  claimed: 'What the file claims (not confirmed)',
  nothingSealed: 'This seal holds no capture data.',
  notInSeal: (titles: string) => `Not in this seal: ${titles}.`,
  unavailable: (reason: string) =>
    (Object.hasOwn(reasons, reason) && reasons[reason]) || `No value (${reason}).`,

  when: 'When',
  placeTimestamp: 'Location measured',
  timestamp: 'Time stamp of the seal',
  noTimestamp: 'The seal carries no trusted time stamp.',

  certificate: 'Certificate',
  signedBy: 'Issued to',
  issuedBy: 'Issued by',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  notRevokedAt: 'Not revoked as of',
  file: 'File',
  name: 'Name',
  type: 'Type',
  size: 'Size',
  json: 'Answer as JSON',
  takeAway: 'Export',
  saveJson: 'Download JSON',
  copy: 'Copy JSON',
  print: 'Print report',
  evidence: 'Download evidence',
  notPrinted:
    'The report could not be printed. Download the evidence instead: it holds the report.',
  report: 'Report on a seal',
  checkedOn: 'Checked on',
  reportMeans:
    'A seal says that nothing has changed since it was made, and who made it. It does not say that what is seen or heard was so.',
  packing: 'Putting the evidence together.',
  packed: 'The evidence was handed to your browser.',
  notPacked: 'The evidence could not be put together. Check that the file is still there.',
};
