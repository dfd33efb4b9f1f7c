import {join} from 'node:path';
import {sandboxAddress} from '../src/certificates/environments.js';
import {issueSandbox, makeSandboxRoot} from '../src/certificates/sandbox-authority.js';
import {makePrivateFolder} from '../src/files/private-files.js';
import {readSettings, type Settings} from '../src/settings/settings.js';

const CURVE = 'P-256';

/**
 * Gives a new data folder a sandbox whose authorities have keys on P-256. The engine verifies their signatures three
 * times as fast as those on P-384, which the program's profiles require, and a test inspects many files.
 */
export async function makeQuickSandbox(
  dataFolder: string,
  options: Partial<Settings>,
): Promise<void> {
  const folder = join(dataFolder, 'sandbox');
  const now = Date.now();
  await makePrivateFolder(folder);
  await makeSandboxRoot(folder, now, CURVE);
  // A service issues certificates anew that name another address than its own.
  await issueSandbox(folder, now, sandboxAddress({...readSettings({}), ...options}), CURVE);
}
