import {type SealableMediaType} from '../../model/media-type.js';
import {setAscii} from '../encoding/bytes.js';
import {firstSuperbox, superboxesOf, type Superbox} from '../own-reader/boxes.js';
import {storeOf} from '../own-reader/embedded-store.js';
import {Hashes} from '../own-reader/hashes.js';
import {ManifestLinks} from '../own-reader/manifest-links.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {vouchedManifests} from '../own-reader/vouched.js';
import {putStore} from './store-in-place.js';

/** How the names of an ingredient's findings begin, and that of the link which may not be there without them. */
const RECORDS = /validation|activeManifest/gi;
/** Stands there afterwards, filled up to the same length. Nobody reads it. */
const UNREAD = 'unvouched';

const ingredientsOf = ({children}: Superbox): Superbox[] =>
  superboxesOf(children)
    .filter(({contentType}) => contentType === 'c2as')
    .flatMap((assertions) => superboxesOf(assertions.children))
    .filter(({label}) => label.startsWith('c2pa.ingredient'));

/** Overwrites the names in place. */
function unread({hashed}: Superbox): void {
  const text = Buffer.from(hashed.buffer, hashed.byteOffset, hashed.length).toString('latin1');
  for (const {0: name, index} of text.matchAll(RECORDS)) {
    setAscii(hashed, index, UNREAD.padEnd(name.length, '_'));
  }
}

/**
 * The file with findings taken from those manifests of its history that nobody vouches for. The engine leaves out of a new
 * seal whatever any manifest below it records as known, so that a manifest that was put there by anybody could hide that
 * the history is broken; see mayHideFailures. Only names of fields are overwritten, in statements that no signer of the
 * file's seal has signed: all else stays, with its length. The file itself where it cannot be taken apart here. Node only.
 */
export async function withoutUnvouchedFindings(
  file: Uint8Array,
  mediaType: SealableMediaType,
): Promise<Uint8Array> {
  const {subtle} = globalThis.crypto;
  try {
    const found = storeOf(file);
    const bytes = Uint8Array.from(found?.bytes ?? []);
    const store = new ManifestStore(bytes);
    if (!found || !store.active) return file;
    const links = new ManifestLinks(store, new Hashes(subtle), subtle);
    const vouched = await vouchedManifests(store.active, links);
    const manifests = superboxesOf(firstSuperbox(bytes).children);
    const others = manifests.filter(({label}) => !vouched.has(label));
    for (const ingredient of others.flatMap(ingredientsOf)) unread(ingredient);
    const changed = Uint8Array.from(file);
    putStore(changed, found, bytes, mediaType);
    return changed;
  } catch {
    return file;
  }
}
