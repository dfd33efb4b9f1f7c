// Prints what a service of this build says of itself, asked without a port. A program of its own, as the loader that the
// site's build runs with would slow down each of the service's modules and threads.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createService} from '../../dist/service/index.js';

const dataFolder = mkdtempSync(join(tmpdir(), 'sealed-capture-described-'));
const app = await createService({dataFolder, threads: 1, logLevel: 'fatal'});
try {
  process.stdout.write((await app.inject('/openapi.json')).payload);
} finally {
  await app.close();
  rmSync(dataFolder, {recursive: true, force: true});
}
