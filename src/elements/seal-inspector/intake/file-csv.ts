import type {FileInspection} from '../../../core/inspection/inspections.js';
import {isOfSet} from '../../../core/inspection/sets/files-of-sets.js';
import {setIn} from '../../../core/inspection/sets/set-in.js';
import {isChosen} from '@sealed-capture/seal/model/inspection/chosen.js';
import {objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {View} from '../../metadata/view.js';
import {csvField} from '@sealed-capture/seal/model/text/csv-field.js';
import {failureWords} from '../failure.js';
import {markedName} from '../verdict/mixed-names.js';
import {reasonIn} from '../verdict/verdict.js';
import {stateIn} from './file-state.js';
import {nameOf} from './file-name.js';

/** Rows of texts as CSV: RFC 4180, UTF-8 with a byte order mark, by which spreadsheets recognize the encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(csvField).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });

/** SHA-256 in hexadecimal digits; empty if the file cannot be read any more, or the page is not secure. */
export async function hashOf(file: Blob): Promise<string> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return '';
  }
}

/** A line for each file: name, verdict, reason, signer, the signer that an unconfirmed seal names, time stamp, hash, and, if any file is part of a set, number, job and whether it was chosen. Files are read one after the other. */
export async function fileTable(
  files: readonly FileInspection[],
  view: View,
  signal: AbortSignal,
): Promise<Blob> {
  const {term, localize} = view;
  // Without a set, the table stays as programs have read it before there were any.
  const isWithSets = files.some(isOfSet);
  const rows = [
    [
      term('csvName'),
      term('csvVerdict'),
      term('csvReason'),
      term('csvSigner'),
      term('csvClaimed'),
      term('csvTime'),
      term('csvHash'),
      ...(isWithSets ? [term('csvSetNumber'), term('csvJob'), term('csvOrigin')] : []),
    ],
  ];
  for (const inspection of files) {
    signal.throwIfAborted();
    const {file} = inspection;
    const verdict = localize.term('fileState', stateIn(inspection));
    const {reason, signer, claimed, time} = saidOf(inspection, view);
    const row = [nameOf(file), verdict, reason, signer, claimed, time, await hashOf(file)];
    const chosen = isChosenFile(inspection) ? term('csvChosen') : '';
    rows.push(isWithSets ? [...row, ...placeOf(inspection), chosen] : row);
  }
  return csvOf(rows);
}

const isChosenFile = ({progress}: FileInspection): boolean =>
  progress.name === 'done' && isChosen(progress.opinions.result);

/** The number of the file in its set, and the page's name for the job. */
function placeOf({progress}: FileInspection): [number: string, job: string] {
  const set = progress.name === 'done' ? setIn(progress.opinions.result) : undefined;
  return [set ? String(set.index) : '', set?.told?.job ?? ''];
}

/** What is known of a file. Only a valid seal that is evidence confirms its signer; others name one (`claimed`). */
export function saidOf({progress, file}: FileInspection, view: View) {
  const said = {reason: '', signer: '', claimed: '', time: ''};
  if (progress.name === 'failed') {
    const {heading, help} = failureWords(progress.error, file, 'service', view);
    return {...said, reason: view.localize.term('problemSaid', heading, help)};
  }
  if (progress.name !== 'done') return said;
  const {opinions} = progress;
  const signature = objectAt(opinions.result, 'signature');
  const name = markedName(textAt(signature, 'signedBy') ?? '', view);
  const isConfirmed = stateIn({progress}) === 'valid';
  return {
    reason: reasonIn(opinions, view),
    signer: isConfirmed ? name : '',
    claimed: isConfirmed ? '' : name,
    time: textAt(signature, 'timestamp') ?? '',
  };
}
