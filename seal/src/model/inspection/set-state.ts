// Separate from the schemas, so that a page does not load a schema library for a few words.

/**
 * complete: there is a closing record, and all captures that were not discarded, moved or skipped are here, as they were
 * sealed. open: nothing is missing as far as the numbers go, but there is no closing record, or there are later seals:
 * nobody can tell whether more follow. unconfirmed: nothing is known to be missing, but something cannot be confirmed, or
 * does not fit together. incomplete: something is missing, or another or a changed file is in its place, or the set's own
 * seals contradict each other.
 */
export const setStates = ['complete', 'open', 'unconfirmed', 'incomplete'] as const;
export type SetState = (typeof setStates)[number];

/** What is to be said of a set, the most serious first, each with the best state that a set can be in then. */
export const setWhys = {
  /** More captures are missing than files could not be checked. */
  missing: 'incomplete',
  /** An exchanged or changed file is in place of a capture. */
  replaced: 'incomplete',
  /** Different seals of the set's signer have one number. */
  forked: 'incomplete',
  /** Its seals say different things of one number. */
  contradicted: 'incomplete',
  /** What is missing may be among the files that could not be checked. */
  unchecked: 'unconfirmed',
  /** The signer of a file is not trusted, or a file of the set could not be checked. */
  unconfirmed: 'unconfirmed',
  /** The seals are of several signers. */
  signers: 'unconfirmed',
  /** Captures that the closing record lists are counted in another set of the job. */
  elsewhere: 'unconfirmed',
  /** The device gives two captures one number, or one capture two. */
  'doubt-numbers': 'unconfirmed',
  /** The device's order of its captures does not fit together. */
  'doubt-chain': 'unconfirmed',
  /** The device says nothing of some of its captures. */
  'doubt-silent': 'unconfirmed',
  'no-closing': 'open',
  /** There are seals after the closing record. */
  later: 'open',
  /** A file says that it closes the set, and is exchanged or changed. */
  'closing-refused': 'complete',
  /** A capture is here that the device says it has discarded. */
  'discarded-here': 'complete',
  /** A sandbox has made seals of it, which are no evidence. */
  sandbox: 'complete',
} as const satisfies Record<string, SetState>;
export type SetWhy = keyof typeof setWhys;
