import {hex} from '../own-reader/hashes.js';
import {type ByteRange} from '../own-reader/byte-range.js';
import {MOST_PLACES, type FileBinding} from './file-binding.js';
import {paths, type AssertionEvidence, type SealEvidence} from './seal-evidence.js';
import {OF_SANDBOX} from './of-sandbox.js';
import {scriptEnd, scriptStart} from './verify-script-frame.js';

/** Quotes any text as one word for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const skipped = (what: string, why: string): string => `skipped ${quoted(what)} ${quoted(why)}`;
const noted = (what: string): string => `noted ${quoted(what)}`;
const failed = (what: string): string => `failed ${quoted(what)}`;
/** A line that reports the status of the command before it. */
const check = (what: string, command: string): string => `${command}; told $? ${quoted(what)}`;

const HASHES = ['sha256', 'sha384', 'sha512'];

/** A command that prints these ranges of the file. */
const cut = (places: readonly ByteRange[]): string =>
  places.map(({start, end}) => `part ${start} ${end - start}`).join('\n  ');

const isPacked = ({path, sha256}: PackedFile): string => `packed ${sha256} ${quoted(path)}`;

/** One line of the script for all of these files. */
export const packedLines = (what: string, others: readonly PackedFile[]): string[] => [
  'others=0',
  ...others.map((other) => `${isPacked(other)} || others=1`),
  check(what, '[ "$others" -eq 0 ]'),
];

const IN_FILE = 'The seal in this package is the one in the file';

function storeLines(pieces: readonly ByteRange[]): string[] {
  if (pieces.length > MOST_PLACES) return [skipped(IN_FILE, 'it stands there in too many pieces')];
  return [`in_file() {\n  ${cut(pieces)}\n}`, check(IN_FILE, `in_file | cmp -s - ${paths.store}`)];
}

function signatureLines({
  claimStart,
  signature,
  hasCertificates,
}: NonNullable<SealEvidence['manifest']>): string[] {
  const what = 'The signature over the claim was made with the key of the certificate';
  const isClaim = check('What was signed is the claim of that seal', `same_claim ${claimStart}`);
  if (!hasCertificates) return [isClaim, failed('The seal names one chain of certificates')];
  if (!signature) return [isClaim, skipped(what, 'its algorithm is not known here')];
  switch (signature.name) {
    case 'ECDSA':
      return [isClaim, check(what, `signature_holds ${opensslHash(signature.hash)}`)];
    case 'RSA-PSS': {
      const padding = '-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen';
      const call = `signature_holds ${opensslHash(signature.hash)} ${padding}:${signature.saltLength}`;
      return [isClaim, check(what, call)];
    }
    case 'Ed25519':
      return [isClaim, check(what, 'raw_signature_holds')];
  }
}

const opensslHash = (name: string): string => name.replace('-', '').toLowerCase();

function assertionLine({label, path, algorithm, hash}: AssertionEvidence): string {
  const what = `The assertion ${label} is the one that was signed`;
  // A later seal may redact assertions of an earlier one, but none may redact its own.
  if (path === undefined) return failed(`The assertion ${label} that was signed is in the seal`);
  if (!HASHES.includes(algorithm)) return skipped(what, 'its algorithm is not known here');
  return check(what, `assertion_holds ${algorithm} ${hash} ${quoted(path)}`);
}

const NO_HASH =
  'The claim names a hash of the file (one that only adds to an earlier seal does not: use a C2PA reader)';

function leftOutLines(count: number): string[] {
  if (count === 0) return [];
  return [
    skipped(`The ${count} further assertions are the ones that were signed`, 'they are too many'),
  ];
}

function bindingLines(binding: FileBinding, assertions: readonly AssertionEvidence[]): string[] {
  const what = 'The file is the one that was sealed';
  switch (binding.kind) {
    case 'data': {
      const {algorithm, hash, hashed, leavesOutMore} = binding;
      const path = assertions.find(({label}) => label === binding.label)?.path ?? '';
      if (!HASHES.includes(algorithm)) return [skipped(what, 'its algorithm is not known here')];
      const body = hashed.length === 0 ? ':' : cut(hashed);
      return [
        `sealed_bytes() {\n  ${body}\n}`,
        check(what, `file_holds ${algorithm} ${hex(hash)} ${quoted(path)}`),
        check(
          'The hash of the file leaves out nothing but the seal itself',
          leavesOutMore ? 'false' : 'true',
        ),
      ];
    }
    case 'other':
      return [skipped(what, 'its kind of hash takes more than openssl: use a C2PA reader')];
    case 'update':
      return [
        skipped(what, 'the seal was updated, and the one below holds the hash: use a C2PA reader'),
      ];
    case 'none':
      return [failed(NO_HASH)];
    case 'missing':
    case 'damaged':
      return [failed(what)];
  }
}

function timestampLines({timestamp}: NonNullable<SealEvidence['manifest']>): string[] {
  if (!timestamp) return [skipped('The time of sealing', 'the seal has no time stamp')];
  const {info} = timestamp;
  if (!info)
    return [skipped('The time of sealing', 'the form of the time stamp is not known here')];
  const said = new Date(info.time * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
  return [
    check(
      `The time stamp (${said}) is whole and of this signature`,
      `stamp_holds ${info.algorithm}`,
    ),
    `check_authority ${info.time}`,
  ];
}

function sealLines({pieces, manifest}: SealEvidence): string[] {
  if (!manifest) {
    return [...storeLines(pieces), failed('The seal can be taken apart')];
  }
  return [
    ...storeLines(pieces),
    ...bindingLines(manifest.binding, manifest.assertions),
    ...manifest.assertions.map(assertionLine),
    ...leftOutLines(manifest.assertionsLeftOut),
    ...signatureLines(manifest),
    ...timestampLines(manifest),
    ...(manifest.hasCertificates ? ['check_chain'] : []),
    ...(manifest.isOfSandbox ? [noted(OF_SANDBOX)] : []),
  ];
}

/** A packed file with its hash in the script, so that the hash is not changed with the file. */
export interface PackedFile {
  path: string;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * A POSIX shell script that checks a package with openssl, with one line for each check; its status is 0 if none
 * failed. `file` is the inspected one.
 */
export function verifyScript(
  file: PackedFile,
  others: readonly PackedFile[],
  seal: SealEvidence | undefined,
): string {
  const lines = seal
    ? sealLines(seal)
    : [skipped('The seal', 'none was found in the file, so nothing says where it comes from')];
  const packed = [
    check('The file is the one that was put into this package', isPacked(file)),
    ...packedLines('So are the other files of this package', others),
    ...lines,
  ];
  return [scriptStart(quoted(file.path)), ...packed, scriptEnd].join('\n') + '\n';
}
