import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {SettingsError} from '../settings/settings-error.js';

/**
 * `sealed-capture copy-scripts FOLDER` and `check-upload URL`: runs the command of the elements' package, which contains
 * the scripts and the elements' rules. That command reads the arguments of this process itself.
 */
export async function runElementsCommand(): Promise<void> {
  for (const from of [resolve('package.json'), import.meta.url]) {
    let command: string;
    try {
      command = createRequire(from).resolve('sealed-capture/command');
    } catch {
      // Not installed there.
      continue;
    }
    await import(pathToFileURL(command).href);
    return;
  }
  throw new SettingsError(
    'The scripts of pages, and the check of upload servers, come with the elements, which are not installed here: npm install sealed-capture.',
  );
}
