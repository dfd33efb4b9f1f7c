import {type SealContents} from '../../model/seal-contents.js';
import {type IngredientTree} from './ingredient-tree.js';
import {mapOf} from './loose-cbor.js';
import {fieldsOf, type StoredManifest} from './manifests.js';
import {actionsOf, leftOut} from './told-fields.js';

export const ACTIONS = /^c2pa\.actions(\.v\d+)?(__\d+)?$/;

type Told = Pick<SealContents, 'actions' | 'actionsLeftOut'>;

/** A manifest over the one that speaks of the content, and what it says that was done. */
interface Update extends Told {
  manifest: StoredManifest;
}

/** More than anybody has; each is a signature to verify. */
const MOST_UPDATES = 20;

/** What a manifest says that was done, where that leaves the content as it was; see updates/updated-seal.ts. */
async function readUpdate(
  manifest: StoredManifest,
  tree: IngredientTree,
): Promise<Update | undefined> {
  const assertions = await tree.assertions(manifest, ACTIONS);
  if (!assertions.every(({holds}) => holds)) return undefined;
  const maps = assertions.map(({box}) => mapOf(fieldsOf(box)));
  const told = actionsOf(maps);
  const names = told.actions.map(({name}) => name);
  const isRedaction =
    names.includes('c2pa.redacted') &&
    told.actionsLeftOut === undefined &&
    names.every((name) => name === 'c2pa.opened' || name === 'c2pa.redacted') &&
    maps.every((map) => map.get('allActionsIncluded') === true);
  return manifest.isUpdate || isRedaction ? {manifest, ...told} : undefined;
}

/** Follows the parents of manifests that leave the content as it was; updates are told newest first. */
export async function updatedSeal(
  active: StoredManifest,
  tree: IngredientTree,
): Promise<{content: StoredManifest; updates: Update[]}> {
  const updates: Update[] = [];
  let content = active;
  while (updates.length < MOST_UPDATES) {
    const update = await readUpdate(content, tree);
    const parent = update && (await tree.parentOf(content));
    if (!parent) break;
    updates.push(update);
    content = parent;
  }
  return {content, updates};
}

/** That a seal was opened for an update is no news, and one redaction of several statements is told once. */
const newsOf = ({actions}: Update): SealContents['actions'] =>
  actions.filter(
    ({name}, index) =>
      name !== 'c2pa.opened' &&
      !(name === 'c2pa.redacted' && actions.findIndex((one) => one.name === name) < index),
  );

/** What was done to the content, and then to its seal. */
export function withUpdates(content: Told, updates: readonly Update[]): Told {
  const since = [...updates].reverse().flatMap(newsOf);
  const all = [content, ...updates];
  const more = all.reduce((sum, {actionsLeftOut = 0}) => sum + actionsLeftOut, 0);
  return {actions: [...content.actions, ...since], actionsLeftOut: leftOut(more, 0)};
}
