import {randomUUID} from 'node:crypto';
import fs, {type FileHandle} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {codeOf, fileProblem} from '../../files/file-problem.js';
import {SettingsError} from '../../settings/settings-error.js';

/** A file as it was when it was read. */
export interface Original {
  file: string;
  content: Uint8Array;
  /** Permission bits. */
  mode: number;
  state: FileState;
}

/** Differs once another program has replaced or written the file. */
interface FileState {
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
}

/** The calls that some file systems lack; injected for tests. */
export type FileSystem = Pick<typeof fs, 'link' | 'rename'>;

/** Error codes of file systems without links or permissions, such as those of memory cards. */
const LACKING = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Reads a file and remembers its state.
 * @throws {SettingsError}
 */
export async function readOriginal(file: string): Promise<Original> {
  try {
    const handle = await fs.open(file);
    try {
      // Taken before the content is read, so that a change during the read is detected.
      const {ino, size, mtimeNs, mode} = await handle.stat({bigint: true});
      const content = await handle.readFile();
      return {file, content, mode: Number(mode) & 0o777, state: {ino, size, mtimeNs}};
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new SettingsError(fileProblem(file, 'read', cause), {cause});
  }
}

/**
 * Writes the new content of a file, with the original's permissions, to a temporary file beside the target, which
 * is then renamed. If that fails, the temporary file is deleted.
 *
 * Over the original itself (`out` undefined), readers see either the old or the new content. A file that another
 * program has changed since it was read is not overwritten; a change between the last check and the rename, which
 * follows at once, is not detected.
 *
 * An existing file at `out` is never overwritten. If the file system has no links, an empty file reserves the name
 * first. Readers may see it for a moment, and it remains if the process is killed just then.
 * @throws {SettingsError} if nothing was written
 */
export async function writeChanged(
  content: Uint8Array,
  original: Original,
  out: string | undefined,
  {link, rename}: FileSystem = fs,
): Promise<void> {
  const {file, mode, state} = original;
  let target = out ?? file;
  let draft: string | undefined;
  try {
    // If the path is a symbolic link, the temporary file must be on the file system of its target.
    if (out === undefined) target = await fs.realpath(file);
    draft = join(dirname(target), `.${randomUUID()}.new`);
    await writeDraft(draft, content, mode);
    if (out !== undefined) {
      await putBeside(draft, out, {link, rename});
      return;
    }
    await assertUnchanged(target, state);
    await rename(draft, target);
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    const why = fileProblem(target, 'written', cause, 'name another with --out');
    throw new SettingsError(why, {cause});
  } finally {
    if (draft !== undefined) await fs.rm(draft, {force: true});
  }
}

async function writeDraft(draft: string, content: Uint8Array, mode: number): Promise<void> {
  const handle = await fs.open(draft, 'wx', mode);
  try {
    await keepMode(handle, mode);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The umask may have removed permissions from the new file, never added any. */
async function keepMode(handle: FileHandle, mode: number): Promise<void> {
  try {
    await handle.chmod(mode);
  } catch (error) {
    if (!LACKING.includes(codeOf(error) ?? '')) throw error;
  }
}

/**
 * Checks that the target is unchanged.
 * @throws {SettingsError}
 */
async function assertUnchanged(target: string, {ino, size, mtimeNs}: FileState): Promise<void> {
  const now = await fs.stat(target, {bigint: true});
  if (now.ino === ino && now.size === size && now.mtimeNs === mtimeNs) return;
  throw new SettingsError(
    `${target} was changed by another program in the meantime. It was left as it is now; run the command again.`,
  );
}

/** Renames the draft to a name that no file has yet. */
async function putBeside(draft: string, target: string, {link, rename}: FileSystem): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    if (!LACKING.includes(codeOf(error) ?? '')) throw error;
    const reserved = await fs.open(target, 'wx');
    await reserved.close();
    try {
      await rename(draft, target);
    } catch (failure) {
      await fs.rm(target, {force: true});
      throw failure;
    }
  }
}
