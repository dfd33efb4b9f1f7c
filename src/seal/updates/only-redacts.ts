/** Labels of the assertions that say what was done to a file. */
export const ACTIONS = /^c2pa\.actions(\.v\d+)?(__\d+)?$/;

/** What a standard manifest says of itself, as far as it tells whether the content was left as it was. */
export interface Deeds {
  /** Names of all actions that it holds. */
  actions: readonly (string | undefined)[];
  /** Each list of actions says that it is complete. */
  areAllActionsIncluded: boolean;
  /** How many assertions of others its claim declares as redacted. */
  redactions: number;
}

/**
 * True where a standard manifest says of itself that opening and redacting is all that it did: that is what stands over an
 * earlier seal where a container has no room for an update manifest.
 */
export const onlyRedacts = ({actions, areAllActionsIncluded, redactions}: Deeds): boolean =>
  redactions > 0 &&
  areAllActionsIncluded &&
  actions.includes('c2pa.redacted') &&
  actions.every((name) => name === 'c2pa.opened' || name === 'c2pa.redacted');

/** What was done to the file, and what binds the seal to it, has to stay (C2PA 2.4, "Redaction of assertions"). */
export const mustStay = (label: string): boolean => /^c2pa\.(actions|hash\.)/.test(label);
