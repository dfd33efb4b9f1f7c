import type {LabelState} from '../../../../model/inspection/label-state.js';

const headings: Record<LabelState, string> = {
  valid: 'Seal intact.',
  interim: 'Intact, and known from a closed list.',
  untrusted: 'Intact, but the signer is not known here.',
  invalid: 'Seal broken.',
  none: 'No seal.',
  unchecked: 'Could not be checked.',
};

const byAndOn = (name?: string, time?: string): string =>
  (name ? ` by ${name}` : '') + (time ? ` on ${time}` : '');

/** What is wrong with a file from which this one was made; as `src/seal/engine/verdict.ts` says it. */
const sources = {
  broken: ', but the file that it was made from had a broken seal',
  unknown: ', but it was made from a file whose signer is not trusted',
} as const;

/** The verdicts and their explanations. `name` is the signer's. */
export const verdict = {
  verdict: (state: LabelState) => headings[state],
  partlyConfirmed: 'Intact, but not all of it is confirmed.',
  unchanged: (name?: string, source?: keyof typeof sources) =>
    `Nothing has changed since ${name ? `${name} sealed it` : 'it was sealed'}${source ? sources[source] : ''}.`,
  unknownSigner: (name = 'its signer', byService = true) =>
    `Nothing has changed since it was sealed, but ${name} is not among the signers ${byService ? 'this service trusts' : 'trusted here'}.`,
  changed: 'The file was changed after it was sealed.',
  notConfirmed: 'What this file says about itself cannot be relied on.',
  notChecked: 'Nothing was found out about this file, neither for it nor against it.',
  noSeal: "This file carries no seal. That doesn't mean it's fake.",
  sealedBy: (name?: string, time?: string) => `Sealed${byAndOn(name, time)}.`,
  /** The authority of the time stamp is unknown, or was not checked. */
  sealedAndStamped: (name?: string, time?: string) =>
    `Sealed${byAndOn(name)}. Its time stamp says ${time}; who gave that is not known.`,
  /** The time stamp was added after the seal was made. */
  sealedAtLatest: (name?: string, time?: string) =>
    `Sealed${name ? ` by ${name},` : ''} at the latest on ${time}.`,
  saysSealedBy: (name?: string, time?: string) =>
    `The file claims it was sealed${byAndOn(name, time)}.`,
};
