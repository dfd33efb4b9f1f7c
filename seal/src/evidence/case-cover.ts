import {strToU8} from 'fflate';
import {sha256Of} from '../own-reader/hashes.js';
import {executable, README, SCRIPT, SUMS, zipped, type CaseFolder} from './evidence-of.js';
import {OF_SANDBOX} from './of-sandbox.js';
import {Names, safePath} from './safe-name.js';
import {caseScriptEnd, caseScriptStart} from './verify-script-frame.js';
import {packedLines, quoted, type PackedFile} from './verify-script.js';

export interface CaseCoverWish {
  folders: readonly CaseFolder[];
  /** The page's own texts, by path. */
  texts: readonly {name: string; text: string}[];
  made: Date;
}

/** A ZIP with what stands above the folders of a case: the page's texts, and how to check everything. */
export async function caseCover(
  {folders, texts, made}: CaseCoverWish,
  subtle: SubtleCrypto | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const names = new Names();
  for (const name of [README, SCRIPT, SUMS, 'trust.pem', ...folders.map(({folder}) => folder)]) {
    names.take(name);
  }
  const listed = texts.map(({name, text}): [string, Uint8Array<ArrayBuffer>] => [
    names.take(safePath(name) || 'text.txt'),
    new Uint8Array(strToU8(text)),
  ]);
  const about = readme(
    folders,
    listed.map(([name]) => name),
    made,
  );
  listed.push([README, new Uint8Array(strToU8(about))]);
  const files: PackedFile[] = [];
  for (const [path, bytes] of listed) files.push({path, sha256: await sha256Of(bytes, subtle)});
  const scripts = folders.map(({folder, scriptSha256}) => ({
    path: `${folder}/${SCRIPT}`,
    sha256: scriptSha256,
  }));
  const sums = new Uint8Array(
    strToU8([...files, ...scripts].map(({sha256, path}) => `${sha256}  ${path}\n`).join('')),
  );
  files.push({path: SUMS, sha256: await sha256Of(sums, subtle)});
  const script = [
    caseScriptStart,
    ...packedLines(
      'The files about the whole case are those that were put into this package',
      files,
    ),
    ...folders.map(
      ({folder, scriptSha256}) => `check_folder ${quoted(folder)} ${quoted(scriptSha256)}`,
    ),
    ...sandboxLines(folders),
    caseScriptEnd,
  ].join('\n');
  const content = {
    ...Object.fromEntries(listed),
    [SUMS]: sums,
    [SCRIPT]: executable(strToU8(script)),
  };
  return zipped(content, made);
}

/** Says once more below all folders which of the seals are no evidence. */
function sandboxLines(folders: readonly CaseFolder[]): string[] {
  const tried = folders.filter(({isOfSandbox}) => isOfSandbox).map(({folder}) => folder);
  if (tried.length === 0) return [];
  return ["printf '\\n'", `noted ${quoted(`${OF_SANDBOX}, in: ${tried.join(' ')}`)}`];
}

const readme = (
  folders: readonly CaseFolder[],
  texts: readonly string[],
  made: Date,
): string => `Evidence about the files of a case
==================================

Made     ${made.toISOString()} by the clock of the computer that made it
Files    ${folders.length}

What is in it
-------------
${texts.map((name) => `  ${name}\n      about the whole case, written by the page that made this package`).join('\n')}
${folders
  .map(({folder, isOfSandbox}) => `  ${folder}/${isOfSandbox ? `\n      ${OF_SANDBOX}` : ''}`)
  .join('\n')}
      each holds one file, not changed, the parts of its seal, and a README.txt of its own
  SHA256SUMS
      the SHA-256 of the files about the whole case, and of the script in each folder
  verify.sh
      a script that holds the same hashes, and runs the script in each folder, which holds those of the files there

How to check it
---------------
1. Unpack it, open a terminal in its folder and run:  sh verify.sh
   It needs openssl (version 1.1.1 or later) and nothing else, and asks no network.
   On Windows run it in Git Bash, which brings openssl along, or in WSL.
2. Put the certificates that you trust into trust.pem beside verify.sh (PEM) and run it again. They then hold for
   every folder that has no trust.pem of its own.
3. Each line says OK, FAILED or NOT CHECKED, or NOTE before what has to be known, below the name of its folder.
   The last line names the folders in which something failed. The script ends with 0 only if nothing failed:
   a file whose seal is broken fails.

What the lines about one file show, and what they do not, stands in the README.txt of its folder.
A script can be changed like any other file. Get it from somebody you trust, or read it: it is short.
`;
