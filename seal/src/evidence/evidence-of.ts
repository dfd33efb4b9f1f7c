import {strToU8, zipSync, type Zippable} from 'fflate';
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

const UNIX = 3;
/** UNIX permissions of an executable file, at their place in a ZIP. */
const EXECUTABLE = 0o100755 << 16;
const README = 'README.txt';
const SCRIPT = 'verify.sh';
const SUMS = 'SHA256SUMS';
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
  {file, fileName, texts, made}: EvidenceWish,
  subtle: SubtleCrypto | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
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
    [SCRIPT]: [strToU8(verifyScript(media, others, seal)), {os: UNIX, attrs: EXECUTABLE}],
  };
  return zipSync(content, {level: 6, mtime: made < EARLIEST ? EARLIEST : made});
}
