import {copyFile, mkdir} from 'node:fs/promises';
import {basename, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {SettingsError, UsageError} from '../settings/settings-error.js';

/** What a page loads beside its modules, by its place in the package. */
const SIDE_FILES = [
  'ports/media-worker.js',
  'ports/seal-reader-worker.js',
  'ports/verification-worker.js',
  'ports/c2pa.wasm',
  'ports/audio/recorder-worklet.js',
  'ports/audio/encoder-worker.js',
  'ports/audio/wasm-encoder-worker.js',
  'plates/plate-worker.js',
];

const built = fileURLToPath(new URL('../../', import.meta.url));

/** `sealed-capture copy-scripts DIR`: puts them where a page can be told that they are (`setScriptsBase`). */
export async function copyScripts(args: readonly string[]): Promise<void> {
  const {positionals} = parseArgs({args: [...args], allowPositionals: true});
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    throw new UsageError('Name one folder that your server serves: copy-scripts public/scripts.');
  }
  try {
    await mkdir(folder, {recursive: true});
    for (const file of SIDE_FILES) await copyFile(join(built, file), join(folder, basename(file)));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`The scripts could not be copied: ${why}.`);
  }
  process.stdout.write(
    `Copied ${SIDE_FILES.length} files to ${resolve(folder)}.\n` +
      'Tell the page where they are served: <meta name="sealed-capture-scripts" content="/scripts">,\n' +
      'or setScriptsBase("/scripts") before the first capture.\n',
  );
}
