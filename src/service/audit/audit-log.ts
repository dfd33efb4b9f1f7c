import {randomBytes} from 'node:crypto';
import {constants} from 'node:fs';
import {open, type FileHandle} from 'node:fs/promises';
import {join} from 'node:path';
import {syncFolder} from '../files/private-files.js';
import {
  hashOf,
  headAfter,
  lineOf,
  NO_HEAD,
  type AuditBeginning,
  type AuditEvent,
} from './audit-entry.js';
import {fileName, openEnds} from './audit-files.js';

/** Bytes after which the log goes on in another file. */
const FILE_SIZE = 16 * 1024 * 1024;

/**
 * On Linux a write resolves once it survives a power cut, as if fdatasync followed (open(2)), in one call where there were two:
 * the processor has a third less to do for each flush.
 */
const WRITES_SURVIVE = process.platform === 'linux';
const FLAGS =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_EXCL |
  (WRITES_SURVIVE ? constants.O_DSYNC : 0);

/** Where requests are noted before they are answered. */
export interface Audit {
  /** Resolves once the entry survives a power cut. Rejects where it cannot be written: then nothing may be answered. */
  append: (event: AuditEvent) => Promise<void>;
}

interface Waiting {
  event: AuditEvent;
  written: () => void;
  failed: (reason: unknown) => void;
}

interface OpenFile {
  name: string;
  handle: FileHandle;
  size: number;
  head: string;
}

/**
 * An append-only log of JSON lines, each of which holds the hash of all before it. Every process writes files of its own,
 * whose first entry names the heads of those before. What waits is written together, and flushed once.
 */
export class AuditLog implements Audit {
  readonly #folder: string;
  readonly #now: () => Date;
  readonly #fileSize: number;
  #file: OpenFile | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #isWorking = true;

  private constructor(folder: string, now: () => Date, fileSize: number) {
    this.#folder = folder;
    this.#now = now;
    this.#fileSize = fileSize;
  }

  /** Throws the system's error where the folder cannot be written to. */
  static async open(
    folder: string,
    now = () => new Date(),
    fileSize = FILE_SIZE,
  ): Promise<AuditLog> {
    const log = new AuditLog(folder, now, fileSize);
    log.#file = await log.#begin(await openEnds(folder));
    return log;
  }

  /** False from an entry that could not be written to the next one that could. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  append(event: AuditEvent): Promise<void> {
    return new Promise((written, failed) => {
      this.#waiting.push({event, written, failed});
      this.#writing ??= this.#writeAll();
    });
  }

  /** Writes what still waits. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.handle.close();
    this.#file = undefined;
  }

  async #writeAll(): Promise<void> {
    // Whatever else comes in this turn is written and flushed with it.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch.map(({event}) => event));
        this.#isWorking = true;
        for (const {written} of batch) written();
      } catch (error) {
        this.#isWorking = false;
        for (const {failed} of batch) failed(error);
      }
    }
    this.#writing = undefined;
  }

  async #write(events: AuditEvent[]): Promise<void> {
    const file = await this.#current();
    const at = this.#now();
    let {head} = file;
    const lines: Buffer[] = [];
    for (const event of events) {
      const line = lineOf(head, at, event);
      head = headAfter(head, hashOf(line));
      lines.push(line, NEWLINE);
    }
    await this.#put(file, Buffer.concat(lines), head);
  }

  /** The file that is open; a new one where that is full, or could not be written to the last time. */
  async #current(): Promise<OpenFile> {
    const file = this.#file;
    if (file && file.size < this.#fileSize) return file;
    const begun = await this.#begin(file ? {[file.name]: file.head} : await openEnds(this.#folder));
    await file?.handle.close();
    return (this.#file = begun);
  }

  async #begin(after: AuditBeginning['after']): Promise<OpenFile> {
    const at = this.#now();
    const name = fileName(at, randomBytes(6).toString('hex'));
    const handle = await open(join(this.#folder, name), FLAGS, 0o600);
    const file: OpenFile = {name, handle, size: 0, head: NO_HEAD};
    try {
      const line = lineOf(NO_HEAD, at, {event: 'began', after});
      await this.#put(file, Buffer.concat([line, NEWLINE]), headAfter(NO_HEAD, hashOf(line)));
      await syncFolder(this.#folder);
      return file;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** All of it, or nothing as far as the disk allows: a file with half a line is left, and the next one goes on. */
  async #put(file: OpenFile, bytes: Buffer, head: string): Promise<void> {
    try {
      for (let done = 0; done < bytes.length;) {
        const at = file.size + done;
        done += (await file.handle.write(bytes, done, bytes.length - done, at)).bytesWritten;
      }
      if (!WRITES_SURVIVE) await file.handle.datasync();
      file.size += bytes.length;
      file.head = head;
    } catch (error) {
      await this.#undo(file);
      throw error;
    }
  }

  async #undo(file: OpenFile): Promise<void> {
    try {
      await file.handle.truncate(file.size);
      await file.handle.datasync();
    } catch {
      if (this.#file === file) this.#file = undefined;
      await file.handle.close().catch(() => undefined);
    }
  }
}

const NEWLINE = Buffer.from('\n');
