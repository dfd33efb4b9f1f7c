import {Tokenizer, Type} from 'cborg';
import {type SealableMediaType} from '../../model/media-type.js';
import {setAscii} from '../encoding/bytes.js';
import {MalformedManifest} from '../encoding/jumbf-reader.js';
import {childOf, firstSuperbox, superboxesOf, type Superbox} from '../own-reader/boxes.js';
import {storeOf} from '../own-reader/embedded-store.js';
import {Hashes} from '../own-reader/hashes.js';
import {ManifestLinks} from '../own-reader/manifest-links.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {vouchedManifests} from '../own-reader/vouched.js';
import {putStore} from './store-in-place.js';

/** How the names of the fields with an ingredient's findings begin, and that of the link which may not be there without them. */
const RECORDS = /^(validation|active_?manifest)/i;
/** Replacement name, padded to the same length; no reader knows it. */
const UNREAD = 'unvouched';

const ingredientsOf = ({children}: Superbox): Superbox[] =>
  superboxesOf(children)
    .filter(({contentType}) => contentType === 'c2as')
    .flatMap((assertions) => superboxesOf(assertions.children))
    .filter(({label}) => label.startsWith('c2pa.ingredient'));

/** Overwrites the names in place, as keys of the ingredient itself: the same words elsewhere stay. Throws where it is no CBOR. */
function unread(ingredient: Superbox): void {
  const content = childOf(ingredient, 'cbor');
  if (!content) throw new MalformedManifest('An ingredient is empty.');
  const tokens = new Tokenizer(content, {allowIndefinite: false});
  const map = tokens.next();
  if (!Type.equals(map.type, Type.map)) throw new MalformedManifest('An ingredient is no map.');
  for (let field = 0; field < Number(map.value); field++) {
    const key = tokens.next();
    const name = Type.equals(key.type, Type.string) ? String(key.value) : '';
    const [record] = RECORDS.exec(name) ?? [];
    if (record !== undefined) {
      const start = tokens.pos() - Buffer.byteLength(name);
      setAscii(content, start, UNREAD.padEnd(record.length, '_'));
    }
    passValue(tokens);
  }
}

/** Goes on behind a value, with all that is in it. */
function passValue(tokens: Tokenizer): void {
  for (let open = 1; open > 0; open--) {
    const token = tokens.next();
    if (Type.equals(token.type, Type.array)) open += Number(token.value);
    else if (Type.equals(token.type, Type.map)) open += 2 * Number(token.value);
    else if (Type.equals(token.type, Type.tag)) open++;
  }
}

/**
 * The file with findings taken from those manifests of its history that nobody vouches for. The engine leaves out of a new
 * seal whatever any manifest below it records as known, so that a manifest that was put there by anybody could hide that
 * the history is broken; see mayHideFailures. Only names of these fields are overwritten, in statements that no signer of the
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
