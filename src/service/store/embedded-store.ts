import {once} from 'node:events';
import {chmod, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {makePrivateFolder} from '../files/private-files.js';
import {threadScript} from '../files/thread-script.js';
import {SettingsError} from '../settings/settings-error.js';
import type {ExpiringStore} from './expiring-store.js';
import type {ExpiringTable} from './expiring-table.js';

const SWEEP_MS = 1_000;
/** Files of the first version's store. */
const FORMER_FILES = ['data.mdb', 'lock.mdb', 'boot', 'flushed'];

export interface EmbeddedStoreOptions {
  dataFolder: string;
  /** Most bytes that values may take on disk; those that may go then go, oldest first. */
  limit: number;
  /** Old values could not be removed, or the store's thread has failed. */
  onError: (error: unknown) => void;
  /** The store was damaged. It was moved to this folder, and a new one is used. */
  onLoss: (movedTo: string) => void;
  /** How often old values are removed, in milliseconds; a second by default. */
  sweepEvery?: number;
}

/** @internal */
export interface ThreadOptions {
  folder: string;
  limit: number;
  sweepEvery: number;
}

type Name = 'putIfAbsent' | 'replace' | 'remove';

/** What the thread is asked for. @internal */
export type Operation = {
  [One in Name]: {name: One; args: Parameters<ExpiringTable[One]>};
}[Name];

/** @internal */
export type Reply =
  | {name: 'done'; results: unknown[]}
  | {name: 'failed' | 'sweep-failed'; error: unknown}
  | {name: 'loss'; movedTo: string};

interface Waiting {
  operation: Operation;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Keeps values in the folder `remembered` of the data folder, which several processes of one machine may share.
 *
 * A promise resolves once the change is committed: other processes then see it, and it survives the end of this
 * process. A power cut may undo the last commits: a page that has its answer does not ask again, and one that has not
 * gets another seal of its capture, whose first nobody has seen.
 *
 * A damaged store is moved aside and begins anew, whenever the damage is found: nobody could mend it, and a service
 * that does not start seals nothing at all.
 */
export class EmbeddedStore implements ExpiringStore {
  readonly #worker: Worker;
  readonly #options: EmbeddedStoreOptions;
  /** What came while the thread was busy: it goes to the thread together. */
  #waiting: Waiting[] = [];
  #asked: Waiting[] = [];
  #onIdle?: () => void;
  #end?: Error;

  private constructor(folder: string, options: EmbeddedStoreOptions) {
    this.#options = options;
    const {limit, sweepEvery = SWEEP_MS} = options;
    const {filename, execArgv} = threadScript(import.meta.url, 'embedded-store-worker');
    const workerData: ThreadOptions = {folder, limit, sweepEvery};
    this.#worker = new Worker(filename, {execArgv, workerData});
    this.#worker.on('message', (reply: Reply) => this.#onReply(reply));
    this.#worker.on('error', (error) => {
      options.onError(error);
      this.#endWith(error);
    });
    this.#worker.on('exit', () => this.#endWith(new Error('The store is closed.')));
  }

  /** @throws {SettingsError} where the folder cannot be used */
  static async open(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
    const folder = join(options.dataFolder, 'remembered');
    await makePrivateFolder(folder);
    // The files within have whatever mode this process gives new files.
    await chmod(folder, 0o700);
    for (const name of FORMER_FILES) await rm(join(folder, name), {force: true});
    const store = new EmbeddedStore(folder, options);
    try {
      await store.remove('', new Uint8Array());
      return store;
    } catch (cause) {
      await store.close();
      throw new SettingsError(`The store in ${folder} cannot be opened.`, {cause});
    }
  }

  putIfAbsent(...args: Parameters<ExpiringTable['putIfAbsent']>): Promise<Uint8Array | undefined> {
    return this.#ask({name: 'putIfAbsent', args}) as Promise<Uint8Array | undefined>;
  }

  replace(...args: Parameters<ExpiringTable['replace']>): Promise<boolean> {
    return this.#ask({name: 'replace', args}) as Promise<boolean>;
  }

  remove(...args: Parameters<ExpiringTable['remove']>): Promise<void> {
    return this.#ask({name: 'remove', args}) as Promise<void>;
  }

  async close(): Promise<void> {
    if (this.#end) return;
    if (this.#asked.length > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#worker.ref();
    this.#worker.postMessage('close');
    await once(this.#worker, 'exit');
  }

  async #ask(operation: Operation): Promise<unknown> {
    if (this.#end) throw this.#end;
    return new Promise((resolve, reject) => {
      this.#waiting.push({operation, resolve, reject});
      if (this.#asked.length === 0) this.#send();
    });
  }

  #send(): void {
    this.#asked = this.#waiting;
    this.#waiting = [];
    // Only work in progress keeps the process running.
    this.#worker.ref();
    this.#worker.postMessage(this.#asked.map(({operation}) => operation));
  }

  #onReply(reply: Reply): void {
    if (reply.name === 'loss') return this.#options.onLoss(reply.movedTo);
    if (reply.name === 'sweep-failed') return this.#options.onError(reply.error);
    const asked = this.#asked;
    this.#asked = [];
    if (this.#waiting.length > 0) this.#send();
    else {
      this.#worker.unref();
      this.#onIdle?.();
    }
    asked.forEach(({resolve, reject}, i) =>
      reply.name === 'done' ? resolve(reply.results[i]) : reject(reply.error),
    );
  }

  #endWith(error: Error): void {
    this.#end ??= error;
    for (const {reject} of [...this.#asked, ...this.#waiting]) reject(this.#end);
    this.#asked = this.#waiting = [];
    this.#onIdle?.();
  }
}
