import {readFile} from 'node:fs/promises';
import {parseArgs} from 'node:util';
import {parseJson} from '@sealed-capture/seal/model/service-error.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {checkAudit, type AuditReport} from '../../audit/audit-check.js';
import type {NotedHeads} from '../../audit/audit-head.js';
import {checkProof, type ProofResult} from '../../audit/audit-proof.js';
import {SettingsError, UsageError} from '../../settings/settings-error.js';
import {givenHeads, type Given} from './given-heads.js';
import {say, sayJson} from '../terminal.js';
import {folderOf, linesOfText, reading} from './reading.js';

/** Exit status of proofs that were compared with no head. */
const ONLY_CONSISTENT = 3;

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
  if (values.json) sayJson({...report, ...(given.faults.length > 0 && {stamps: given.faults})});
  else
    for (const words of [...given.faults, ...stampWords(given), ...reportWords(report, given)])
      say(words);
  if (report.faults.length + given.faults.length > 0) process.exitCode = 1;
}

const stampWords = ({stamped}: Given): string[] =>
  stamped.map(({time}) => `Compared with a head that was stamped at ${time}.`);

function reportWords({files, entries, faults, cut, head}: AuditReport, {noted}: Given): string[] {
  return [
    ...faults,
    ...cut.map(
      (name) =>
        `${name} ends in an incomplete line, as after a power cut, or if it was shortened: an entry whose request may have been answered.`,
    ),
    `${entries} entries in ${files} files: ${faults.length > 0 ? 'CHANGED' : wholeWords(noted)}.`,
    `head ${head}`,
  ];
}

function wholeWords(noted: NotedHeads | undefined): string {
  if (noted && noted.marks.length > 0) return 'complete and unchanged up to the given head';
  if (noted && noted.single.length > 0) {
    return 'they agree with each other, and the given heads are there. Those are of single files: they do not show whether other files were removed or added';
  }
  return 'they agree with each other. Only a head that was noted before shows whether the newest were removed: give it with --head';
}

/** Verifies proofs, one on each line, as `prove` prints them. */
async function verifyProofs(path: string, {noted, faults, stamped}: Given): Promise<void> {
  const lines = linesOfText(await reading(path, () => readFile(path, 'utf8')));
  if (lines.length === 0) throw new SettingsError(`There is no proof in ${path}.`);
  const results = lines.map((line) => checkProof(parseJson(line), noted));
  for (const words of faults) say(words);
  for (const result of results) say(proofWords(result, stamped));
  const names = results.map(({name}) => name);
  if (faults.length > 0 || names.includes('fails')) process.exitCode = 1;
  else if (names.includes('consistent in itself')) process.exitCode = ONLY_CONSISTENT;
}

function proofWords(result: ProofResult, stamped: Given['stamped']): string {
  switch (result.name) {
    case 'fails':
      return `This proof does not hold. ${result.reason}`;
    case 'holds': {
      const stamps = stamped.filter(({heads}) => heads.some((head) => result.heads.includes(head)));
      const [time] = stamps.map((stamp) => stamp.time).sort();
      const since = time === undefined ? '' : `, which was stamped at ${time}`;
      return `${visibleText(result.entry)}\nis in the log with the given head${since}.`;
    }
    case 'consistent in itself':
      return `${visibleText(result.entry)}\nis consistent in itself only: anybody can make such a proof. Compare it with a head that you noted, or that a person you trust has noted: --head.`;
  }
}
