import {Tokenizer, Type, type Token} from 'cborg';
import {type SealableMediaType} from '../../model/media-type.js';
import {setAscii} from '../../encoding/bytes.js';
import {MalformedManifest} from '../../encoding/jumbf-reader.js';
import {childOf, firstSuperbox, superboxesOf, type Superbox} from '../../own-reader/files/boxes.js';
import {storeOf} from '../../own-reader/files/embedded-store.js';
import {Hashes} from '../../own-reader/hashes.js';
import {ManifestLinks} from '../../own-reader/manifest-links.js';
import {ManifestStore} from '../../own-reader/manifests.js';
import {vouchedManifests} from '../../own-reader/vouched.js';
import {putStore} from '../store-in-place.js';

/** The fields with an ingredient's findings, and the link that requires them. */
const RECORDS: readonly string[] = ['validationResults', 'validationStatus', 'activeManifest'];
/** Replacement name, padded to the same length, which no reader knows. */
const UNREAD = 'unvouched';

const ingredientsOf = ({children}: Superbox): Superbox[] =>
  superboxesOf(children)
    .filter(({contentType}) => contentType === 'c2as')
    .flatMap((assertions) => superboxesOf(assertions.children))
    .filter(({label}) => label.startsWith('c2pa.ingredient'));

/**
 * Overwrites the names in place where they are keys of the ingredient itself; the same words elsewhere stay. Throws
 * for malformed CBOR.
 */
function unread(ingredient: Superbox): void {
  const content = childOf(ingredient, 'cbor');
  if (!content) throw new MalformedManifest('An ingredient is empty.');
  const tokens = new Tokenizer(content, {allowIndefinite: false});
  const map = tokens.next();
  if (!Type.equals(map.type, Type.map)) throw new MalformedManifest('An ingredient is no map.');
  for (let field = 0; field < Number(map.value); field++) {
    const key = tokens.next();
    const name = Type.equals(key.type, Type.string) ? String(key.value) : '';
    if (RECORDS.includes(name)) {
      setAscii(content, tokens.pos() - name.length, UNREAD.padEnd(name.length, '_'));
    }
    passContents(tokens, key);
    passContents(tokens, tokens.next());
  }
}

/** Skips the items that belong to a token. */
function passContents(tokens: Tokenizer, first: Token): void {
  for (let left = itemsIn(first); left > 0; left--) left += itemsIn(tokens.next());
}

/** Number of items that follow a token and belong to it. */
function itemsIn({type, value}: Token): number {
  if (Type.equals(type, Type.array)) return Number(value);
  if (Type.equals(type, Type.map)) return 2 * Number(value);
  return Type.equals(type, Type.tag) ? 1 : 0;
}

/**
 * The file without the findings in manifests of its history that nobody vouches for. The engine omits from a new
 * seal whatever any manifest below records as known, so that a manifest added by anybody could hide that the
 * history is broken; see mayHideFailures. Only the names of these fields are overwritten, in statements that no
 * signer of the file's seal has signed; everything else stays, including the length. Returns the file itself if it
 * cannot be parsed here. Node only.
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
