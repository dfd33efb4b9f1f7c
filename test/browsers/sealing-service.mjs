// The real service, beside a browser test run. The command `sealing-service` returns its address, with a key and its
// secret; the command `rubrics` evaluates the conformance program's rubrics for a sealed file. The service is started
// from the built package when the first test needs it.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {tsImport} from 'tsx/esm/api';

export const sealingService = () => {
  /** @type {Promise<{baseUrl: string, apiKey: string, secret: string, close(): Promise<void>}> | undefined} */
  let running;

  const start = async () => {
    const {ApiKeys, startService} = await import('../../service/dist/index.js');
    const dataFolder = await mkdtemp(join(tmpdir(), 'sealed-capture-browser-'));
    const service = await startService({
      port: 0,
      dataFolder,
      allowedOrigins: ['*'],
      logLevel: 'error',
    });
    const keys = new ApiKeys(dataFolder);
    await keys.load();
    const {key, secret} = await keys.create('sandbox', 'Browser tests');
    return {
      baseUrl: `${service.address}/protection`,
      apiKey: key,
      secret,
      async close() {
        await service.close();
        await rm(dataFolder, {recursive: true, force: true});
      },
    };
  };

  /** @param {string} image the file in Base64; the service's own crJSON is evaluated */
  const rubricsOf = async (image) => {
    const {baseUrl, apiKey} = await (running ??= start());
    const answer = await fetch(`${baseUrl}/sandbox/inspect`, {
      method: 'POST',
      headers: {
        accept: 'application/vnd.c2pa.crjson+json',
        'content-type': 'application/json',
        'x-api-key': apiKey,
      },
      body: JSON.stringify({image}),
      signal: AbortSignal.timeout(20_000),
    });
    if (answer.status !== 200) throw new Error(`inspect answered ${answer.status}`);
    const {statementsOf} = await tsImport('../conformance/statements.ts', import.meta.url);
    return statementsOf(await answer.json());
  };

  return {
    name: 'sealing-service',
    async executeCommand({command, payload}) {
      if (command === 'rubrics') return rubricsOf(payload);
      if (command !== 'sealing-service') return undefined;
      const {baseUrl, apiKey, secret} = await (running ??= start());
      return {baseUrl, apiKey, secret};
    },
    async serverStop() {
      await (await running)?.close();
    },
  };
};
