import {strToU8, zipSync, type ZipOptions, type Zippable} from 'fflate';
import {storeOf} from '../own-reader/files/embedded-store.js';
import {sha256Of} from '../own-reader/hashes.js';
import {detectMediaType} from '../media-signature.js';
import {readme} from './readme.js';
import {Names, safeName, safePath} from './safe-name.js';
import {sealEvidence} from './seal-evidence.js';
import {verifyScript, type PackedFile} from './verify-script.js';

export interface EvidenceWish {
  file: Uint8Array<ArrayBuffer>;
  /** The name on the person's device, made safe. */
  fileName: string;
  /** The page's own texts, by path. */
  texts: readonly {name: string; text: string}[];
  made: Date;
}

/** A file of a case, in a folder of its own. */
export interface CaseFolder {
  /** One part of a path, of letters, digits, dots, dashes and underscores. */
  folder: string;
  /** Of the script in it. */
  scriptSha256: string;
  /** True if a sandbox made the seal, which is no evidence then. */
  isOfSandbox: boolean;
}

const UNIX = 3;
/** UNIX permissions of an executable file, at their place in a ZIP. */
const EXECUTABLE = 0o100755 << 16;
export const README = 'README.txt';
export const SCRIPT = 'verify.sh';
export const SUMS = 'SHA256SUMS';
/** The earliest time that ZIP can express. */
const EARLIEST = new Date(1980, 0, 2);

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'audio/mpeg': '.mp3',
};

const nameless = (file: Uint8Array): string =>
  `file${extensions[detectMediaType(file) ?? ''] ?? ''}`;

/** A ZIP with a file, the parts of its seal, and how to check it (README.txt, verify.sh). */
export async function evidenceOf(
  wish: EvidenceWish,
  subtle: SubtleCrypto | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const {content, script} = await contentOf(wish, subtle);
  return zipped({...content, [SCRIPT]: executable(script)}, wish.made);
}

/** The same in a folder, as one of several files: its name begins with `number`, which is the file's own. */
export async function evidenceFolder(
  wish: EvidenceWish,
  number: string,
  subtle: SubtleCrypto | undefined,
): Promise<CaseFolder & {zip: Uint8Array<ArrayBuffer>}> {
  const {content, script, isOfSandbox} = await contentOf(wish, subtle);
  const name = (safeName(wish.fileName) || nameless(wish.file)).replace(/[ ()_]+/g, '_');
  const folder = `${number}-${name}`;
  const entries = Object.entries({...content, [SCRIPT]: executable(script)});
  const moved = Object.fromEntries(entries.map(([path, entry]) => [`${folder}/${path}`, entry]));
  const scriptSha256 = await sha256Of(script, subtle);
  return {folder, zip: zipped(moved, wish.made), scriptSha256, isOfSandbox};
}

/** A script as an entry of a ZIP. */
export const executable = (script: Uint8Array): [Uint8Array, ZipOptions] => [
  script,
  {os: UNIX, attrs: EXECUTABLE},
];

export const zipped = (content: Zippable, made: Date): Uint8Array<ArrayBuffer> =>
  zipSync(content, {level: 6, mtime: made < EARLIEST ? EARLIEST : made});

/** The entries of a package, and its script. */
async function contentOf(
  {file, fileName, texts, made}: EvidenceWish,
  subtle: SubtleCrypto | undefined,
): Promise<{content: Zippable; script: Uint8Array<ArrayBuffer>; isOfSandbox: boolean}> {
  const store = storeOf(file);
  const seal = store && (await sealEvidence(store, file.length));
  const names = new Names();
  for (const name of [README, SCRIPT, SUMS, 'trust.pem', 'seal', ...(seal?.files.keys() ?? [])]) {
    names.take(name);
  }
  const mediaName = names.take(safeName(fileName) || nameless(file));
  const ownTexts = texts.map(({name, text}): [string, Uint8Array<ArrayBuffer>] => [
    names.take(safePath(name) || 'text.txt'),
    new Uint8Array(strToU8(text)),
  ]);
  const sha256 = await sha256Of(file, subtle);
  const told = {
    fileName: mediaName,
    ownName: fileName || mediaName,
    sha256,
    made,
    texts: ownTexts.map(([name]) => name),
    seal,
  };
  const listed: [string, Uint8Array<ArrayBuffer>][] = [
    ...ownTexts,
    ...Array.from(seal?.files ?? [], ([path, bytes]): [string, Uint8Array<ArrayBuffer>] => [
      path,
      bytes as Uint8Array<ArrayBuffer>,
    ]),
    [README, strToU8(readme(told))],
  ];
  const others: PackedFile[] = [];
  for (const [path, bytes] of listed) others.push({path, sha256: await sha256Of(bytes, subtle)});
  const media = {path: mediaName, sha256};
  const sums = strToU8([media, ...others].map((one) => `${one.sha256}  ${one.path}\n`).join(''));
  others.push({path: SUMS, sha256: await sha256Of(sums, subtle)});
  const content: Zippable = {
    // Media are compressed already.
    [mediaName]: [file, {level: 0}],
    ...Object.fromEntries(listed),
    [SUMS]: sums,
  };
  const script = new Uint8Array(strToU8(verifyScript(media, others, seal)));
  return {content, script, isOfSandbox: seal?.manifest?.isOfSandbox ?? false};
}
