import {type SealContents} from '../model/inspection/seal-contents.js';
import {list, text} from '../model/json/loose-json.js';
import {ACTIONS, mustStay, onlyRedacts} from '../updates/only-redacts.js';
import {mapOf} from './loose-cbor.js';
import {type ManifestLinks, type OwnManifest} from './manifest-links.js';
import {fieldsOf, targetOf, type StoredManifest} from './manifests.js';
import {actionsOf, leftOut} from './told-fields.js';

type Told = Pick<SealContents, 'actions' | 'actionsLeftOut'>;

/** A manifest above the one about the content, with its actions. */
interface Update extends Told {
  manifest: StoredManifest;
}

interface StoredSeal {
  content: StoredManifest;
  /** Newest first. */
  updates: Update[];
  /**
   * True if the manifest about the content was found, all updates are signed, and nothing is missing or changed in
   * any of them, except what a manifest above declares as redacted, and that is removed.
   */
  isWhole: boolean;
}

/** Most updates; each requires the verification of a signature. */
const MOST_UPDATES = 20;

/** The parent of a manifest, if the manifest names it by its hash, or by that of its signature. */
export const parentOf = async (
  manifest: StoredManifest,
  links: ManifestLinks,
): Promise<StoredManifest | undefined> => (await ownParentOf(manifest, links))?.manifest;

async function ownParentOf(
  manifest: StoredManifest,
  links: ManifestLinks,
): Promise<OwnManifest | undefined> {
  for (const {box, holds} of await links.ingredients(manifest)) {
    const fields = fieldsOf(box);
    if (!holds || fields?.get('relationship') !== 'parentOf') continue;
    const own = await links.ownManifest(fields, manifest);
    // Anybody can sign somebody else's claim, so only the signature that the manifest names counts.
    if (own && own.covered !== 'claim') return own;
  }
  return undefined;
}

const declaredBy = ({claimMap}: StoredManifest): string[] =>
  list(claimMap.get('redacted_assertions'))
    .map(text)
    .filter((url) => url !== undefined);

/** The actions of a manifest, if they leave the content unchanged; see updates/updated-seal.ts. */
async function readUpdate(
  manifest: StoredManifest,
  links: ManifestLinks,
): Promise<Update | undefined> {
  const assertions = await links.assertions(manifest, ACTIONS);
  if (!assertions.every(({holds}) => holds)) return undefined;
  const maps = assertions.map(({box}) => mapOf(fieldsOf(box)));
  const told = actionsOf(maps);
  const isRedaction = onlyRedacts({
    actions: told.actions.map(({name}) => name),
    areAllActionsIncluded:
      told.actionsLeftOut === undefined &&
      maps.every((map) => map.get('allActionsIncluded') === true),
    redactions: declaredBy(manifest).length,
  });
  return manifest.isUpdate || isRedaction ? {manifest, ...told} : undefined;
}

/**
 * Redacted assertions as "manifest/path". Undefined if one of them still exists, never existed, or must not be
 * redacted.
 */
function redactedBy(
  updates: readonly Update[],
  {store}: ManifestLinks,
): ReadonlySet<string> | undefined {
  const redacted = new Set<string>();
  for (const {manifest} of updates) {
    for (const url of declaredBy(manifest)) {
      const {manifest: label = '', path = ''} = targetOf(url, manifest) ?? {};
      const target = store.find(label);
      const isNamed = target?.links.some((link) => targetOf(link.url, target)?.path === path);
      const isGone = isNamed && !target?.boxes.has(path);
      if (!isGone || mustStay(path.slice(path.indexOf('/') + 1))) return undefined;
      redacted.add(`${label}/${path}`);
    }
  }
  return redacted;
}

/** True if nothing is missing or changed except what is redacted. */
async function isWhole(
  manifest: StoredManifest,
  redacted: ReadonlySet<string>,
  links: ManifestLinks,
): Promise<boolean> {
  for (const link of manifest.links) {
    const target = targetOf(link.url, manifest);
    if (redacted.has(`${target?.manifest}/${target?.path}`)) continue;
    const box = target?.manifest === manifest.label && manifest.boxes.get(target.path ?? '');
    if (!box || !(await links.holds(box, link))) return false;
  }
  return true;
}

/** Follows the parents of manifests that left the content unchanged. */
export async function sealInStore(
  active: StoredManifest,
  links: ManifestLinks,
): Promise<StoredSeal> {
  const updates: Update[] = [];
  /** Labels of manifests that are not as they were named. */
  const changed: string[] = [];
  let content = active;
  let update = await readUpdate(content, links);
  while (update && updates.length < MOST_UPDATES) {
    const parent = await ownParentOf(content, links);
    if (!parent) break;
    updates.push(update);
    content = parent.manifest;
    if (parent.covered === 'signature') changed.push(content.label);
    update = await readUpdate(content, links);
  }
  const redacted = redactedBy(updates, links);
  if (!redacted || update) return {content, updates, isWhole: false};
  // Only a redaction is a reason for it.
  const isRedacted = (label: string) => [...redacted].some((one) => one.startsWith(`${label}/`));
  let holds = changed.every(isRedacted) && (await isWhole(content, redacted, links));
  for (const {manifest} of updates) {
    holds &&= (await isWhole(manifest, redacted, links)) && (await links.isSigned(manifest));
  }
  return {content, updates, isWhole: holds};
}

/** Opening a seal for an update is not listed, and one redaction of several statements is listed once. */
const newsOf = ({actions}: Update): SealContents['actions'] =>
  actions.filter(
    ({name}, index) =>
      name !== 'c2pa.opened' &&
      !(name === 'c2pa.redacted' && actions.findIndex((one) => one.name === name) < index),
  );

/** The actions on the content, followed by those on its seal. */
export function withUpdates(content: Told, updates: readonly Update[]): Told {
  const since = [...updates].reverse().flatMap(newsOf);
  const all = [content, ...updates];
  const more = all.reduce((sum, {actionsLeftOut = 0}) => sum + actionsLeftOut, 0);
  return {actions: [...content.actions, ...since], actionsLeftOut: leftOut(more, 0)};
}
