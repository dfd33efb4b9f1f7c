import {listAt, objectAt, textAt, valueAt, type Loose} from '../../model/loose-json.js';
import {deltasOf, type Findings} from '../engine/findings.js';

/** The manifest that speaks of the content, with those that were put over it since and leave the content as it was. */
export interface UpdatedSeal {
  content: Loose;
  /** Newest first; the first is the active manifest. Empty where the active manifest speaks of the content itself. */
  updates: Loose[];
  /** A manifest names another than the one that the store has under that label: nothing below it is followed. */
  isBroken?: true;
}

/** True where a manifest, by its label, names another by its hash, or by that of its signature. */
export type NamesParent = (manifest: string, parent: string) => Promise<boolean>;

const ACTIONS = /^c2pa\.actions(\.v\d+)?(__\d+)?$/;
const INGREDIENT = /^c2pa\.ingredient(\.v\d+)?(__\d+)?$/;

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

/**
 * True for an update manifest (C2PA 2.4, "Update manifests"), and for a standard one that says of itself that redacting
 * is all that it did: that is what stands over an earlier seal where a container has no room for an update manifest.
 */
function leavesContent(manifest: Loose): boolean {
  if (valueAt(manifest, 'isUpdateManifest') === true) return true;
  const names = actionsOf(manifest).map((action) => textAt(action, 'action'));
  return (
    declaredBy(manifest).length > 0 &&
    names.includes('c2pa.redacted') &&
    names.every((name) => name === 'c2pa.opened' || name === 'c2pa.redacted') &&
    assertionsOf(manifest, ACTIONS).every((one) => valueAt(one, 'allActionsIncluded') === true)
  );
}

const parentOf = (manifest: Loose): Loose | undefined =>
  assertionsOf(manifest, INGREDIENT).find((one) => textAt(one, 'relationship') === 'parentOf');

/** The label of the manifest that an ingredient's assertion names. */
function manifestNamedBy(ingredient: Loose): string | undefined {
  const link = valueAt(ingredient, 'activeManifest') ?? valueAt(ingredient, 'c2pa_manifest');
  return /\/c2pa\/([^/]+)/.exec(textAt(link, 'url') ?? '')?.[1];
}

/**
 * Follows the parents of manifests that leave the content as it was. `manifests` are those of the engine's crJSON.
 *
 * The engine does not compare a manifest of which something was redacted with the hash that names it, so that is asked
 * of `namesParent`: anybody could put another of the same label in its place. Where a standard manifest stands over the
 * seal, it alone binds the file as it is: its signer's word is taken for it that nothing but that was done.
 */
export async function updatedSeal(
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

type Outcome = 'success' | 'informational' | 'failure';
const TRUSTED = 'signingCredential.trusted';
const UNTRUSTED = 'signingCredential.untrusted';
const TRUST = /^(signingCredential|timeStamp)\.(un)?trusted$/;

/**
 * What was found of one manifest: as the manifests over it record it, oldest first, and then as the engine finds it now,
 * which tells only what differs. Of whom to trust, the last word counts.
 */
function foundOf(label: string, results: readonly Loose[]): Record<Outcome, Set<string>> {
  const found = {
    success: new Set<string>(),
    informational: new Set<string>(),
    failure: new Set<string>(),
  };
  for (const result of results) {
    for (const outcome of ['success', 'informational', 'failure'] as const) {
      for (const status of listAt(result, outcome)) {
        const code = textAt(status, 'code');
        const [, named] = /\/c2pa\/([^/]+)/.exec(textAt(status, 'url') ?? '') ?? [];
        if (code === undefined || named !== label) continue;
        if (TRUST.test(code)) {
          const other = code.replace(/\.(un)?trusted$/, (end) =>
            end === '.trusted' ? '.untrusted' : '.trusted',
          );
          for (const codes of Object.values(found)) codes.delete(other);
        }
        found[outcome].add(code);
      }
    }
  }
  return found;
}

/** Statements of identity never decide, see verdict.ts. */
const decides = (code: string): boolean => !code.startsWith('cawg.');

/**
 * The engine's state and findings, which are those of the newest update, with what was found of the manifests below it
 * that make the seal with it: the seal holds only where all of them hold, and is trusted only where all signers are.
 * By the engine's rule alone, whoever is trusted would vouch for what another had signed before. `doubted` is the manifest
 * whose signer is not trusted, where there is one.
 */
export function withUpdated(
  state: unknown,
  findings: Findings,
  {content, updates, isBroken: isParentAnother}: UpdatedSeal,
  results: Loose,
): {state: unknown; findings: Findings; doubted: Loose} {
  if (isParentAnother) {
    const failure = [...new Set([...findings.failure, 'ingredient.manifest.mismatch'])];
    return {state: 'Invalid', findings: {...findings, failure}, doubted: content};
  }
  if (updates.length === 0) return {state, findings, doubted: content};
  const recorded = updates.flatMap((update) => {
    const told = objectAt(parentOf(update), 'validationResults');
    return [...deltasOf(told), objectAt(told, 'activeManifest')];
  });
  const all = [...recorded.reverse(), ...deltasOf(results)];
  const label = (manifest: Loose) => textAt(manifest, 'label') ?? '';
  const lower = [...updates.slice(1), content];
  const below = lower.map((one) => foundOf(label(one), all));
  const failures = [...new Set(below.flatMap((one) => [...one.failure]))];
  const deciding = failures.filter(decides);
  const own = below.at(-1);
  // Whoever is not found to be trusted is not.
  const untrusted = lower[below.findIndex(({success}) => !success.has(TRUSTED))];
  const isBroken = deciding.some((code) => code !== UNTRUSTED);
  const isActiveTrusted = findings.success.includes(TRUSTED);
  return {
    state: isBroken ? 'Invalid' : untrusted && state === 'Trusted' ? 'Valid' : state,
    findings: {
      ...findings,
      success: [
        ...findings.success.filter(
          (code) => code !== 'timeStamp.trusted' && !(untrusted && code === TRUSTED),
        ),
        // Of the time stamps, the content's is the one that is told.
        ...(own?.success.has('timeStamp.trusted') ? ['timeStamp.trusted'] : []),
      ],
      failure: [...new Set([...findings.failure, ...failures])],
      recorded: findings.recorded.filter((code) => !failures.includes(code)),
    },
    doubted: isActiveTrusted ? (untrusted ?? content) : (updates[0] ?? content),
  };
}
