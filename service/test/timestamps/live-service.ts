import {cp, mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import type {ServiceOptions} from '../../src/service.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';

/** A data folder with certificates for the live environment. */
export async function liveFolder(hasOwn = false): Promise<string> {
  const dataFolder = await temporaryFolder();
  const source = await temporaryFolder();
  await sandboxCertificates(source, Date.now());
  const live = join(dataFolder, 'live');
  await mkdir(live, {mode: 0o700});
  const copy = (from: string, to = from) => cp(join(source, 'sandbox', from), join(live, to));
  await copy('root.pem', 'trust.pem');
  for (const name of hasOwn ? ['signer', 'timestamp'] : ['signer']) {
    await copy(`${name}.pem`);
    await copy(`${name}.key`);
  }
  await rm(source, {recursive: true});
  return dataFolder;
}

/** A service with certificates for the live environment, and time stamps as in the options. */
export const startLive = async (options: ServiceOptions, hasOwn = false): Promise<ServiceFixture> =>
  startFixture({dataFolder: await liveFolder(hasOwn), ...options});

/** Posts to the live environment with its key. */
export const post = (
  {app, live}: ServiceFixture,
  path: string,
  payload: string | Buffer | object,
  headers: Record<string, string>,
) =>
  app.inject({
    method: 'POST',
    url: `/protection${path}`,
    headers: {'x-api-key': live.key, ...headers},
    payload,
  });
