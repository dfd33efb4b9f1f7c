import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import http from 'node:http';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {atNight} from '../../../test/variants.js';
import {envelope, jpegOf, protectForm} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';

const MIB = 1024 * 1024;
const cloud = join(import.meta.dirname, '../../../../shared/assets/dev/cloud.jpg');

/** Records every attempt of its thread to resolve a name or to connect, and blocks it. */
const WATCH = `
import {appendFileSync} from 'node:fs';
import dns from 'node:dns';
import net from 'node:net';
const note = (what) => appendFileSync(process.env.OUTBOUND_LOG, what + '\\n');
const refuse = (what) => () => {
  note(what);
  throw new Error('no outbound connection');
};
const {lookup} = dns;
// To listen, an own address is looked up too.
dns.lookup = (name, ...rest) => (name === '127.0.0.1' ? lookup(name, ...rest) : refuse(name)());
net.Socket.prototype.connect = refuse('connect');
globalThis.fetch = refuse('fetch');
globalThis.XMLHttpRequest = refuse('XMLHttpRequest');
note('watching');
`;

describe('The limits of the service', () => {
  let folder: string;
  let service: ChildService;
  let key: string;
  before(async () => {
    folder = await temporaryFolder();
    ({key} = await new ApiKeys(folder).create('sandbox', 'test'));
    const watch = join(folder, 'watch.mjs');
    await writeFile(watch, WATCH);
    await writeFile(join(folder, 'outbound'), '');
    const settings = {
      OUTBOUND_LOG: join(folder, 'outbound'),
      // Its threads have low priority on a busy machine; another test covers their time limit.
      SEALED_CAPTURE_JOB_TIMEOUT_MS: '60000',
    };
    service = await startChild(folder, settings, ['--import', watch]);
  });
  after(async () => {
    await service.stop();
    await rm(folder, {recursive: true, force: true});
  });

  const post = (
    path: string,
    body: string | Buffer,
    headers: http.OutgoingHttpHeaders,
  ): Promise<{status: number; bytes: Buffer}> =>
    new Promise((resolve, reject) => {
      const request = http.request(`${service.address}/protection/sandbox${path}`, {
        method: 'POST',
        agent: false,
        headers: {'content-length': body.length, 'x-api-key': key, ...headers},
      });
      request.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({status: response.statusCode ?? 0, bytes: Buffer.concat(chunks)}),
        );
      });
      request.end(body);
    });
  const inspect = (body: string) => post('/inspect', body, {'content-type': 'application/json'});

  const noCloud = existsSync(cloud) ? false : 'the shared test media are not here';
  it('never opens a connection, whatever addresses a file contains', {skip: noCloud}, async () => {
    const answer = await inspect(envelope(readFileSync(cloud)));
    assert.equal(answer.status, 200);
    assert.equal((JSON.parse(answer.bytes.toString()) as InspectionResult).labelState, 'none');
    // One line from each watched thread: the main thread, and at least one that reads files.
    assert.match(readFileSync(join(folder, 'outbound'), 'utf8'), /^(watching\n){2,}$/);
  });

  const noStatus = existsSync('/proc/self/status') ? false : 'there is no /proc here';
  // It measures; by day, sockets.test.ts checks the memory limit.
  atNight(it)(
    'keep memory below 1 GiB with 50 simultaneous bodies of 10 MB, and every request is answered',
    {skip: noStatus},
    async () => {
      const peak = () => {
        const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8');
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
      };
      const media = jpegOf(10_000_000);
      const body = envelope(media);
      const form = await protectForm(media, 'image/jpeg', {});
      for (const send of [
        () => inspect(body),
        () => post('/protect', form.payload, {...form.headers, 'idempotency-key': randomUUID()}),
      ]) {
        const answers = await Promise.all(Array.from({length: 50}, send));
        const served = answers.filter(({status}) => status === 200).length;
        // The share of one sandbox key.
        assert.ok(served >= 4, `${served} served`);
        const others = answers.filter(({status}) => status !== 200 && status !== 503);
        assert.deepEqual(
          others.map(({status, bytes}) => `${status} ${bytes.toString().slice(0, 300)}`),
          [],
        );
        assert.ok(peak() < 1024 * MIB, `${Math.round(peak() / MIB)} MiB at most`);
        // The memory of the last bodies is released after their connections have ended.
        let after = await send();
        for (let wait = 100; after.status === 503 && wait < 10_000; wait *= 2) {
          await sleep(wait);
          after = await send();
        }
        assert.equal(after.status, 200, after.bytes.toString().slice(0, 300));
      }
    },
  );
});
