import {readFile} from 'node:fs/promises';
import {parseArgs} from 'node:util';
import {parseJson} from '../../../model/service-error.js';
import {visibleJson} from '../../../model/text/visible-json.js';
import {visibleText} from '../../../model/text/visible-text.js';
import {checkAudit, type AuditReport} from '../../audit/audit-check.js';
import type {NotedHeads} from '../../audit/audit-head.js';
import {checkProof, type ProofResult} from '../../audit/audit-proof.js';
import {SettingsError, UsageError} from '../../settings/settings-error.js';
import {givenHeads, type Given} from './given-heads.js';
import {folderOf, linesOfText, reading, write} from './reading.js';

/** Exit status of a proof that was compared with no head. */
const PROVES_NOTHING = 3;

/** `audit verify`: the log, or proofs. */
export async function verify(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {
      folder: {type: 'string'},
      head: {type: 'string', multiple: true},
      stamped: {type: 'string'},
      trust: {type: 'string'},
      json: {type: 'boolean'},
    },
  });
  const [proof, ...others] = positionals;
  if (others.length > 0) throw new UsageError('Name one file of proofs, or none.');
  const given = await givenHeads(values);
  if (proof !== undefined) return verifyProofs(proof, given);
  const folder = folderOf(values.folder);
  const report = await reading(folder, () => checkAudit(folder, given.noted));
  report.faults.unshift(...given.faults);
  if (values.json) {
    await write(`${visibleJson(report)}\n`);
  } else {
    await write(`${[...given.stamps, ...reportWords(report, given.noted)].join('\n')}\n`);
  }
  if (report.faults.length > 0) process.exitCode = 1;
}

function reportWords(
  {files, entries, faults, cut, head}: AuditReport,
  noted: NotedHeads | undefined,
): string[] {
  const unnoted =
    'they agree with each other. Only a head that was noted before shows whether the newest were removed: give it with --head';
  const whole = noted ? 'complete and unchanged up to the given head' : unnoted;
  return [
    ...faults,
    ...cut.map(
      (name) =>
        `${name} ends in an incomplete line, as after a power cut, or if it was shortened: an entry whose request may have been answered.`,
    ),
    `${entries} entries in ${files} files: ${faults.length > 0 ? 'CHANGED' : whole}.`,
    `head ${head}`,
  ];
}

/** Verifies proofs, one on each line, as `prove` prints them. */
async function verifyProofs(path: string, {noted, faults, stamps}: Given): Promise<void> {
  const lines = linesOfText(await reading(path, () => readFile(path, 'utf8')));
  if (lines.length === 0) throw new SettingsError(`There is no proof in ${path}.`);
  const results = lines.map((line) => checkProof(parseJson(line), noted));
  for (const words of [...faults, ...stamps, ...results.map(proofWords)]) await write(`${words}\n`);
  const names = results.map(({name}) => name);
  if (faults.length > 0 || names.includes('fails')) process.exitCode = 1;
  else if (names.includes('consistent in itself')) process.exitCode = PROVES_NOTHING;
}

function proofWords(result: ProofResult): string {
  switch (result.name) {
    case 'fails':
      return `This proof does not hold. ${result.reason}`;
    case 'holds':
      return `${visibleText(result.entry)}\nstands in the log with the given head.`;
    case 'consistent in itself':
      return `${visibleText(result.entry)}\nis consistent in itself only: who made it may have invented it. Compare it with a head that you noted, or have from somebody you trust: --head.`;
  }
}
