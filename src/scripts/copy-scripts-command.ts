import {resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {copyScripts} from './copy-scripts.js';

const WITHOUT_ENGINE =
  'c2pa.wasm is not among them. Only verify="local" needs it: npm install @contentauth/c2pa-wasm@0.15.0\n';

/** Runs `sealed-capture copy-scripts FOLDER`. Resolves to the exit status: 0 done, 1 failed, 2 wrong usage. */
export async function copyScriptsCommand(args: readonly string[]): Promise<number> {
  const fail = (text: string, status: number): number => {
    process.stderr.write(`sealed-capture: ${visibleText(text)}\n`);
    return status;
  };
  let folders: string[];
  try {
    folders = parseArgs({args: [...args], allowPositionals: true}).positionals;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 2);
  }
  const [folder] = folders;
  if (folder === undefined || folders.length > 1) {
    return fail('Name one folder that your server serves: copy-scripts public/scripts.', 2);
  }
  try {
    const {names, hasEngine} = await copyScripts(folder);
    process.stdout.write(
      `Copied ${names.length} files to ${visibleText(resolve(folder))}.\n` +
        (hasEngine ? '' : WITHOUT_ENGINE) +
        'Tell the page where they are served: <meta name="sealed-capture-scripts" content="/scripts">,\n' +
        'or setScriptsBase("/scripts") before the first capture.\n',
    );
    return 0;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return fail(`The scripts could not be copied: ${why}.`, 1);
  }
}
