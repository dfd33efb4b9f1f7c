import {listAt, objectAt, textAt, valueAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';
import {deltasOf, type Findings} from '../engine/findings.js';
import {
  NOT_REVOKED,
  saysFailure,
  SIGNER_TRUSTED,
  SIGNER_UNTRUSTED,
  STAMP_TRUSTED,
} from '../status-codes.js';
import {manifestIn} from '../own-reader/jumbf-url.js';
import {ingredientsOf, manifestNamedBy} from './history.js';
import {ACTIONS, onlyRedacts} from './only-redacts.js';

/** The manifest about the content, with later manifests above it that left the content unchanged. */
export interface UpdatedSeal {
  content: Loose;
  /** Newest first; the first is the active manifest. Empty if the active manifest itself is about the content. */
  updates: Loose[];
  /**
   * Something below the active manifest differs from what was named, or may differ, so nothing below it is
   * followed.
   */
  isBroken?: true;
  /** What is below the active manifest could not be compared with what was named. */
  isUnread?: true;
  /** The engine did not list what the seal says, or this package's own reader cannot read it. */
  isUnlisted?: true;
}

/** The codes about trust that are true of a manifest: of its signer, its time stamp, and the OCSP answer in it. */
export type TrustOf = (label: string) => ReadonlySet<string>;

/** True if a manifest, given by its label, names another by its hash, or by that of its signature. */
export type NamesParent = (manifest: string, parent: string) => Promise<boolean>;

const assertionsOf = (manifest: Loose, label: RegExp): Loose[] => {
  const assertions = objectAt(manifest, 'assertions');
  return Object.keys(assertions)
    .filter((name) => label.test(name))
    .map((name) => objectAt(assertions, name));
};

export const actionsOf = (manifest: Loose): unknown[] =>
  assertionsOf(manifest, ACTIONS).flatMap((one) => listAt(one, 'actions'));

/** The URIs that a manifest's claim declares as redacted. */
export const declaredBy = (manifest: Loose): unknown[] =>
  listAt(
    {...objectAt(manifest, 'claim'), ...objectAt(manifest, 'claim.v2')},
    'redacted_assertions',
  );

/** True for an update manifest (C2PA 2.4, "Update manifests"), and for a standard one that only redacts. */
const leavesContent = (manifest: Loose): boolean =>
  valueAt(manifest, 'isUpdateManifest') === true ||
  onlyRedacts({
    actions: actionsOf(manifest).map((action) => textAt(action, 'action')),
    areAllActionsIncluded: assertionsOf(manifest, ACTIONS).every(
      (one) => valueAt(one, 'allActionsIncluded') === true,
    ),
    redactions: declaredBy(manifest).length,
  });

const parentOf = (manifest: Loose): Loose | undefined =>
  ingredientsOf(manifest).find((one) => textAt(one, 'relationship') === 'parentOf');

/**
 * Follows the parents of manifests that left the content unchanged. `manifests` are those of the engine's crJSON.
 *
 * The engine does not compare the hash of a manifest with redactions, so `namesParent` is asked: anybody could put
 * another of the same label in its place. If a standard manifest stands above the seal, it alone binds the file as
 * it is, and its signer is trusted to have changed nothing else.
 */
export async function sealInCrJson(
  active: Loose,
  manifests: readonly unknown[],
  namesParent: NamesParent,
): Promise<UpdatedSeal> {
  const updates: Loose[] = [];
  let content = active;
  while (leavesContent(content) && !updates.includes(content)) {
    const named = manifestNamedBy(parentOf(content) ?? {});
    const found = manifests.find((one) => textAt(one, 'label') === named);
    if (named === undefined || found === undefined) break;
    const parent = objectAt({found}, 'found');
    if (!(await namesParent(textAt(content, 'label') ?? '', named))) {
      return {content: active, updates: [], isBroken: true};
    }
    updates.push(content);
    content = parent;
  }
  return {content, updates};
}

const TRUST = /^(signingCredential|timeStamp)\.(un)?trusted$/;

const labelOf = (manifest: Loose): string => textAt(manifest, 'label') ?? '';

/**
 * What manifests of the history record of one another: `validationResults`, or `validationStatus` of older
 * ingredients.
 */
const recordsOf = (history: readonly unknown[]): Loose[] =>
  history
    .flatMap((one) => ingredientsOf(objectAt({one}, 'one')))
    .flatMap((ingredient) => {
      const results = objectAt(ingredient, 'validationResults');
      const failure = listAt(ingredient, 'validationStatus').filter((status) =>
        saysFailure(textAt(status, 'code') ?? ''),
      );
      return [...deltasOf(results), objectAt(results, 'activeManifest'), {failure}];
    });

/**
 * Failures of one manifest, as the manifests above it record them and as the engine finds them now; the engine
 * reports only differences. Codes about trust are omitted, because each reader decides on trust itself.
 */
function failuresOf(label: string, results: readonly Loose[]): string[] {
  const statuses = results.flatMap((result) => listAt(result, 'failure'));
  const own = statuses.filter((status) => manifestIn(textAt(status, 'url') ?? '') === label);
  return own
    .map((status) => textAt(status, 'code'))
    .filter((code) => code !== undefined && !TRUST.test(code)) as string[];
}

/** The newest of these manifests whose signer is not trusted. */
const untrustedOf = (lower: readonly Loose[], trustOf: TrustOf): Loose | undefined =>
  lower.find((manifest) => !trustOf(labelOf(manifest)).has(SIGNER_TRUSTED));

/** Statements of identity never decide; see verdict.ts. */
const decides = (code: string): boolean => !code.startsWith('cawg.');

/**
 * Combines the engine's state and findings, which are those of the newest update, with those of the manifests below
 * it that belong to the seal. The seal is valid only if all of them are, and trusted only if all signers are. By
 * the engine's rule alone, one trusted signer would vouch for what another has signed before. `doubted` is the
 * manifest whose signer is not trusted, if there is one.
 */
export function withUpdated(
  state: unknown,
  findings: Findings,
  {content, updates, isBroken: isParentAnother, isUnread, isUnlisted}: UpdatedSeal,
  results: Loose,
  history: readonly unknown[],
  trustOf: TrustOf,
): {state: unknown; findings: Findings; doubted: Loose} {
  if (isParentAnother) {
    const failure = [...new Set([...findings.failure, 'ingredient.manifest.mismatch'])];
    return {state: 'Invalid', findings: {...findings, failure}, doubted: content};
  }
  // What the engine itself found broken stays broken.
  if (isUnlisted && state !== 'Invalid') return {state: 'Unlisted', findings, doubted: content};
  if (isUnread && state !== 'Invalid') return {state: 'Unread', findings, doubted: content};
  if (updates.length === 0) return {state, findings, doubted: content};
  const all = [...recordsOf(history), ...deltasOf(results)];
  const lower = [...updates.slice(1), content];
  const failed = lower.flatMap((one) => failuresOf(labelOf(one), all));
  const isActiveTrusted = findings.success.includes(SIGNER_TRUSTED);
  // If the newest signer is not trusted, those below it are not checked.
  const untrusted = isActiveTrusted ? untrustedOf(lower, trustOf) : undefined;
  const ofContent = trustOf(labelOf(content));
  const failures = [...new Set([...failed, ...(untrusted ? [SIGNER_UNTRUSTED] : [])])];
  const isBroken = failed.some(decides);
  return {
    state: isBroken ? 'Invalid' : untrusted && state === 'Trusted' ? 'Valid' : state,
    findings: {
      ...findings,
      success: [
        ...findings.success.filter(
          (code) =>
            code !== STAMP_TRUSTED &&
            code !== NOT_REVOKED &&
            !(untrusted && code === SIGNER_TRUSTED),
        ),
        // Time stamp and revocation are reported for the manifest about the content.
        ...[STAMP_TRUSTED, NOT_REVOKED].filter((code) => ofContent.has(code)),
      ],
      informational: findings.informational.filter((code) => code !== NOT_REVOKED),
      failure: [...new Set([...findings.failure, ...failures])],
      recorded: findings.recorded.filter((code) => !failures.includes(code)),
    },
    doubted: isActiveTrusted ? (untrusted ?? content) : (updates[0] ?? content),
  };
}
