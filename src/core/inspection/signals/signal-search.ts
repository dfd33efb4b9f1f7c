import type {FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';
import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import {Slices} from '../../async/slices.js';
import type {FileInspection} from '../inspections.js';
import {accounts} from './accounts.js';
import {farApart} from './far-apart.js';
import {gaps} from './gaps.js';
import type {KnownFile, KnownPicture} from './known-file.js';
import {outOfOrder} from './out-of-order.js';
import {pixelCandidates, sameFiles, samePictures} from './same-picture.js';
import {groupedBy, type Signal} from './signal.js';

/** What is read of files for the search. Each may reject: then it is not known. */
export interface SignalSources {
  facts(file: Blob, signal: AbortSignal): Promise<Pick<FileFacts, 'sha256' | 'unsealed'>>;
  /** Decodes a picture and reduces it; undefined for a file that is none. */
  picture(file: Blob, signal: AbortSignal): Promise<KnownPicture | undefined>;
  /** SHA-256 of the decoded pixels; a page's own reader may not have it. */
  pixels?(file: Blob, signal: AbortSignal): Promise<{sha256: string} | undefined>;
}

type Learned = {
  facts?: Pick<FileFacts, 'sha256' | 'unsealed'>;
  /** Null for a file that is no picture. */
  picture?: KnownPicture | null;
};

/** What needs no file to be read, then what does. */
const quick = [farApart, outOfOrder, accounts, gaps];
const all = [sameFiles, samePictures, ...quick];

/**
 * Looks for signals across files. Files are read one after the other, each once: what was learned of a file is known as
 * long as the page holds the file.
 */
export class SignalSearch {
  readonly #sources: SignalSources;
  #learned = new WeakMap<Blob, Learned>();

  constructor(sources: SignalSources) {
    this.#sources = sources;
  }

  /** Forgets what was learned of all files. */
  forget(): void {
    this.#learned = new WeakMap();
  }

  /**
   * Yields what the answers alone show, and then all signals. Ends early if the signal is aborted. Other tasks of the page
   * have their turn in between.
   */
  async *find(files: readonly FileInspection[], signal: AbortSignal): AsyncGenerator<Signal[]> {
    const slices = new Slices();
    const gone = async (): Promise<boolean> => {
      await slices.rest();
      return signal.aborted;
    };
    const searched = async (signals: readonly ((known: readonly KnownFile[]) => Signal[])[]) => {
      const known = files.map((file) => this.#known(file));
      const found: Signal[] = [];
      for (const search of signals) {
        if (await gone()) return undefined;
        found.push(...search(known));
      }
      return found;
    };
    const first = await searched(quick);
    if (!first) return;
    yield first;
    const sizes = groupedBy(files, ({file}) => String(file.size));
    const twins = new Set(sizes.filter(({length}) => length > 1).flat());
    for (const inspection of files) {
      if (await gone()) return;
      if (twins.has(inspection) || isUnsealed(inspection))
        await this.#read(inspection.file, signal);
      if (await gone()) return;
      await this.#see(inspection.file, signal);
    }
    const byId = new Map(files.map(({id, file}) => [id, file]));
    for (const {id} of pixelCandidates(files.map((file) => this.#known(file)))) {
      if (await gone()) return;
      const file = byId.get(id);
      if (file) await this.#compare(file, signal);
    }
    const last = await searched(all);
    if (last) yield last;
  }

  #of(file: Blob): Learned {
    const known = this.#learned.get(file) ?? {};
    this.#learned.set(file, known);
    return known;
  }

  async #read(file: Blob, signal: AbortSignal): Promise<void> {
    const learned = this.#of(file);
    if (learned.facts) return;
    const facts = await this.#sources.facts(file, signal).catch(() => undefined);
    // The rest of the facts has pictures, which would fill the memory.
    if (facts) learned.facts = {sha256: facts.sha256, unsealed: facts.unsealed};
  }

  async #see(file: Blob, signal: AbortSignal): Promise<void> {
    const learned = this.#of(file);
    if (learned.picture !== undefined) return;
    const picture = await this.#sources.picture(file, signal).catch(() => undefined);
    if (!signal.aborted) learned.picture = picture ?? null;
  }

  async #compare(file: Blob, signal: AbortSignal): Promise<void> {
    const learned = this.#of(file);
    if (!learned.picture || learned.picture.pixels !== undefined) return;
    const pixels = await this.#sources.pixels?.(file, signal).catch(() => undefined);
    if (pixels) learned.picture = {...learned.picture, pixels: pixels.sha256};
  }

  #known({id, file, progress}: FileInspection): KnownFile {
    const {facts, picture} = this.#learned.get(file) ?? {};
    const answer = progress.name === 'done' ? object(progress.opinions.result) : undefined;
    return {
      id,
      name: pathOf(file),
      answer,
      unsealed: facts?.unsealed,
      sha256: facts?.sha256,
      picture: picture ?? undefined,
    };
  }
}

const isUnsealed = ({progress}: FileInspection): boolean => {
  const answer = progress.name === 'done' ? object(progress.opinions.result) : undefined;
  return answer !== undefined && stateOf(answer) === 'none';
};

/** The name with its folder, if a folder was chosen. */
function pathOf(file: Blob): string {
  const {webkitRelativePath, name} = file as Partial<File>;
  return text(webkitRelativePath) ?? text(name) ?? '';
}
