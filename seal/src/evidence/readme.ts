import {OF_SANDBOX} from './of-sandbox.js';
import {visibleText} from '../model/text/visible-text.js';
import {paths, type SealEvidence} from './seal-evidence.js';

interface Told {
  fileName: string;
  /** The file's original name. */
  ownName: string;
  sha256: string;
  made: Date;
  /** Names of the page's own texts. */
  texts: readonly string[];
  seal: SealEvidence | undefined;
}

const WHAT: Readonly<Record<string, string>> = {
  [paths.store]: 'the seal as it stands in the file (C2PA manifest store, JUMBF)',
  [paths.claim]: 'what the signer signed: a list of assertions with their hashes (CBOR)',
  [paths.chain]: "the signer's certificates, the signer's own first (PEM)",
  [paths.signed]: 'the bytes that the signature is over (COSE Sig_structure)',
  [paths.signature]: 'the signature (of ECDSA as DER, of others as it is)',
  [paths.token]: 'the time stamp (RFC 3161 TimeStampToken, DER)',
  [paths.stamped]: 'the bytes that the time stamp is over',
  'seal/hash-assertion.jumbf': 'the assertion that holds the hash of the file',
};

const list = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, what]) => `  ${name}\n      ${what}`).join('\n');

function sealEntries({files}: SealEvidence): [string, string][] {
  const known = [...files.keys()].flatMap((path): [string, string][] => {
    const what = WHAT[path];
    return what === undefined ? [] : [[path, what]];
  });
  const hasMore = [...files.keys()].some((path) => path.startsWith('seal/assertions/'));
  return hasMore
    ? [...known, ['seal/assertions/', 'what else was signed, each as it is hashed']]
    : known;
}

/** Characters of the original name. */
const LONGEST_NAME = 200;

const shortened = (name: string): string => [...visibleText(name)].slice(0, LONGEST_NAME).join('');

/** Describes the package for people who were not there when it was made. */
export function readme({fileName, ownName, sha256, made, texts, seal}: Told): string {
  const entries: [string, string][] = [
    [fileName, 'the file, not changed'],
    ...texts.map((name): [string, string] => [name, 'written by the page that made this package']),
    ...(seal ? sealEntries(seal) : []),
    ['SHA256SUMS', 'the SHA-256 of each of these files'],
    ['verify.sh', 'a script that holds the same hashes, and checks these files with openssl'],
  ];
  return `Evidence about a file
=====================

File     ${fileName}${ownName === fileName ? '' : `\nElsewhere called ${shortened(ownName)}`}
SHA-256  ${sha256}
Made     ${made.toISOString()} by the clock of the computer that made it${
    seal?.manifest?.isOfSandbox ? `\n\n${OF_SANDBOX}.` : ''
  }

What is in it
-------------
${list(entries)}

How to check it
---------------
1. Unpack it, open a terminal in its folder and run:  sh verify.sh
   It needs openssl (version 1.1.1 or later) and nothing else, and asks no network.
   On Windows run it in Git Bash, which brings openssl along, or in WSL.
2. Put the certificates that you trust into trust.pem beside verify.sh (PEM) and run it again: only then
   can it tell whether you trust who signed. ${
     texts.includes(paths.anchors)
       ? `Without it, it takes ${paths.anchors},\n   which are the ones that the page trusted that made this package.`
       : 'Without it, it says NOT CHECKED there.'
   }
   The service that inspects files for a page says whom it trusts in trust.pem, beside the address where the page
   sends its files: for https://example.com/inspection/inspect that is https://example.com/inspection/trust.pem
3. Each line says OK, FAILED or NOT CHECKED, or NOTE before what has to be known.
   The script ends with 0 only if nothing failed.

What it shows, and what it does not
-----------------------------------
${seal ? SEALED : UNSEALED}
`;
}

const SEALED = `If nothing failed: the holder of the certificate's key signed a claim, the claim names the hashes of the
assertions in this package, and one of them names a hash of the file. Where "The file is the one that was sealed"
says OK, that is the hash of this file, and neither it nor any assertion that says OK was changed since. Where it
says NOT CHECKED, nothing here tells whether the file was changed: a C2PA reader can.
Who holds that key is what the certificate's issuer says. That is worth as much as the issuer is to you.

It does not show that what can be seen or heard in the file happened as it seems to, nor that its assertions
are right: the signer says so. A time is only shown by a time stamp whose authority you trust.
The script checks what openssl can check. It does not look for revoked certificates, does not read the
history of the file (its ingredients), and does not replace a C2PA reader: where the two differ, find out why.
A script can be changed like any other file. Get it from somebody you trust, or read it: it is short.`;

const UNSEALED = `No seal was found in the file. The script can only tell that the file is the one that was put into this
package. Nothing here says where the file comes from, when it was made, or whether it was changed before.`;
