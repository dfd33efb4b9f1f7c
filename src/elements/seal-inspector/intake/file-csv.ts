import type {FileInspection} from '../../../core/inspection/inspections.js';
import {object, objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {View} from '../../metadata/view.js';
import {csvField} from '@sealed-capture/seal/model/text/csv-field.js';
import {failureWords} from '../failure.js';
import {stateOf} from '../verdict/answer.js';
import {markedName} from '../verdict/mixed-names.js';
import {reasonIn} from '../verdict/verdict.js';
import {stateIn} from './file-counts.js';
import {nameOf} from './file-name.js';

/** Rows of texts as CSV: RFC 4180, UTF-8 with a byte order mark, by which spreadsheets recognize the encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(csvField).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });

/** SHA-256 in hexadecimal digits; empty if the file cannot be read any more, or the page is not secure. */
async function hashOf(file: Blob): Promise<string> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return '';
  }
}

/** A line for each file: name, verdict, reason, signer, who claims to be it, time stamp, hash. Files are read one after the other. */
export async function fileTable(
  files: readonly FileInspection[],
  view: View,
  signal: AbortSignal,
): Promise<Blob> {
  const {term, localize} = view;
  const rows = [
    [
      term('csvName'),
      term('csvVerdict'),
      term('csvReason'),
      term('csvSigner'),
      term('csvClaimed'),
      term('csvTime'),
      term('csvHash'),
    ],
  ];
  for (const inspection of files) {
    signal.throwIfAborted();
    const {file, progress} = inspection;
    const verdict = localize.term('fileState', stateIn(inspection));
    const [reason, signer, claimed, time] = saidOf(progress, file, view);
    rows.push([nameOf(file), verdict, reason, signer, claimed, time, await hashOf(file)]);
  }
  return csvOf(rows);
}

/** Reason, signer and time stamp, as far as they are known. Without a valid seal, its signer is only claimed. */
function saidOf(
  progress: FileInspection['progress'],
  file: Blob,
  view: View,
): [reason: string, signer: string, claimed: string, time: string] {
  if (progress.name === 'failed') {
    const {heading, help} = failureWords(progress.error, file, 'service', view);
    return [view.localize.term('problemSaid', heading, help), '', '', ''];
  }
  if (progress.name !== 'done') return ['', '', '', ''];
  const {result} = progress.opinions;
  const signature = objectAt(result, 'signature');
  const [signer = '', time = ''] = ['signedBy', 'timestamp'].map(
    (name) => textAt(signature, name) ?? '',
  );
  const name = markedName(signer, view);
  const isValid = stateOf(object(result) ?? {}) === 'valid';
  return [reasonIn(progress.opinions, view), isValid ? name : '', isValid ? '' : name, time];
}
