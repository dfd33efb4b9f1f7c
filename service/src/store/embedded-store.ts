import {readdirSync, renameSync, rmSync} from 'node:fs';
import {chmod, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {makeFolders, makePrivateFolder} from '../files/private-files.js';
import {seldom} from '../http/log-seldom.js';
import {threadScript} from '../files/thread-script.js';
import {SettingsError} from '../settings/settings-error.js';
import {OutboxTable} from '../webhooks/outbox/outbox-table.js';
import {SqliteOutbox} from '../webhooks/outbox/sqlite-outbox.js';
import type {AnswerStore, Successor} from './expiring-store.js';
import {ExpiringTable, fileNumber} from './expiring-table.js';
import {SqliteStore} from './sqlite-store.js';

const UPKEEP_MS = 1_000;
/** First and longest pause in milliseconds before a thread that has ended is restarted. */
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;
/** Files of the first version's store. */
const FORMER_FILES = ['data.mdb', 'lock.mdb', 'boot', 'flushed'];

export interface EmbeddedStoreOptions {
  dataFolder: string;
  /** Most bytes of values on disk. Above it, values of the kind `while-room` are deleted, oldest first. */
  limit: number;
  /** Called if old values could not be removed, or the thread that removes them has ended. */
  onError: (error: unknown) => void;
  /** Called if the store was damaged. It was moved to this folder, and a new one is used. */
  onLoss: (movedTo: string) => void;
  /** Called with the number of corrupt values since the start, which count as deleted; at most once a minute. */
  onSpoiled?: (count: number) => void;
  /** Milliseconds between removals of old values; default one second. 0 for never, in a command. */
  upkeepEvery?: number;
  /** The script of the upkeep thread, if not the default. */
  upkeepScript?: {filename: string; execArgv: string[] | undefined};
}

/** What the upkeep's thread is given. @internal */
export interface UpkeepOptions {
  path: string;
  limit: number;
  every: number;
}

/** What it says each time. @internal */
export interface UpkeepReport {
  /** Number of the file that the thread worked on. */
  file: number | undefined;
  error?: unknown;
  isDamage?: boolean;
}

/** Answers and webhook deliveries in one file, so that one transaction can store both. */
class AnswersTable extends ExpiringTable {
  readonly outbox: OutboxTable;

  constructor(...options: ConstructorParameters<typeof ExpiringTable>) {
    super(...options);
    try {
      this.outbox = this.transaction(() => new OutboxTable(this.database));
    } catch (error) {
      this.close();
      throw error;
    }
  }
}

/**
 * Stores values in the folder `remembered` of the data folder.
 *
 * A promise resolves once the change is committed: other processes then see it, and it survives the end of this
 * process. A power cut may undo the last commits. That is harmless: a page that has its answer does not ask again,
 * and one that has not gets another seal of its capture.
 *
 * A damaged store is moved aside and a new one is started, whenever the damage is found: nobody could repair it,
 * and a service that does not start seals nothing.
 */
export class EmbeddedStore extends SqliteStore<AnswersTable> implements AnswerStore {
  readonly outbox = new SqliteOutbox(
    (work) => this.run(({outbox}) => work(outbox)),
    (work) => this.change(({outbox}) => work(outbox)),
  );
  readonly #options: EmbeddedStoreOptions;
  readonly #folder: string;
  readonly #path: string;
  /** Identifies the open file, to detect that another process has replaced it. */
  #file: number | undefined;
  #spoiled = 0;
  readonly #isToBeLogged = seldom();
  #upkeep: Worker | undefined;
  #restart: NodeJS.Timeout | undefined;
  #restartAfter = RESTART_MS;

  private constructor(options: EmbeddedStoreOptions) {
    super();
    this.#options = options;
    this.#folder = join(options.dataFolder, 'remembered');
    this.#path = join(this.#folder, 'answers.db');
  }

  /** @throws {SettingsError} if the folder cannot be used */
  static async open(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
    const store = new EmbeddedStore(options);
    const folder = store.#folder;
    await makePrivateFolder(folder);
    // The files within get this process's default mode, so the folder must be private.
    await chmod(folder, 0o700);
    for (const name of FORMER_FILES) await rm(join(folder, name), {force: true});
    try {
      await store.get('');
    } catch (cause) {
      throw new SettingsError(`The store in ${folder} cannot be opened.`, {cause});
    }
    if (options.upkeepEvery !== 0) store.#startUpkeep();
    return store;
  }

  override async close(): Promise<void> {
    clearTimeout(this.#restart);
    const upkeep = this.#upkeep;
    this.#upkeep = undefined;
    if (upkeep) {
      upkeep.ref();
      upkeep.postMessage('close');
      await new Promise((resolve) => upkeep.once('exit', resolve));
    }
    await super.close();
  }

  override async replace(key: string, from: Uint8Array, to: Successor): Promise<boolean> {
    const {deliveries} = to;
    if (!deliveries) return super.replace(key, from, to);
    const dropped = await this.change((table) =>
      table.replace(key, from, to) ? table.outbox.add(deliveries) : undefined,
    );
    if (dropped === undefined) return false;
    deliveries.onStored(dropped);
    return true;
  }

  protected override open(): AnswersTable {
    makeFolders(this.#folder);
    this.#file = fileNumber(this.#path);
    const table = new AnswersTable(this.#path, 'temporary', 0, () => {
      this.#spoiled += 1;
      if (this.#isToBeLogged('spoiled')) this.#options.onSpoiled?.(this.#spoiled);
    });
    this.#file = fileNumber(this.#path);
    return table;
  }

  /** Moves the damaged file aside for the operator, and deletes those that were moved before. */
  protected override onDamage(): void {
    // Another process may have replaced it, and the new file is good.
    if (fileNumber(this.#path) !== this.#file) return;
    const prefix = `${basename(this.#folder)}.damaged-`;
    const parent = dirname(this.#folder);
    const movedTo = join(parent, `${prefix}${Date.now()}`);
    renameSync(this.#folder, movedTo);
    for (const name of readdirSync(parent)) {
      if (name.startsWith(prefix) && name !== basename(movedTo)) {
        rmSync(join(parent, name), {recursive: true});
      }
    }
    this.#options.onLoss(movedTo);
  }

  #startUpkeep(): void {
    const {limit, onError, upkeepEvery = UPKEEP_MS, upkeepScript} = this.#options;
    const {filename, execArgv} =
      upkeepScript ?? threadScript(import.meta.url, 'embedded-store-worker');
    const workerData: UpkeepOptions = {path: this.#path, limit, every: upkeepEvery};
    const upkeep = new Worker(filename, {execArgv, workerData});
    this.#upkeep = upkeep;
    upkeep.unref();
    upkeep.on('message', (report: UpkeepReport) => this.#onReport(report));
    upkeep.on('error', onError);
    upkeep.on('exit', () => {
      if (this.#upkeep !== upkeep) return;
      this.#upkeep = undefined;
      onError(new Error('The upkeep of the store has ended, and is started again.'));
      this.#restart = setTimeout(() => this.#startUpkeep(), this.#restartAfter).unref();
      this.#restartAfter = Math.min(this.#restartAfter * 2, LONGEST_RESTART_MS);
    });
  }

  #onReport({file, error, isDamage}: UpkeepReport): void {
    this.#restartAfter = RESTART_MS;
    if (file !== this.#file) return this.closeFile();
    if (isDamage) {
      this.closeFile();
      this.onDamage();
    } else if (error !== undefined) this.#options.onError(error);
  }
}
