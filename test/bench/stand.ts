import {randomUUID} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {compileEngine} from '../../src/seal/node/engine-module.js';
import {forAnyUse} from '../../src/model/inspection/trust-anchors.js';
import {settingsFor} from '../../src/seal/engine/reading.js';
import {createEngine, type Engine} from '../../src/seal/engine/engine.js';
import {startBareServer, type BareServer} from './bare-server.js';
import {makePhotographs} from './photographs.js';
import {postForOk} from './request.js';
import {startService, type ServiceProcess} from './service-process.js';

/** What all figures of the service are measured with: a service, a bare server, a photograph of 3 MB, and the same one sealed. */
export interface Stand {
  service: ServiceProcess;
  /** Base address of the sandbox. */
  base: string;
  photograph: Buffer;
  sealed: Buffer;
  /** Body of an inspection of `sealed`, and a file that holds it. */
  inspection: Buffer;
  inspectionFile: string;
  /** With the settings of the sandbox's inspection: the same trust anchors. */
  engine: Engine;
  bare: BareServer;
  close(): Promise<void>;
}

const ENGINE_MEMORY = 2 ** 30;
const BOUNDARY = 'sealed-capture-bench';

/** The form that `protect` takes, with this file in it. */
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

/** For one upload: each has an idempotency key of its own. */
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
  const service = await startService();
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
  const bare = await startBareServer(settingsFor(engine, sealed));
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
