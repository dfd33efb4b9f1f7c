import {type WasmReader} from '@contentauth/c2pa-wasm';
import {listAt, objectAt, textAt} from '../../model/json/loose-json.js';
import {concat} from '../encoding/bytes.js';
import {box, type Box} from '../encoding/jumbf.js';
import {MalformedManifest, readBoxes} from '../encoding/jumbf-reader.js';
import {openReader} from '../engine/open-reader.js';
import {engineMessage} from '../engine/refusals/engine-errors.js';
import {superboxOf} from '../own-reader/files/boxes.js';
import {NOT_REVOKED, SIGNER_TRUSTED, STAMP_TRUSTED} from '../status-codes.js';

/** The engine's codes about trust in one manifest: its signer, its time stamp, and the OCSP answer in the seal. */
export type TrustOf = (label: string) => Promise<ReadonlySet<string>>;

const TOLD = [SIGNER_TRUSTED, STAMP_TRUSTED, NOT_REVOKED];

/** The store as it was when this manifest was the active (last) one; undefined if the store has no such form. */
function storeUnder(store: Uint8Array, label: string, above: readonly string[]) {
  const [outer] = readBoxes(store);
  const [description, ...manifests] = outer ? readBoxes(outer.content) : [];
  const labelled = manifests
    .filter(({type}) => type === 'jumb')
    .map((manifest) => ({manifest, label: superboxOf(manifest).label}));
  const [only, ...others] = labelled.filter((one) => one.label === label);
  if (!description || !only || others.length > 0) return undefined;
  const rest = labelled.filter((one) => one !== only && !above.includes(one.label));
  const content = [description, ...rest.map(({manifest}) => manifest), only.manifest];
  const boxes: Box[] = content.map((one) => box(one.type, one.content));
  return concat(box('jumb', ...boxes.flat()));
}

/**
 * Has the engine read a manifest of a store as if it were the active one. Otherwise the engine reports for it only
 * what no update above has recorded, so that an update whose maker trusted somebody else would decide. `above` are
 * the labels of the manifests above it. If the engine cannot read it, nothing is trusted.
 */
export async function trustBelow(
  settings: string,
  store: Uint8Array,
  label: string,
  above: readonly string[],
): Promise<ReadonlySet<string>> {
  let reader: WasmReader | undefined;
  try {
    const under = storeUnder(store, label, above);
    if (!under) return new Set();
    reader = await openReader('application/c2pa', under, settings);
    const told: unknown = JSON.parse(reader.json());
    const results = objectAt(objectAt({told}, 'told'), 'validation_results');
    const active = objectAt(results, 'activeManifest');
    const codes = [...listAt(active, 'success'), ...listAt(active, 'informational')].map((one) =>
      textAt(one, 'code'),
    );
    return new Set(TOLD.filter((code) => codes.includes(code)));
  } catch (thrown) {
    if (!(thrown instanceof MalformedManifest)) engineMessage(thrown);
    return new Set();
  } finally {
    reader?.free();
  }
}
