import {readFile, stat} from 'node:fs/promises';
import {ListError} from '@sealed-capture/seal/trust/official-lists.js';
import {userAgent} from '../http/user-agent.js';
import {fileProblem} from '../files/file-problem.js';
import {SettingsError} from '../settings/settings-error.js';
import {LARGEST_LIST, listNames, readList, type ListName} from './list-files.js';

const FOLDER = 'https://raw.githubusercontent.com/c2pa-org/conformance-public/main';

/** Where the lists are published. */
export const sources: Readonly<Record<ListName, string>> = {
  'c2pa-trust-list': `${FOLDER}/trust-list/C2PA-TRUST-LIST.json`,
  'c2pa-tsa-trust-list': `${FOLDER}/trust-list/C2PA-TSA-TRUST-LIST.json`,
  'conforming-products-list': `${FOLDER}/conforming-products/conforming-products-list.json`,
};

/** A fetched list, recognized as one of the known lists. */
export interface FetchedList {
  name: ListName;
  text: string;
  list: ReturnType<typeof readList>;
}

const isAddress = (from: string): boolean => /^https?:\/\//.test(from);

/**
 * Fetches a file or address and parses it as the list that it is.
 * @throws {SettingsError} with the reason if it cannot be fetched, or is none of the lists
 */
export async function fetchList(from: string, signal: AbortSignal): Promise<FetchedList> {
  const text = await (isAddress(from) ? fetched(from, signal) : read(from)).catch(
    (cause: unknown) => {
      if (cause instanceof SettingsError) throw cause;
      const why = isAddress(from)
        ? `${from} cannot be read.`
        : fileProblem(from, 'read', cause, 'name another file with --from');
      throw new SettingsError(why, {cause});
    },
  );
  const reasons: string[] = [];
  for (const name of listNames) {
    try {
      return {name, text, list: readList(name, text)};
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      reasons.push(`${name}: ${error.message}`);
    }
  }
  throw new SettingsError(`${from} is none of the lists. ${reasons.join(' ')}`);
}

async function read(path: string): Promise<string> {
  if ((await stat(path)).size > LARGEST_LIST) throw tooLarge(path);
  return readFile(path, 'utf8');
}

async function fetched(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, {headers: userAgent, signal});
  if (!answer.ok || !answer.body) {
    throw new SettingsError(`${url} answers with status ${answer.status}.`);
  }
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_LIST) throw tooLarge(url);
    text += decoder.decode(chunk, {stream: true});
  }
  return text + decoder.decode();
}

const tooLarge = (from: string): SettingsError =>
  new SettingsError(`${from} is too large for a list.`);
