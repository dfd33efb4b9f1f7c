import {randomUUID} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {forAnyUse} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {createEngine, type Engine} from '@sealed-capture/seal/engine/engine.js';
import {startBareServer, type BareServer} from './bare-server.js';
import {makePhotographs} from './photographs.js';
import {postForOk} from './request.js';
import {borrowService, type ServiceProcess} from './service-process.js';

/**
 * The environment for all figures of the service: a service, a bare server, a photograph of 3 MB, and its sealed
 * version.
 */
export interface Stand {
  service: ServiceProcess;
  /** Base address of the sandbox. */
  base: string;
  photograph: Buffer;
  sealed: Buffer;
  /** Body of an inspection of `sealed`, and a file with this body. */
  inspection: Buffer;
  inspectionFile: string;
  /** With the settings of the sandbox's inspection: the same trust anchors. */
  engine: Engine;
  bare: BareServer;
  close(): Promise<void>;
}

const ENGINE_MEMORY = 2 ** 30;
const BOUNDARY = 'sealed-capture-bench';

/** The form for `protect` with this file. */
export function protectBody(file: Buffer): Buffer {
  const part = (head: string, content: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    part('name="metadata"', Buffer.from(JSON.stringify({tags: {run: 'bench'}}))),
    part('name="media"; filename="photograph.jpg"\r\nContent-Type: image/jpeg', file),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

/** Headers for one upload, with a new idempotency key each time. */
export const protectHeaders = ({service}: Pick<Stand, 'service'>): Record<string, string> => ({
  'x-api-key': service.apiKey,
  'idempotency-key': randomUUID(),
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
});

export const inspectionBody = (file: Buffer): Buffer =>
  Buffer.from(JSON.stringify({image: file.toString('base64')}));

export const inspectionHeaders = ({service}: Pick<Stand, 'service'>): Record<string, string> => ({
  'x-api-key': service.apiKey,
  'content-type': 'application/json',
});

export async function setUpStand(): Promise<Stand> {
  const [photograph = Buffer.alloc(0)] = await makePhotographs([3_000_000]);
  const service = await borrowService();
  const base = `${service.origin}/protection/sandbox`;
  const sealed = await postForOk(
    `${base}/protect`,
    protectHeaders({service}),
    protectBody(photograph),
  );
  const inspection = inspectionBody(sealed);
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  const inspectionFile = join(folder, 'inspection.json');
  await writeFile(inspectionFile, inspection);
  const headers = {'x-api-key': service.apiKey};
  const trust = await (await fetch(`${base}/trust.pem`, {headers})).text();
  const engine = createEngine(await compileEngine(ENGINE_MEMORY), {trust: forAnyUse(trust)});
  const bare = await startBareServer();
  return {
    service,
    base,
    photograph,
    sealed,
    inspection,
    inspectionFile,
    engine,
    bare,
    async close() {
      bare.close();
      await service.close();
      await rm(folder, {recursive: true, force: true});
    },
  };
}
