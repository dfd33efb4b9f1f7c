import {type ManifestLinks} from './manifest-links.js';
import {fieldsOf, type StoredManifest} from './manifests.js';

/**
 * Labels of manifests whose ingredient assertions the signer of the active manifest vouches for, all of them: a chain
 * of hashes leads to each, from the active manifest through the manifests in between. In a redacted manifest, whose
 * own hash has changed, those count that its claim names by their hashes.
 */
export async function vouchedManifests(
  active: StoredManifest,
  links: ManifestLinks,
): Promise<ReadonlySet<string>> {
  /** Manifests whose every byte is covered by the hash that names them. */
  const whole = new Set<StoredManifest>();
  const reached = [active];
  const vouched = new Set<string>();
  for (const manifest of reached) {
    const named = await links.ingredients(manifest);
    const held = new Set(named.filter(({holds}) => holds).map(({box}) => box));
    const all = [...manifest.boxes.values()].filter(({label}) =>
      label.startsWith('c2pa.ingredient'),
    );
    const trusted = whole.has(manifest) ? all : all.filter((box) => held.has(box));
    if (trusted.length === all.length) vouched.add(manifest.label);
    for (const box of trusted) {
      const fields = fieldsOf(box);
      const own = fields && (await links.ownManifest(fields, manifest));
      if (!own) continue;
      const isNew = !reached.includes(own.manifest);
      const isNowWhole = own.covered === 'manifest' && !whole.has(own.manifest);
      if (isNowWhole) whole.add(own.manifest);
      if (isNew || isNowWhole) reached.push(own.manifest);
    }
  }
  return vouched;
}
