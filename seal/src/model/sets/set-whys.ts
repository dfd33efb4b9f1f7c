import {isSandboxSeal} from '../inspection/sandbox-seal.js';
import type {SetWhy} from '../inspection/set-state.js';
import {deviceDoubts} from './device-says.js';
import type {SortedFiles} from './known-seals.js';
import {aboutFiles, namesIn} from './sentences.js';
import {compareText, isClosing, isConfirmed, ranks, signerOf, type SetFile} from './set-files.js';
import type {Parts} from './set-parts.js';

/** What is known of a set. */
export interface Findings {
  sorted: SortedFiles;
  /** Its files in the order of their numbers, closing records among them. */
  inOrder: readonly SetFile[];
  /** The files of the set's own signer. */
  own: ReadonlySet<SetFile>;
  parts: Parts;
  /** Files that are here, although the device says that it has discarded them. */
  discardedHere: readonly SetFile[];
  /** How many files of the folder could not be checked and name no set. */
  unchecked: number;
}

/** What is to be said of a set, each with its sentence, which is empty where the counts and lists of the report say it. */
export function whysOf(findings: Findings): ReadonlyMap<SetWhy, string> {
  const {sorted, inOrder, own, parts, discardedHere, unchecked} = findings;
  const {closing, exchanged, changed, contradicted} = sorted;
  const absent = parts.expected - parts.found - parts.replaced;
  const forked = exchanged.filter((one) => own.has(one)).map(({set}) => set.index);
  const unconfirmed = inOrder.filter((one) => !isConfirmed(one));
  const signers = [...new Set(inOrder.map(signerOf))].sort(compareText);
  const later = closing ? inOrder.filter(({set}) => set.index > closing.set.index) : [];
  const refused = [...exchanged, ...changed].filter(isClosing);
  const whys: [isSo: boolean, why: SetWhy, sentence: string][] = [
    [absent > unchecked, 'missing', ''],
    [parts.replaced > 0, 'replaced', ''],
    [forked.length > 0, 'forked', `Different seals of its signer have number ${namesIn(forked)}.`],
    [
      contradicted.size > 0,
      'contradicted',
      `The seals say different things of number ${namesIn([...contradicted])}.`,
    ],
    [
      absent > 0 && unchecked > 0,
      'unchecked',
      unchecked === 1
        ? 'A file could not be checked: it may be what is missing.'
        : `${unchecked} files could not be checked: what is missing may be among them.`,
    ],
    [unconfirmed.length > 0, 'unconfirmed', aboutUnconfirmed(unconfirmed)],
    [signers.length > 1, 'signers', `The seals are of several signers: ${namesIn(signers)}.`],
    [parts.elsewhere.length > 0, 'elsewhere', ''],
    [
      !closing,
      'no-closing',
      'Without a closing record, nobody can tell whether more belongs to the set.',
    ],
    [
      later.length > 0,
      'later',
      aboutFiles(
        later,
        'A file was sealed after the closing record',
        'files were sealed after the closing record',
      ),
    ],
    [
      refused.length > 0,
      'closing-refused',
      aboutFiles(refused, 'A closing record does not count', 'closing records do not count'),
    ],
    [
      discardedHere.length > 0,
      'discarded-here',
      aboutFiles(
        discardedHere,
        'The device says that it has discarded a capture that is here',
        'captures are here that the device says it has discarded',
      ),
    ],
    [
      inOrder.some(({result}) => isSandboxSeal(result)),
      'sandbox',
      'This set is from the sandbox. It is no evidence.',
    ],
  ];
  const found = whys.flatMap(([isSo, why, sentence]): [SetWhy, string][] =>
    isSo ? [[why, sentence]] : [],
  );
  return new Map([...found, ...deviceDoubts(closing, inOrder)]);
}

function aboutUnconfirmed(files: readonly SetFile[]): string {
  const isUnchecked = ({rank}: SetFile) => rank === ranks.unchecked;
  return [
    aboutFiles(
      files.filter((one) => !isUnchecked(one)),
      'The signer of a file is not trusted',
      'files are of signers that are not trusted',
    ),
    aboutFiles(
      files.filter(isUnchecked),
      'A file could not be checked',
      'files could not be checked',
    ),
  ]
    .filter(Boolean)
    .join(' ');
}
