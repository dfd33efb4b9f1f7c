import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {joinedZips, MOST_TOGETHER} from '../../../core/inspection/joined-zips.js';
import type {CasePacker} from '../../../core/wiring/elements/case-packer.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {View} from '../../metadata/view.js';
import {bytes} from '../format.js';
import {fileTable} from '../intake/file-csv.js';
import {listedName} from '../intake/file-row.js';
import {savedDocument} from '../report/printed.js';
import {evidenceTexts} from '../report/take-away.js';
import {caseText} from './case-format.js';
import {asData, caseDocument, type CaseReportParts} from './report/case-report.js';

/** Why there is no package, in the words of the page. */
export class NotPackedError extends Error {}

export interface CasePacking {
  reader: SealReader;
  packer: CasePacker;
  signal: AbortSignal;
  /** Called with the number of the file that is packed next. */
  onFile: (position: number) => void;
}

/**
 * A ZIP with a folder for each selected file, and the report, the table, the saved case, the verdict on sets if there are any, and a script above them. Files
 * are packed one after the other, and joined without being read again. Rejects with {@link NotPackedError}.
 */
export async function caseEvidence(
  parts: CaseReportParts,
  {reader, packer, signal, onFile}: CasePacking,
): Promise<Blob> {
  const {files, notes, sets, view} = parts;
  const inspections = files.map(({entry}) => entry.inspection);
  const size = inspections.reduce((sum, {file}) => sum + file.size, 0);
  if (size > MOST_TOGETHER) throw new NotPackedError(tooLarge(view));
  const folders = [];
  for (const [index, {entry, host}] of files.entries()) {
    const {inspection} = entry;
    onFile(index + 1);
    try {
      const texts = await evidenceTexts({inspection, host, reader, view}, signal);
      const number = String(index + 1).padStart(String(files.length).length, '0');
      folders.push(await packer.packFolder(inspection.file, texts, number, signal));
    } catch (thrown) {
      signal.throwIfAborted();
      const {code} = toSealedCaptureError(thrown, 'media_unsupported');
      if (code === 'worker_unavailable') throw thrown;
      const words = code === 'too_large' ? 'caseFileTooLarge' : 'caseFileNotPacked';
      const reason = view.localize.term(words, listedName(inspection, view));
      throw new NotPackedError(reason, {cause: thrown});
    }
  }
  const table = await fileTable(inspections, view, signal);
  const cover = await packer.packCover(
    folders.map(({folder, scriptSha256, isOfSandbox}) => ({folder, scriptSha256, isOfSandbox})),
    [
      {name: 'report.html', text: await savedDocument(caseDocument(parts, asData))},
      {name: 'case.json', text: caseText(notes.packed(files.map(({entry}) => entry)))},
      // Reading it as text takes the byte order mark away, by which spreadsheets recognize the encoding.
      ...(sets
        ? [{name: 'sets.json', text: `${JSON.stringify(sets.report, undefined, 2)}\n`}]
        : []),
      {name: 'files.csv', text: `\ufeff${await table.text()}`},
    ],
    signal,
  );
  signal.throwIfAborted();
  return joinedZips([cover, ...folders.map(({zip}) => zip)]);
}

function tooLarge({localize, format}: View): string {
  const {value, unit = ''} = bytes(format, MOST_TOGETHER);
  return localize.term('caseTooLarge', `${value} ${unit}`);
}
