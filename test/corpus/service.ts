import {once} from 'node:events';
import {cp, mkdir} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import type {LightMyRequestResponse as Answer} from 'fastify';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {ServiceOptions} from '../../service/src/service.js';
import {envelope, fileForm} from '../../service/test/requests.js';
import {makeQuickSandbox} from '../../service/test/quick-sandbox.js';
import {
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../../service/test/service-fixture.js';

const MIB = 1024 * 1024;
/** Larger files are left out. */
export const LARGEST = 64 * MIB;
const PROBLEM = 'application/problem+json';
const CR_JSON = 'application/vnd.c2pa.crjson+json';

const options: ServiceOptions = {
  imageLimit: LARGEST,
  audioLimit: LARGEST,
  bodyMemory: 1024 * MIB,
  requestsPerMinute: 0,
  // No request is repeated.
  answerLifetime: 1000,
  answersLimit: 4096 * MIB,
  answersPerKeyLimit: 4096 * MIB,
  timestampsPerMinute: 0,
  jobTimeout: 60_000,
  logLevel: 'fatal',
};

/** What is sealed with each file. The place is what is redacted later. */
const metadata = JSON.stringify({
  gps: {latitude: 52.5, longitude: 13.4},
  device: {model: 'Corpus'},
  tags: {corpus: 'yes'},
});

/** A data folder whose sandbox and live environment have keys that the engine verifies quickly. */
async function quickFolder(): Promise<string> {
  const dataFolder = await temporaryFolder();
  const source = await temporaryFolder();
  await makeQuickSandbox(dataFolder, {});
  await makeQuickSandbox(source, {});
  const live = join(dataFolder, 'live');
  await mkdir(live, {mode: 0o700});
  for (const [from, to] of [
    ['root.pem', 'trust.pem'],
    ['signer.pem', 'signer.pem'],
    ['signer.key', 'signer.key'],
  ] as const) {
    await cp(join(source, 'sandbox', from), join(live, to));
  }
  return dataFolder;
}

/** The sandbox, and a live environment whose time-stamp authority is away or answers, as is needed. */
export class CorpusService {
  readonly #away: ServiceFixture;
  readonly #stamping: ServiceFixture;
  readonly #closeAuthority: () => Promise<void>;

  private constructor(
    away: ServiceFixture,
    stamping: ServiceFixture,
    closeAuthority: () => Promise<void>,
  ) {
    this.#away = away;
    this.#stamping = stamping;
    this.#closeAuthority = closeAuthority;
  }

  static async start(threads: number): Promise<CorpusService> {
    const silent = createServer((_request, response) => response.writeHead(500).end());
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const {port} = silent.address() as AddressInfo;
    const dataFolder = await quickFolder();
    const away = await startFixture({
      ...options,
      threads,
      dataFolder,
      timestampAddresses: [`http://127.0.0.1:${port}/`],
      withoutTimestamp: 'seal',
    });
    const root = await away.app.listen({port: 0, host: '127.0.0.1'});
    // The same certificates and keys, so that it accepts the seals of the other.
    const stamping = await startFixture({
      ...options,
      threads: 1,
      dataFolder,
      timestampAddresses: [`${root}/protection/sandbox/timestamp`],
      timeStampAnchors: join(dataFolder, 'sandbox', 'root.pem'),
    });
    return new CorpusService(away, stamping, async () => {
      silent.closeAllConnections();
      silent.close();
      await once(silent, 'close');
    });
  }

  protect(file: Uint8Array, type: SealableMediaType): Promise<Answer> {
    return this.#upload(this.#away, 'sandbox/protect', file, type, {metadata});
  }

  /** Takes the place out of the seal, also where the file itself names one, which stays. */
  redact(file: Uint8Array, type: SealableMediaType): Promise<Answer> {
    const fields = {sections: 'place', placeInFile: 'keep'};
    return this.#upload(this.#away, 'sandbox/redact', file, type, fields);
  }

  /** Seals without a time stamp. */
  protectUnstamped(file: Uint8Array, type: SealableMediaType): Promise<Answer> {
    return this.#upload(this.#away, 'protect', file, type, {metadata});
  }

  addTimestamp(file: Uint8Array, type: SealableMediaType): Promise<Answer> {
    return this.#upload(this.#stamping, 'add-timestamp', file, type, {});
  }

  inspect(file: Uint8Array, isLive = false): Promise<Answer> {
    return this.#inspect(file, isLive, `application/json, ${PROBLEM}`);
  }

  /** What the engine by itself finds wrong in the newest manifest, as codes of C2PA, apart from an unknown signer. */
  async engineFailures(file: Uint8Array): Promise<string> {
    const answer = await this.#inspect(file, false, CR_JSON);
    if (answer.statusCode !== 200) return 'cannot read it';
    const {manifests} = answer.json<{
      manifests: {validationResults?: {failure?: {code: string}[]}}[];
    }>();
    const codes = (manifests[0]?.validationResults?.failure ?? []).map(({code}) => code);
    const own = new Set(codes.filter((code) => code !== 'signingCredential.untrusted'));
    return [...own].sort().join(' ') || 'no failure';
  }

  async close(): Promise<void> {
    await this.#stamping.app.close();
    await this.#closeAuthority();
    await this.#away.close();
  }

  #inspect(file: Uint8Array, isLive: boolean, accept: string): Promise<Answer> {
    const {app, live, sandbox} = this.#away;
    return app.inject({
      method: 'POST',
      url: isLive ? '/protection/inspect' : '/protection/sandbox/inspect',
      headers: {
        'x-api-key': isLive ? live.key : sandbox.key,
        'content-type': 'application/json',
        accept,
      },
      payload: envelope(file),
    });
  }

  async #upload(
    {app, live, sandbox}: ServiceFixture,
    path: string,
    file: Uint8Array,
    type: SealableMediaType,
    fields: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const {payload, headers} = await fileForm(file, type, fields);
    const key = path.startsWith('sandbox/') ? sandbox.key : live.key;
    return app.inject({
      method: 'POST',
      url: `/protection/${path}`,
      headers: {'x-api-key': key, ...headers},
      payload,
    });
  }
}
