import {createHash} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {
  LONGEST_LIST_NAME,
  type TrustAnchors,
} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {hasHiddenText} from '@sealed-capture/seal/model/text/visible-text.js';
import {fileProblem} from '../files/file-problem.js';
import {SettingsError} from '../settings/settings-error.js';
import {certificateBlocks, readCertificates} from '../certificates/signing-identity.js';

/** Certificates only, PEM. They are public; an operator's file may also contain other things, which are removed. */
export type OwnAnchors = Pick<TrustAnchors, 'signers' | 'timeStamps' | 'names'>;

/** The certificates of an operator's files. */
export interface ListedAnchors {
  /** All of them, as one text. */
  pem: string;
  /** The name of the file that has each, without .pem, by its SHA-256 in hexadecimal. */
  names: Readonly<Record<string, string>>;
}

export const NO_ANCHORS: ListedAnchors = {pem: '', names: {}};

/** All certificates of the texts, each once, as one PEM text. */
export function certificatesIn(...texts: string[]): string {
  const blocks = texts.flatMap((text) => certificateBlocks(text));
  return [...new Set(blocks)].map((block) => `${block}\n`).join('');
}

/**
 * Reads a PEM file, or all PEM files of a folder; none without a path.
 * @throws {SettingsError} if they cannot be read or contain no certificate
 */
export async function readAnchors(path: string | undefined): Promise<ListedAnchors> {
  if (path === undefined) return NO_ANCHORS;
  try {
    const files = (await stat(path)).isDirectory() ? await pemFilesIn(path) : [path];
    const lists = await Promise.all(files.sort().map(readList));
    return {
      pem: lists.map(({pem}) => pem).join(''),
      names: Object.assign({}, ...lists.map(({names}) => names).reverse()) as Record<
        string,
        string
      >,
    };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const why = fileProblem(path, 'read', error, 'name another file or folder with trust anchors');
    throw new SettingsError(`The trust anchors cannot be read. ${why}`, {cause: error});
  }
}

async function pemFilesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pem'));
  if (files.length > 0) return files.map((name) => join(folder, name));
  throw new SettingsError(
    `${folder} holds no certificate in PEM form: no file there ends in .pem.`,
  );
}

async function readList(file: string): Promise<ListedAnchors> {
  const text = await readFile(file, 'utf8');
  const name = basename(file, '.pem');
  if (hasHiddenText(name) || [...name].length > LONGEST_LIST_NAME) {
    throw new SettingsError(
      `People see the name of ${file} with the signers of its list. Rename it: at most ${LONGEST_LIST_NAME} characters, without control characters and such that are hidden or turn the direction of text.`,
    );
  }
  const digests = readCertificates(text, file).map(({raw}) =>
    createHash('sha256').update(raw).digest('hex'),
  );
  return {
    pem: certificatesIn(text),
    names: Object.fromEntries(digests.map((digest) => [digest, name])),
  };
}
