import {rm} from 'node:fs/promises';
import http from 'node:http';
import {MAX_MANIFEST_SIZE} from '@sealed-capture/seal/model/seal/seal-format.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {idempotent, sealRequest, statusOf} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';

/** A character that the schema allows in all text of a manifest; each one becomes six bytes. */
const escaped = (length: number) => 'é'.repeat(length);
export const inAscii = (value: unknown) => JSON.stringify(value).replaceAll('é', '\\u00e9');

/** The largest request that the schema allows. */
export function largestRequest() {
  const text = escaped(1024);
  const names = (...of: string[]) => Object.fromEntries(of.map((name) => [name, text]));
  const tags = Array.from({length: 100}, (_, i) => [
    `${escaped(254)}${String(i).padStart(2, '0')}`,
    escaped(4096),
  ]);
  return sealRequest({
    manifestSize: MAX_MANIFEST_SIZE,
    exclusion: {start: 33, length: MAX_MANIFEST_SIZE + 12},
    metadata: {
      device: names('model', 'os', 'osVersion', 'appVersion', 'appId', 'sdkVersion', 'userAgent'),
      camera: names(...['lens', 'shutterSpeed', 'whiteBalanceMode', 'focusMode', 'deviceName']),
      microphone: {
        ...names('deviceName'),
        bookmarkNames: Array.from({length: 200}, () => escaped(100)),
      },
      network: {cellular: {technologies: Array.from({length: 16}, () => escaped(64))}},
      features: {licensePlateInfo: {detectedPlateNumber: escaped(64), plateNumber: escaped(64)}},
      tags: Object.fromEntries(tags) as Record<string, string>,
    },
  });
}

/** JSON of this size in bytes that consists of members with unique names. */
export function manyMembers(bytes: number): string {
  const parts = ['{"z":0'];
  for (let i = 0, length = 8; length < bytes - 16; i++) {
    const part = `,"${i.toString(36)}":0`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('')}}`;
}

/** A service of its own process with two keys, to which bodies of `POST seal` are sent. */
export class SealBodies {
  static readonly path = '/protection/sandbox/seal';
  readonly #agent = new http.Agent({keepAlive: true, maxSockets: 16});

  private constructor(
    readonly service: ChildService,
    private readonly folder: string,
    readonly key: string,
    /** Another key, so that its requests are not limited together with those of {@link key}. */
    readonly other: string,
  ) {}

  /** Starts the service; `options` are those of Node. */
  static async start(settings: Record<string, string> = {}, options: string[] = []) {
    const folder = await temporaryFolder();
    const keys = new ApiKeys(folder);
    const {key} = await keys.create('sandbox', 'test');
    const {key: other} = await keys.create('sandbox', 'other');
    await keys.close();
    const service = await startChild(folder, {SEALED_CAPTURE_THREADS: '1', ...settings}, options);
    return new SealBodies(service, folder, key, other);
  }

  /** Sends a body with the first key; resolves to the answer's status. */
  post(body: string | Buffer, headers: http.OutgoingHttpHeaders): Promise<number> {
    const url = `${this.service.address}${SealBodies.path}`;
    return statusOf(url, this.#agent, body, {'x-api-key': this.key, ...headers});
  }

  /** Requests a usual seal with the other key. */
  seal(): Promise<number> {
    const request = sealRequest();
    return this.post(JSON.stringify(request), {...idempotent(request), 'x-api-key': this.other});
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.service.stop();
    await rm(this.folder, {recursive: true, force: true});
  }
}
