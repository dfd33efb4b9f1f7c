// The real service beside a browser test run: a page learns where it is, with a key and its secret, by the command
// `sealing-service`. Started when the first test asks, from the built package.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export const sealingService = () => {
  /** @type {Promise<{baseUrl: string, apiKey: string, secret: string, close(): Promise<void>}> | undefined} */
  let running;

  const start = async () => {
    const {ApiKeys, startService} = await import('../../dist/service/index.js');
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

  return {
    name: 'sealing-service',
    async executeCommand({command}) {
      if (command !== 'sealing-service') return undefined;
      const {baseUrl, apiKey, secret} = await (running ??= start());
      return {baseUrl, apiKey, secret};
    },
    async serverStop() {
      await (await running)?.close();
    },
  };
};
