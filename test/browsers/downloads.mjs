// The folder in which the browsers of a test run save files. The command `saved-zip` waits for a ZIP in it, and returns
// it in Base64: what a person has on disk, and not what a page meant to save.
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

let folder;

/** Created with the first call, and removed when this process ends. */
export function downloadsFolder() {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'sealed-capture-downloads-'));
    process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
  }
  return folder;
}

const PATIENCE_MS = 20_000;

/** Begins the last record of a ZIP, which has 22 bytes: a file without it is not complete. */
const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1');

const completeZips = () =>
  readdirSync(downloadsFolder(), {withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({name}) => join(downloadsFolder(), name))
    .flatMap((path) => {
      try {
        return [{bytes: readFileSync(path), savedAt: statSync(path).mtimeMs}];
      } catch {
        // Its browser has given it another name meanwhile.
        return [];
      }
    })
    .filter(({bytes}) => bytes.subarray(-22, -18).equals(END_OF_ZIP));

export const downloads = () => ({
  name: 'downloads',
  /** `since`: the time, in epoch milliseconds, before which nothing counts. */
  async executeCommand({command, payload}) {
    if (command !== 'saved-zip') return undefined;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
      const [zip] = completeZips().filter(({savedAt}) => savedAt >= payload.since);
      if (zip) return zip.bytes.toString('base64');
    }
    throw new Error(`No ZIP was saved; there is: ${readdirSync(downloadsFolder())}`);
  },
});
