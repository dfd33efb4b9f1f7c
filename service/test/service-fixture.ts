import {rmSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before} from 'node:test';
import type {FastifyInstance, InjectOptions, LightMyRequestResponse as Answer} from 'fastify';
import {ApiKeys, type CreatedKey} from '../src/keys/api-keys.js';
import {openLastingStore} from '../src/store/open-stores.js';
import {createService, type ServiceOptions} from '../src/service.js';
import {withDescribedAnswers} from './described-answers.js';
import {makeQuickSandbox} from './quick-sandbox.js';

/**
 * A service with a key for each environment and its log lines. Each answer of `app.inject` is compared with the
 * service's own description, /openapi.json.
 */
export interface ServiceFixture {
  app: FastifyInstance;
  folder: string;
  keys: ApiKeys;
  sandbox: CreatedKey;
  live: CreatedKey;
  lines: string[];
  /** Posts to the sandbox with its key; a string or buffer is sent unchanged. */
  post(
    path: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, {recursive: true, force: true, maxRetries: 3});
});

/** A new folder, which is deleted when the tests of this process have ended, unless the caller has deleted it before. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-'));
  folders.push(folder);
  return folder;
}

/** A service for the tests of the calling suite. It runs from the first to the last test. */
export function serviceOfSuite(options?: ServiceOptions): ServiceFixture {
  const service = {} as ServiceFixture;
  before(async () => Object.assign(service, await startFixture(options)));
  after(() => service.close());
  return service;
}

async function sandboxFolder(options: ServiceOptions): Promise<string> {
  const folder = await temporaryFolder();
  await makeQuickSandbox(folder, options);
  return folder;
}

/** Uses one thread unless a test sets more, because each thread compiles the sources again. */
export async function startFixture(options: ServiceOptions = {}): Promise<ServiceFixture> {
  const {dataFolder: folder = await sandboxFolder(options), redis} = options;
  const keys = new ApiKeys(folder, await openLastingStore({dataFolder: folder, redis}));
  const sandbox = await keys.create('sandbox', 'test');
  const live = await keys.create('live', 'test');
  const lines: string[] = [];
  const created = await createService({
    dataFolder: folder,
    threads: 1,
    logLevel: 'info',
    logDestination: {write: (line) => void lines.push(line)},
    ...options,
  });
  const app = withDescribedAnswers(created);
  return {
    app,
    folder,
    keys,
    sandbox,
    live,
    lines,
    post: async (path, payload, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/protection/sandbox${path}`,
        headers: {
          'x-api-key': sandbox.key,
          ...(typeof payload === 'string' && {'content-type': 'application/json'}),
          ...headers,
        },
        payload,
      }),
    close: async () => {
      await app.close();
      await keys.close();
      await rm(folder, {recursive: true, force: true});
    },
  };
}
