import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite, temporaryFolder} from '../service-fixture.js';

const docs = resolve(import.meta.dirname, '../../../docs');

describe('the line of curl with which a file is inspected', () => {
  const service = serviceOfSuite();
  let folder: string;
  let sandbox: string;
  before(async () => {
    sandbox = `${await service.app.listen({port: 0, host: '127.0.0.1'})}/protection/sandbox`;
    folder = await temporaryFolder();
    const {payload, headers} = await protectForm(jpegOf(5000), 'image/jpeg', {});
    const {rawPayload: sealed} = await service.post('/protect', payload, headers);
    await writeFile(join(folder, 'photo.jpg'), sealed);
  });

  for (const document of ['quick-start.md', 'inspecting.md', 'service.md']) {
    it(`finds a seal intact as it is in ${document}`, async () => {
      const text = await readFile(join(docs, document), 'utf8');
      const [line = ''] = /^curl --data-binary @photo\.jpg .*\/inspect$/m.exec(text) ?? [];
      const {key} = service.sandbox;
      const command = line
        .replace('YOUR_KEY', key)
        .replace(/http\S+\/protection(\/sandbox)?(?=\/inspect)/, sandbox);
      const {stdout} = await promisify(execFile)('sh', ['-c', command], {
        cwd: folder,
        env: {...process.env, KEY: key},
      });
      assert.equal((JSON.parse(stdout) as InspectionResult).labelState, 'valid', stdout);
    });
  }
});
