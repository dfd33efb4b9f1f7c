/** Labels of assertions with actions. */
export const ACTIONS = /^c2pa\.actions(\.v\d+)?(__\d+)?$/;

/** What a standard manifest says of itself that shows whether the content was left unchanged. */
export interface Deeds {
  /** Names of all its actions. */
  actions: readonly (string | undefined)[];
  /** Every list of actions says that it is complete. */
  areAllActionsIncluded: boolean;
  /** Number of other manifests' assertions that its claim declares as redacted. */
  redactions: number;
}

/**
 * True if a standard manifest says that it only opened and redacted: this form stands above an earlier seal if a
 * container has no room for an update manifest.
 */
export const onlyRedacts = ({actions, areAllActionsIncluded, redactions}: Deeds): boolean =>
  redactions > 0 &&
  areAllActionsIncluded &&
  actions.includes('c2pa.redacted') &&
  actions.every((name) => name === 'c2pa.opened' || name === 'c2pa.redacted');

/**
 * True for assertions that must not be redacted: the actions and the hard binding (C2PA 2.4, "Redaction of
 * assertions").
 */
export const mustStay = (label: string): boolean => /^c2pa\.(actions|hash\.)/.test(label);
