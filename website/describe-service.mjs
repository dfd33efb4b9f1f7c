// Prints the OpenAPI description of this build's service, requested without a port. It is a separate program, because
// the loader of the site's build would slow down each of the service's modules and threads.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createService} from '../service/dist/index.js';

const dataFolder = mkdtempSync(join(tmpdir(), 'sealed-capture-described-'));
const app = await createService({dataFolder, threads: 1, logLevel: 'fatal'});
try {
  process.stdout.write((await app.inject('/openapi.json')).payload);
} finally {
  await app.close();
  rmSync(dataFolder, {recursive: true, force: true});
}
