import {randomUUID} from 'node:crypto';
import {createWriteStream, type Stats} from 'node:fs';
import {mkdir, readdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {extensions} from '@sealed-capture/seal/model/media-type.js';
import {refusal} from './refusal.js';

export interface UploadLimits {
  /** Largest file in bytes. */
  bytes: number;
  files: number;
  /** Files of one visitor; default: a fifth of all. */
  filesOfVisitor?: number;
}

/** The share of all files that one visitor may have, so that no visitor leaves the others without room. */
const VISITORS_SHARE = 1 / 5;

/** An uploaded file, as the site lists it. */
export interface StoredUpload {
  captureId: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** ISO 8601 in UTC. */
  uploadedAt: string;
  /** Path on the site's origin. */
  address: string;
}

/** Of a file that is arriving: `VISITOR.CAPTURE.RANDOM.part`. Of a stored one: `VISITOR.CAPTURE.jpg`. */
const NAME =
  /^([\da-f]{32})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:[\da-f-]{36}\.)?(\w+)$/;
const DRAFT = 'part';
/** Milliseconds without a byte after which a draft belongs to no request any more. */
const DRAFT_MS = 3_600_000;
const SWEEP_MS = 60_000;

/**
 * The uploads of all visitors, in one folder. Drafts have a place from their first byte, so that uploads in parallel
 * never exceed the limits together.
 */
export class UploadFolder {
  readonly #path: string;
  readonly #limits: UploadLimits;
  /** Settles once the last change that was begun is done. */
  #last: Promise<unknown> = Promise.resolve();
  #sweepAgain = 0;

  private constructor(path: string, limits: UploadLimits) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Opens or makes the folder, and deletes drafts that were left over. */
  static async open(path: string, limits: UploadLimits): Promise<UploadFolder> {
    await mkdir(path, {recursive: true, mode: 0o700});
    const folder = new UploadFolder(path, limits);
    await folder.#deleteOldDrafts();
    return folder;
  }

  /** The visitor's files, newest first. */
  async list(visitor: string): Promise<StoredUpload[]> {
    const names = (await readdir(this.#path)).filter((name) => name.startsWith(`${visitor}.`));
    const found = await Promise.all(names.map((name) => this.#describe(name)));
    return found
      .filter((upload) => upload !== undefined)
      .sort((a, b) => b.uploadedAt.localeCompare(a.uploadedAt));
  }

  async find(visitor: string, captureId: string): Promise<StoredUpload | undefined> {
    return (await this.list(visitor)).find((one) => one.captureId === captureId.toLowerCase());
  }

  /** Name of the visitor's file in the folder. */
  nameOf(visitor: string, {captureId, mediaType}: StoredUpload): string {
    return `${visitor}.${captureId}.${extensions[mediaType]}`;
  }

  /**
   * Writes the body to a file, completely or not at all.
   * @throws a {@link refusal} (507) if there are as many files as the limits allow
   */
  async receive(
    visitor: string,
    {captureId, mediaType}: Pick<StoredUpload, 'captureId' | 'mediaType'>,
    body: Readable,
  ): Promise<void> {
    const file = join(this.#path, `${visitor}.${captureId}`);
    const draft = `${file}.${randomUUID()}.${DRAFT}`;
    try {
      await this.#inTurn(async () => {
        await this.#requirePlace(visitor);
        if (await this.#holds(visitor, captureId)) {
          throw refusal(409, 'Another upload of this capture is arriving. Try again.');
        }
        await writeFile(draft, '', {flag: 'wx', mode: 0o600});
      });
      await pipeline(body, createWriteStream(draft, {flags: 'r+', flush: true}));
      // A count at the same time could miss both names.
      await this.#inTurn(() => rename(draft, `${file}.${extensions[mediaType]}`));
    } catch (error) {
      await rm(draft, {force: true});
      throw error;
    }
  }

  async delete(visitor: string, upload: StoredUpload): Promise<void> {
    await rm(join(this.#path, this.nameOf(visitor, upload)), {force: true});
  }

  /** Runs one change of the folder after the other. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(change);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** True if there is a file or a draft of the capture. */
  async #holds(visitor: string, captureId: string): Promise<boolean> {
    return (await readdir(this.#path)).some((name) => name.startsWith(`${visitor}.${captureId}.`));
  }

  async #requirePlace(visitor: string): Promise<void> {
    if (this.#obstacle(await this.#visitors(), visitor) === undefined) return;
    await this.#deleteOldDrafts();
    const obstacle = this.#obstacle(await this.#visitors(), visitor);
    if (obstacle !== undefined) throw refusal(507, obstacle);
  }

  /** Why there is no place for another file of the visitor. */
  #obstacle(visitors: readonly string[], visitor: string): string | undefined {
    const {files, filesOfVisitor = Math.ceil(files * VISITORS_SHARE)} = this.#limits;
    if (visitors.filter((one) => one === visitor).length >= filesOfVisitor)
      return `The demo stores ${filesOfVisitor} of your photos and recordings, and no more. Delete some on its page.`;
    if (visitors.length >= files)
      return 'The demo stores no more files. Delete some on its page, or from its folder `uploads`.';
    return undefined;
  }

  /**
   * The visitor of each file and draft. Files without a visitor are of earlier versions: they are shown to nobody and
   * take no place.
   */
  async #visitors(): Promise<string[]> {
    const visitors = (await readdir(this.#path)).map((name) => NAME.exec(name)?.[1]);
    return visitors.filter((visitor) => visitor !== undefined);
  }

  /** Deletes drafts that no request writes to any more. Does nothing if it did so in the last minute. */
  async #deleteOldDrafts(): Promise<void> {
    if (performance.now() < this.#sweepAgain) return;
    this.#sweepAgain = performance.now() + SWEEP_MS;
    const names = await readdir(this.#path);
    const drafts = names.filter((name) => name.endsWith(`.${DRAFT}`));
    for (const path of drafts.map((name) => join(this.#path, name))) {
      const found = await this.#statOf(path);
      if (found && Date.now() - found.mtimeMs >= DRAFT_MS) await rm(path, {force: true});
    }
  }

  async #describe(name: string): Promise<StoredUpload | undefined> {
    const [, , captureId, extension] = NAME.exec(name) ?? [];
    const [mediaType] = Object.entries(extensions).find(([, one]) => one === extension) ?? [];
    if (!captureId || !mediaType) return undefined;
    const found = await this.#statOf(join(this.#path, name));
    if (!found) return undefined;
    const {size, mtime} = found;
    const uploadedAt = mtime.toISOString();
    return {captureId, mediaType, size, uploadedAt, address: `/uploads/${captureId}`};
  }

  /** Undefined if the file was deleted or renamed meanwhile. */
  #statOf(path: string): Promise<Stats | undefined> {
    return stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }
}
