import {randomBytes} from 'node:crypto';
import {constants} from 'node:fs';
import {open, rm, type FileHandle} from 'node:fs/promises';
import {join} from 'node:path';
import {syncFolder} from '../files/private-files.js';
import {hashOf, headAfter, lineOf, NO_HEAD, type AuditEvent} from './audit-entry.js';
import {LogFiles} from './audit-files.js';
import {fileName, headText} from './audit-head.js';

/** Bytes after which the log continues in a new file. */
const FILE_SIZE = 16 * 1024 * 1024;

/**
 * On Linux, a write with O_DSYNC resolves once the data survives a power cut, as if fdatasync followed (open(2)).
 * One call in place of two saves a third of the processor time of each flush.
 */
const WRITES_SURVIVE = process.platform === 'linux';
const FLAGS =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_EXCL |
  (WRITES_SURVIVE ? constants.O_DSYNC : 0);

/** Records requests before they are answered. */
export interface Audit {
  /**
   * Resolves once the entry survives a power cut. Rejects if it cannot be written: the request must then not be
   * answered with success.
   */
  append: (event: AuditEvent) => Promise<void>;
  /** False if the last entry could not be written. */
  readonly isWorking: boolean;
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
 * An append-only log of JSON lines, each of which contains a hash over all lines before it. Every process writes
 * its own files; the first entry of a file has the head of the whole log at that time. Waiting entries are written
 * together and flushed once.
 */
export class AuditLog implements Audit {
  readonly #folder: string;
  readonly #now: () => Date;
  readonly #fileSize: number;
  readonly #files: LogFiles;
  #file: OpenFile | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #isWorking = true;

  private constructor(folder: string, now: () => Date, fileSize: number) {
    this.#folder = folder;
    this.#now = now;
    this.#fileSize = fileSize;
    this.#files = new LogFiles(folder);
  }

  /** Opens the log in this folder. Throws the system's error if the folder cannot be written to. */
  static async open(
    folder: string,
    now = () => new Date(),
    fileSize = FILE_SIZE,
  ): Promise<AuditLog> {
    const log = new AuditLog(folder, now, fileSize);
    log.#file = await log.#begin();
    return log;
  }

  /** False after an entry could not be written, until one is written again. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  append(event: AuditEvent): Promise<void> {
    return new Promise((written, failed) => {
      this.#waiting.push({event, written, failed});
      this.#writing ??= this.#writeAll();
    });
  }

  /** Writes the waiting entries, then closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.handle.close();
    this.#file = undefined;
  }

  async #writeAll(): Promise<void> {
    // Entries that arrive in this turn of the event loop are written and flushed together.
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

  /** The open file, or a new one if that is full or its last write failed. */
  async #current(): Promise<OpenFile> {
    const file = this.#file;
    if (file && file.size < this.#fileSize) return file;
    const begun = await this.#begin();
    await file?.handle.close();
    return (this.#file = begun);
  }

  /** Begins a file with the head of the whole log. */
  async #begin(): Promise<OpenFile> {
    const at = this.#now();
    const name = fileName(at, randomBytes(6).toString('hex'));
    const path = join(this.#folder, name);
    const handle = await open(path, FLAGS, 0o600);
    const file: OpenFile = {name, handle, size: 0, head: NO_HEAD};
    try {
      // Read once the file is there: so a check that does not see the file has read no later line than this does.
      const after = headText(await this.#files.openEnds());
      const line = lineOf(NO_HEAD, at, {event: 'began', file: name, after});
      await this.#put(file, Buffer.concat([line, NEWLINE]), headAfter(NO_HEAD, hashOf(line)));
      await syncFolder(this.#folder);
      return file;
    } catch (error) {
      await handle.close().catch(() => undefined);
      // Otherwise a full disk would fill the folder with empty files.
      await rm(path, {force: true}).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Writes all bytes or, as far as the disk allows, none. A file with an incomplete line is abandoned, and the next
   * file continues the log.
   */
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
