import {objectAt, textAt, valueAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';
import {manifestIn} from '../own-reader/jumbf-url.js';

const INGREDIENT = 'c2pa.ingredient';
const RECORDS = /^validation/i;

const manifestAt = (manifest: unknown): Loose => objectAt({manifest}, 'manifest');

export const ingredientsOf = (manifest: Loose): Loose[] => {
  const assertions = objectAt(manifest, 'assertions');
  return Object.keys(assertions)
    .filter((name) => name.startsWith(INGREDIENT))
    .map((name) => objectAt(assertions, name));
};

/** The label of the manifest that an ingredient's assertion names. */
export function manifestNamedBy(ingredient: Loose): string | undefined {
  const link = valueAt(ingredient, 'activeManifest') ?? valueAt(ingredient, 'c2pa_manifest');
  return manifestIn(textAt(link, 'url') ?? '');
}

/**
 * The active manifest with all that it was made from, in the order of the engine's crJSON. Other manifests may be
 * in the store, because anybody can add them without breaking the seal; they are ignored.
 */
export function historyOf(active: string, manifests: readonly unknown[]): unknown[] {
  const labels = new Set([active]);
  for (const label of labels) {
    const found = manifests.filter((one) => textAt(one, 'label') === label);
    for (const ingredient of found.flatMap((one) => ingredientsOf(manifestAt(one)))) {
      const named = manifestNamedBy(ingredient);
      if (named !== undefined) labels.add(named);
    }
  }
  return manifests.filter((one) => labels.has(textAt(one, 'label') ?? ''));
}

/**
 * True if a manifest of the history records findings that nobody vouches for. The engine omits from its findings
 * below the active manifest whatever any manifest of the history records as known. Somebody could therefore add a
 * manifest that hides its own addition, and every other change below.
 */
export const mayHideFailures = (
  history: readonly unknown[],
  vouched: ReadonlySet<string>,
): boolean =>
  history.some((one) => {
    const isRecording = ingredientsOf(manifestAt(one)).some((ingredient) =>
      Object.keys(ingredient).some((key) => RECORDS.test(key)),
    );
    return isRecording && !vouched.has(textAt(one, 'label') ?? '');
  });
