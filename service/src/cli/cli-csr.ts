import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {open, rm} from 'node:fs/promises';
import {dirname, join, parse, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {requestCertificate, type RequestWish} from '../certificates/certificate-request.js';
import {fileProblem} from '../files/file-problem.js';
import {makePrivateFolder} from '../files/private-files.js';
import {readSettings} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {say} from './terminal.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `sealed-capture-service csr`: makes a key for the live environment and a certificate request. */
export async function runCsr(args: readonly string[]): Promise<void> {
  const {values} = parseArgs({
    args: [...args],
    options: {
      country: {type: 'string'},
      organisation: {type: 'string'},
      unit: {type: 'string'},
      name: {type: 'string'},
      'record-id': {type: 'string'},
      algorithm: {type: 'string'},
      key: {type: 'string'},
      out: {type: 'string'},
    },
  });
  const wish = wishOf({...values, recordId: values['record-id']});
  const {liveFolder} = readSettings(process.env);
  const keyPath = resolve(values.key ?? join(liveFolder, 'signer.key'));
  const requestPath = resolve(values.out ?? beside(keyPath));
  if (keyPath === requestPath) throw new UsageError('Give --key and --out two names.');
  for (const path of [keyPath, requestPath]) await makePrivateFolder(dirname(path));
  const {key, request} = await requestCertificate(wish);
  await writeNew(keyPath, key);
  // A key without its request is useless, and would block the next attempt.
  await writeNew(requestPath, request).catch(async (error: unknown) => {
    await rm(keyPath, {force: true});
    throw error;
  });
  say(
    `key      ${visibleText(keyPath)}\nrequest  ${visibleText(requestPath)}\n\n` +
      'Keep the key secret. Send the request to an authority, and put the certificate that it issues, with those of its issuers below the root, into signer.pem beside the key.\n' +
      (parse(keyPath).name === 'signer'
        ? ''
        : 'The service reads this key once it is signer.key there: change both at once.\n') +
      (wish.recordId === undefined
        ? 'Authorities of the C2PA trust list ask for --record-id as well.\n'
        : ''),
  );
}

/** The path of the request: "next.csr" for "next.key". */
function beside(keyPath: string): string {
  const {dir, name} = parse(keyPath);
  return join(dir, `${name}.csr`);
}

function wishOf(given: {[name in keyof RequestWish]?: string}): RequestWish {
  const {country, organisation, unit, name, recordId, algorithm = 'ES256'} = given;
  if (!country || !organisation || !name) {
    throw new UsageError('Give --country, --organisation and --name.');
  }
  if (!/^[A-Z]{2}$/.test(country)) throw new UsageError('--country is two letters, such as GB.');
  if (recordId !== undefined && !UUID.test(recordId)) {
    throw new UsageError(
      '--record-id is a UUID: that of the product in the conforming products list.',
    );
  }
  if (algorithm !== 'ES256' && algorithm !== 'ES384') {
    throw new UsageError('--algorithm is ES256 (a key on P-256) or ES384 (on P-384).');
  }
  return {country, organisation, unit, name, recordId: recordId?.toLowerCase(), algorithm};
}

/**
 * Writes a new file that only its owner may read.
 * @throws {SettingsError} if the file exists already
 */
async function writeNew(path: string, content: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    const why = fileProblem(path, 'written', cause, 'name another with --key or --out');
    throw new SettingsError(why, {cause});
  }
}
