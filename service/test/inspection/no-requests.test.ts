import assert from 'node:assert/strict';
import {execFile, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {atNight} from '../../../test/variants.js';
import {startChild} from '../cli/child-service.js';
import {runCommand} from '../cli/run-command.js';
import {envelope} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';
import {enticingFiles} from './enticing-files.js';

const watch = new URL('watch-requests.mjs', import.meta.url).href;

/** Starts programs without a network; even their loopback device is down. */
const unshare = ['unshare', '--net', '--map-root-user'];
const cutOff = spawnSync(unshare[0]!, [...unshare.slice(1), process.execPath, '-e', ''], {
  timeout: 20_000,
});
const skip = cutOff.status === 0 ? false : 'This machine does not let a test cut its network.';

describe('An inspection of files that name addresses', () => {
  let folder: string;
  let server: Server;
  let address: string;
  let files: Record<string, Uint8Array>;
  const asked: string[] = [];
  const at = (name: string) => join(folder, name);

  before(async () => {
    folder = await temporaryFolder();
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // As a name, because looking it up would be a request as well.
    address = `http://localhost:${(server.address() as AddressInfo).port}`;
    const enticing = await enticingFiles(address);
    ({files} = enticing);
    await writeFile(at('root.pem'), enticing.authority.rootPem);
    for (const [name, file] of Object.entries(files)) await writeFile(at(name), file);
  });
  after(async () => {
    server.close();
    await rm(folder, {recursive: true});
  });

  const watched = (name: string) => ({
    environment: {WATCH_REQUESTS: at(name), SEALED_CAPTURE_DATA: at('data')},
    nodeOptions: ['--import', watch],
  });
  /** The requests; they follow one line for the process and for each watched thread. */
  const requests = async (name: string) => {
    const lines = (await readFile(at(name), 'utf8')).trim().split('\n');
    const isWatching = (line: string) => line === 'watching';
    return {
      threads: lines.filter(isWatching).length,
      asked: lines.filter((line) => !isWatching(line)),
    };
  };

  const paths = () => Object.keys(files).map(at);
  const lists = () => ['--trust-list', at('root.pem'), '--tsa-trust-list', at('root.pem')];
  const inspect = (options: Parameters<typeof runCommand>[1]) =>
    runCommand(['inspect', '--json', ...lists(), ...paths()], options);

  it('is observed with a watch that detects requests, also those of a thread', async () => {
    await writeFile(at('ask.mjs'), `await fetch(${JSON.stringify(`${address}/proof`)});`);
    const start = `import {Worker} from 'node:worker_threads'; new Worker(${JSON.stringify(at('ask.mjs'))});`;
    await writeFile(at('ask-in-thread.mjs'), start);
    for (const name of ['ask', 'ask-in-thread']) {
      const {environment, nodeOptions} = watched(name);
      await promisify(execFile)(process.execPath, [...nodeOptions, at(`${name}.mjs`)], {
        env: {...process.env, ...environment},
        timeout: 60_000,
      });
      const seen = await requests(name);
      assert.deepEqual(seen.asked, ['GETADDRINFOREQWRAP', 'TCPCONNECTWRAP'], name);
    }
    assert.deepEqual(asked.splice(0), ['/proof', '/proof']);
  });

  it('sends no request from the command line', async () => {
    const {out, err} = await inspect(watched('command'));
    assert.deepEqual(await requests('command').then((seen) => seen.asked), [], err);
    assert.ok((await requests('command')).threads > 1, 'its threads were watched');
    assert.deepEqual(asked, []);
    const lines = out.trim().split('\n');
    const results = lines.map((line) => JSON.parse(line) as InspectionResult);
    assert.deepEqual(
      results.map(({labelState}) => labelState),
      ['valid', 'none', 'invalid', 'none'],
    );
    const codes = results.flatMap(({checks}) => checks.map(({code}) => code));
    assert.ok(codes.includes('signingCredential.ocsp.skipped'));
    assert.ok(codes.includes('cawg.ica.did_unavailable'), 'the identity was read');
  });

  it('sends no request from the service', async () => {
    const {environment, nodeOptions} = watched('service');
    const keys = new ApiKeys(at('data'));
    const {key} = await keys.create('sandbox', 'test');
    await keys.close();
    const service = await startChild(at('data'), environment, nodeOptions);
    try {
      for (const [name, file] of Object.entries(files)) {
        const answer = await fetch(`${service.address}/protection/sandbox/inspect`, {
          method: 'POST',
          headers: {'content-type': 'application/json', 'x-api-key': key},
          body: envelope(file),
          signal: AbortSignal.timeout(60_000),
        });
        assert.equal(answer.status, 200, name);
        assert.ok(((await answer.json()) as InspectionResult).reason);
      }
    } finally {
      await service.stop();
    }
    const seen = await requests('service');
    assert.ok(seen.threads > 1, 'its threads were watched');
    assert.deepEqual([seen.asked, asked], [[], []]);
  });

  // By day, the tests above check that nothing asks the network.
  atNight(it)(
    'gives the same verdict without a network, and does not wait for one',
    {skip},
    async () => {
      const environment = {SEALED_CAPTURE_DATA: at('data')};
      const connected = await inspect({environment});
      const start = performance.now();
      const cut = await inspect({environment, through: unshare});
      const time = performance.now() - start;
      assert.equal(cut.err, '');
      assert.deepEqual([cut.status, cut.out], [connected.status, connected.out]);
      assert.equal(cut.status, 1);
      // Waiting for a connection without an answer would take longer.
      assert.ok(time < 60_000, `${time} ms`);
    },
  );
});
