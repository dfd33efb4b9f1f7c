import type {SetReport} from '../inspection/sets-report.js';
import type {SetState} from '../inspection/set-state.js';
import {deviceDoubts} from './device-says.js';
import type {Elsewhere} from './elsewhere.js';
import {sortFiles} from './known-seals.js';
import {authorityOf, compareText, isConfirmed, signerOf, type SetFile} from './set-files.js';
import {partsOf, type Budget} from './set-parts.js';
import {setReason, type Findings} from './set-reason.js';

/**
 * Judges the files that name one set, of which at least one is intact.
 *
 * @param numbered the captures that the sets of the folder have numbered
 */
export function judgeSet(
  set: string,
  files: readonly SetFile[],
  numbered: Elsewhere,
  budget: Budget,
): SetReport {
  const authority = authorityOf(files);
  const sorted = sortFiles(authority, files);
  const {closing, members} = sorted;
  const inOrder = [...members.values()].sort((a, b) => a.set.index - b.set.index);
  const counted = partsOf(sorted, numbered, budget);
  const findings: Findings = {
    sorted,
    counted,
    doubts: deviceDoubts(closing, inOrder),
    signers: [...new Set(inOrder.map(signerOf))].sort(compareText),
    unconfirmed: inOrder.filter((one) => !isConfirmed(one)),
    later: closing ? inOrder.filter((one) => one.set.index > closing.set.index) : [],
  };
  const job = (closing ?? inOrder.find((one) => one.set.told))?.set.told?.job;
  const closedAt = closing?.result.signature?.timestamp;
  return {
    set,
    ...(job !== undefined && {job}),
    state: stateOf(findings, new Set(authority)),
    reason: setReason(findings),
    ...(closing && {closing: closing.file}),
    ...(closedAt !== undefined && {closedAt}),
    ...counted.parts,
  };
}

function stateOf(findings: Findings, authority: ReadonlySet<SetFile>): SetState {
  const {sorted, counted, doubts, signers, unconfirmed, later} = findings;
  const {expected, found, elsewhere} = counted.parts;
  // Two seals of the set's own signer with one number: there are more than anything here lists.
  const isForked = sorted.exchanged.some((one) => authority.has(one));
  if (found < expected || isForked || sorted.contradicted.size > 0) return 'incomplete';
  if (elsewhere.length > 0) return 'unconfirmed';
  if (unconfirmed.length > 0 || signers.length > 1 || doubts.length > 0) return 'unconfirmed';
  return sorted.closing && later.length === 0 ? 'complete' : 'open';
}
