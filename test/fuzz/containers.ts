import {WasmReader} from '@contentauth/c2pa-wasm';
import {list} from '@sealed-capture/seal/model/json/loose-json.js';
import {type Exclusion} from '@sealed-capture/seal/model/seal/seal-request.js';
import {type SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {type Engine} from '@sealed-capture/seal/engine/engine.js';
import {settingsWith} from '@sealed-capture/seal/engine/engine-settings.js';
import {mapOf} from '@sealed-capture/seal/own-reader/loose-cbor.js';
import {fieldsOf, ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {bmffContent} from './content.js';
import {signWithEngine} from '../../seal/test/engine-signing.js';
import {type Signer} from '@sealed-capture/seal/writing/signer.js';
import {otherFormats} from '../../seal/test/media-formats.js';
import {sealFile} from '../../seal/test/seal-file.js';
import {bytes, mp3s, simplest} from '../../seal/test/sources.js';

/** A sealed file of one container, to be changed at random. */
export interface FuzzedFile {
  name: string;
  mediaType: string;
  file: Uint8Array;
  /** The bytes that a seal of this container protects. */
  contentOf: (file: Uint8Array) => Uint8Array;
}

const definition = JSON.stringify({
  claim_generator_info: [{name: 'fuzz', version: '1'}],
  assertions: [],
});

/** The engine seals every container that it reads but PDF. */
const withEngine = (engine: Engine, media: Uint8Array, mediaType: string, signer: Signer) =>
  signWithEngine(engine, media, mediaType as SealableMediaType, signer, definition, 'edit');

const mp3Named = (name: string): Uint8Array => mp3s[name] ?? new Uint8Array(0);

/** A PDF with a store that does not belong to it. */
function withStore(pdf: Uint8Array, store: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  const start = text.indexOf('xref\n');
  const more = [
    `4 0 obj<</Type/EmbeddedFile/Length ${store.length}>>stream\n`,
    store,
    '\nendstream endobj\n',
    '5 0 obj<</Type/Filespec/AFRelationship/C2PA_Manifest/F(c)/UF(c)/EF<</F 4 0 R>>>>endobj\n',
    '6 0 obj<</Type/Catalog/Pages 2 0 R/AF[5 0 R]/Names<</EmbeddedFiles<</Names[(c)5 0 R]>>>>>>endobj\n',
  ];
  const body = bytes(text.slice(0, start), ...more);
  const all = Buffer.from(body).toString('latin1');
  const rows = [1, 2, 3, 4, 5, 6].map(
    (n) => `${String(all.indexOf(`${n} 0 obj`)).padStart(10, '0')} 00000 n \n`,
  );
  return bytes(
    body,
    `xref\n0 7\n0000000000 65535 f \n${rows.join('')}trailer<</Size 7/Root 6 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** The names of all containers that are fuzzed. */
export const containerNames: readonly string[] = [
  ...simplest.map(({name}) => name),
  'MP3 with ID3v2.3',
  ...otherFormats.map(([name]) => name),
];

/** A sealed file of this container. */
export async function sealedFile(
  wanted: string,
  engine: Engine,
  signer: Signer,
): Promise<FuzzedFile> {
  const ours = simplest.find(({name}) => name === wanted);
  if (ours || wanted === 'MP3 with ID3v2.3') {
    const mediaType = ours?.mediaType ?? 'audio/mpeg';
    const media = ours?.media ?? mp3Named('ID3v2.3 with padding');
    const {sealed, exclusion} = await sealFile({media, mediaType}, signer, {manifestSize: 8_192});
    const end = exclusion.start + exclusion.length;
    const contentOf = (file: Uint8Array) =>
      bytes(file.subarray(0, exclusion.start), file.subarray(end));
    return {name: wanted, mediaType, file: sealed, contentOf};
  }
  const [name, mediaType, media] = otherFormats.find(([one]) => one === wanted) ?? [];
  if (name === undefined || !mediaType || !media) throw new RangeError(`No container ${wanted}.`);
  if (mediaType === 'application/pdf') {
    const [jpeg] = simplest;
    const {store} = await sealFile(jpeg ?? {media, mediaType: 'image/jpeg'}, signer);
    return {name, mediaType, file: withStore(media, store), contentOf: (file) => file};
  }
  const file = await withEngine(engine, media, mediaType, signer);
  const ranges = await exclusionsOf(file, mediaType);
  return {name, mediaType, file, contentOf: ranges ? without(ranges) : bmffContent};
}

const without =
  (ranges: readonly Exclusion[]) =>
  (file: Uint8Array): Uint8Array => {
    let at = 0;
    const kept = ranges.map(({start, length}) => file.subarray(at, ((at = start + length), start)));
    return bytes(...kept, file.subarray(at));
  };

/** Bytes around a store that its container needs: lengths, checksums, base64. */
const MOST_FRAMING = 64;

/** The ranges that the seal of a file leaves out, by its own words; undefined for one that binds boxes. */
async function exclusionsOf(file: Uint8Array, mediaType: string): Promise<Exclusion[] | undefined> {
  const reader = await WasmReader.fromBytes(mediaType, file, settingsWith());
  const store = reader.resourceToBytes(`self#jumbf=/c2pa/${reader.activeLabel()}`);
  reader.free();
  const {active} = new ManifestStore(store);
  const hash = active?.boxes.get('c2pa.assertions/c2pa.hash.data');
  if (!hash) return undefined;
  const ranges = list(fieldsOf(hash)?.get('exclusions')).map((range) => ({
    start: Number(mapOf(range).get('start')),
    length: Number(mapOf(range).get('length')),
  }));
  const stored = mediaType === 'image/svg+xml' ? Math.ceil(store.length / 3) * 4 : store.length;
  const blocks = mediaType === 'image/gif' ? Math.ceil(store.length / 255) : 0;
  const length = ranges.reduce((sum, range) => sum + range.length, 0);
  if (length > stored + blocks + MOST_FRAMING)
    throw new RangeError(`${length} bytes are left out.`);
  return ranges;
}
