import {mkdirSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {parentPort, workerData} from 'node:worker_threads';
import type {Operation, Reply, ThreadOptions} from './embedded-store.js';
import {ExpiringTable, isDamage} from './expiring-table.js';

// A thread that owns the table: SQLite waits for disks and for other processes, and the event loop must not.

const {folder, limit, sweepEvery} = workerData as ThreadOptions;
const path = join(folder, 'answers.db');
const movedPrefix = `${basename(folder)}.damaged-`;

interface Opened {
  table: ExpiringTable;
  /** The file's number, which tells it from one that another process has put in its place. */
  file: number | undefined;
}
let opened: Opened | undefined;

const reply = (message: Reply): void => parentPort?.postMessage(message);
const fileNumber = (): number | undefined => statSync(path, {throwIfNoEntry: false})?.ino;

function open(): Opened {
  const before = fileNumber();
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    const table = new ExpiringTable(path, 'temporary');
    return {table, file: fileNumber()};
  } catch (error) {
    if (!isDamage(error)) throw error;
    putAside(before);
    return {table: new ExpiringTable(path, 'temporary'), file: fileNumber()};
  }
}

/** Does the work; if the file turns out to be damaged, does it with a new one. */
function run<T>(work: (table: ExpiringTable) => T): T {
  opened ??= open();
  try {
    return work(opened.table);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const {file} = opened;
    close();
    putAside(file);
    opened = open();
    return work(opened.table);
  }
}

/** Moves the damaged file aside for the operator, and removes those that were moved before. */
function putAside(file: number | undefined): void {
  // Another process may have done so already, and its new file is good.
  if (fileNumber() === file) {
    const parent = dirname(folder);
    const movedTo = join(parent, `${movedPrefix}${Date.now()}`);
    renameSync(folder, movedTo);
    for (const name of readdirSync(parent)) {
      if (name.startsWith(movedPrefix) && name !== basename(movedTo)) {
        rmSync(join(parent, name), {recursive: true});
      }
    }
    reply({name: 'loss', movedTo});
  }
  mkdirSync(folder, {recursive: true, mode: 0o700});
}

function close(): void {
  try {
    opened?.table.close();
  } finally {
    opened = undefined;
  }
}

function apply(table: ExpiringTable, operation: Operation): unknown {
  switch (operation.name) {
    case 'putIfAbsent':
      return table.putIfAbsent(...operation.args);
    case 'replace':
      return table.replace(...operation.args);
    case 'remove':
      return table.remove(...operation.args);
  }
}

async function sweep(): Promise<void> {
  try {
    // Another process has put the file aside since.
    if (opened && opened.file !== fileNumber()) close();
    // Between two steps, requests have their turn.
    while (!isClosing && run((table) => table.sweep(limit))) await setImmediate();
  } catch (error) {
    reply({name: 'sweep-failed', error});
  }
}

let isClosing = false;
let sweeping = Promise.resolve();
const timer = setInterval(() => {
  sweeping = sweeping.then(sweep);
}, sweepEvery);

parentPort?.on('message', (operations: Operation[] | 'close') => {
  if (operations === 'close') {
    isClosing = true;
    clearInterval(timer);
    parentPort?.close();
    return close();
  }
  try {
    // One transaction for all that came meanwhile: a commit costs more than a change.
    const results = run((table) =>
      table.transaction(() => operations.map((one) => apply(table, one))),
    );
    reply({name: 'done', results});
  } catch (error) {
    reply({name: 'failed', error});
  }
});
