import {createHash} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {extname, join} from 'node:path';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {LARGEST} from './service.js';

/** A media file that somebody gave. */
export interface CorpusFile {
  path: string;
  /** The type that is sealed; undefined for media that are only inspected. */
  type?: SealableMediaType;
  /** The name of its kind in the table. */
  kind: string;
  bytes: Buffer;
}

/** Extensions of media that are inspected although their bytes are of no type that is sealed. */
const OTHER =
  /^\.(aac|aif|aiff|ape|avi|avif|bmp|c2pa|dng|flac|gif|heic|heif|ico|j2k|jp2|jxl|m4a|m4s|m4v|mov|mp4|mpc|ogg|opus|pdf|psd|svg|tif|tiff|wav|webm|wma|wv)$/;

const SIGNATURES: [type: SealableMediaType, matches: (file: Buffer) => boolean][] = [
  ['image/jpeg', (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (file) => file.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/webp', (file) => /^RIFF[^]{4}WEBP/.test(file.toString('latin1', 0, 12))],
  ['audio/mpeg', (file) => isMp3(file)],
];

const kinds: Record<SealableMediaType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'audio/mpeg': 'MP3',
};

/** An ID3 tag without another format behind it, or an MPEG frame of layer III at the beginning. */
function isMp3(file: Buffer): boolean {
  // Also the name of the format in a text begins with "ID3".
  if (!/^ID3[\x02-\x04][^\xff]/.test(file.toString('latin1', 0, 5))) return isLayer3(file, 0);
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (file[at] ?? 0), 0);
  const behind = file.toString('latin1', 10 + size, 14 + size);
  return !/^(fLaC|OggS|MAC |MP\+|MPCK|wvpk|TTA1)/.test(behind);
}

const isLayer3 = (file: Buffer, at: number): boolean =>
  file[at] === 0xff && (file[at + 1]! & 0xe6) === 0xe2 && (file[at + 2]! & 0xf0) !== 0xf0;

/** The kind of a file by its bytes. An MP3 may begin with other bytes: then its name decides. */
function kindOf(path: string, bytes: Buffer): Pick<CorpusFile, 'type' | 'kind'> | undefined {
  const extension = extname(path).toLowerCase();
  const type =
    SIGNATURES.find(([, matches]) => matches(bytes))?.[0] ??
    (extension === '.mp3' ? 'audio/mpeg' : undefined);
  if (type) return {type, kind: kinds[type]};
  return OTHER.test(extension) ? {kind: 'other'} : undefined;
}

/** All media in a folder, each content once, in the order of their paths. `seen` has the digests of earlier ones. */
export async function* mediaIn(folder: string, seen: Set<string>): AsyncGenerator<CorpusFile> {
  const entries = await readdir(folder, {withFileTypes: true});
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== '.git') yield* mediaIn(path, seen);
      continue;
    }
    if (!entry.isFile()) continue;
    const {size} = await stat(path);
    if (size === 0 || size > LARGEST) continue;
    const bytes = await readFile(path);
    const found = kindOf(path, bytes);
    if (!found) continue;
    const digest = createHash('sha256').update(bytes).digest('base64');
    if (seen.has(digest)) continue;
    seen.add(digest);
    yield {path, bytes, ...found};
  }
}
