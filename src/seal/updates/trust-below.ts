import {WasmReader} from '@contentauth/c2pa-wasm';
import {listAt, objectAt, textAt} from '../../model/json/loose-json.js';
import {concat} from '../encoding/bytes.js';
import {box, type Box} from '../encoding/jumbf.js';
import {MalformedManifest, readBoxes} from '../encoding/jumbf-reader.js';
import {engineMessage} from '../engine/refusals/engine-errors.js';
import {superboxOf} from '../own-reader/files/boxes.js';
import {NOT_REVOKED, SIGNER_TRUSTED, STAMP_TRUSTED} from '../status-codes.js';

/**
 * The engine's codes about whom to trust with one manifest: its signer, who gave its time stamp, and whether the seal
 * carries an answer that its certificate is not revoked.
 */
export type TrustOf = (label: string) => Promise<ReadonlySet<string>>;

const TOLD = [SIGNER_TRUSTED, STAMP_TRUSTED, NOT_REVOKED];

/** The store as it was when this manifest was the active one, which is the last; undefined where it has none like it. */
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
 * Has the engine read a manifest of a store as the active one, since of those below it tells only what no update records:
 * an update that once trusted somebody else would have the last word. `above` are the labels of the manifests over it.
 * Nothing is trusted where the engine cannot read it.
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
    reader = await WasmReader.fromBytes('application/c2pa', under, settings);
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
