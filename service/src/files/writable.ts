import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {SettingsError} from '../settings/settings-error.js';
import {fileProblem} from './file-problem.js';
import {makePrivateFolder} from './private-files.js';

/** Bytes. */
const PROBE = 64 * 1024;

/**
 * Checks that a private folder can be made and written, by a file that is deleted again. A missing one is not made.
 *
 * @param instead what to do otherwise, as {@link fileProblem} takes it
 * @throws {SettingsError} if it cannot, or if other users can write to it
 */
export async function requireWritable(folder: string, instead: string): Promise<void> {
  if (existsSync(folder)) await makePrivateFolder(folder);
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  let draft: string | undefined;
  try {
    draft = await mkdtemp(join(existing, '.sealed-capture-'));
    await writeFile(join(draft, 'probe'), Buffer.alloc(PROBE));
  } catch (cause) {
    const use = existing === folder ? 'written' : 'made';
    throw new SettingsError(fileProblem(folder, use, cause, instead), {cause});
  } finally {
    if (draft !== undefined) await rm(draft, {recursive: true, force: true});
  }
}
