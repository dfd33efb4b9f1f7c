import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import {serviceOfSuite} from '../service-fixture.js';

const noOpenssl =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed here';

/** Version 1, SHA-256 of zeros, nonce 5. */
const IMPRINT = `3031300d060960864801650304020105000420${'00'.repeat(32)}`;
const SHORT_IMPRINT = `302f300d06096086480165030402010500041e${'00'.repeat(30)}`;
const QUERY = sequence(`020101${IMPRINT}020105`);

function sequence(content: string): string {
  return `30${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
}

describe('POST {base}/timestamp', () => {
  const service = serviceOfSuite();
  let base: string;
  before(async () => {
    await service.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = service.app.server.address() as AddressInfo;
    base = `http://127.0.0.1:${port}/protection`;
  });

  const ask = async (query: Uint8Array, type = 'application/timestamp-query') => {
    const body = Buffer.from(query);
    const headers = {'content-type': type};
    const answer = await fetch(`${base}/sandbox/timestamp`, {method: 'POST', headers, body});
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };

  const openssl = (...args: string[]) => {
    const {status, stdout, stderr} = spawnSync('openssl', args, {encoding: 'utf8'});
    return {status, output: stdout + stderr};
  };

  /** The output of openssl for the service's answer to its own query. */
  const asked = async (...options: string[]) => {
    const [data, query, reply] = ['data', 'query', 'reply'].map((name) =>
      join(service.folder, name),
    ) as [string, string, string];
    await writeFile(data, randomBytes(100));
    const made = openssl('ts', '-query', '-data', data, '-out', query, ...options);
    assert.equal(made.status, 0, made.output);
    const answer = await ask(await readFile(query));
    assert.equal(answer.status, 200);
    assert.equal(answer.type, 'application/timestamp-reply');
    await writeFile(reply, answer.body);
    const {output: text} = openssl('ts', '-reply', '-in', reply, '-text');
    const root = join(service.folder, 'sandbox', 'root.pem');
    const verify = (...more: string[]) =>
      openssl('ts', '-verify', '-in', reply, '-CAfile', root, ...more);
    return {text, verify, query, data};
  };

  for (const options of [['-sha256'], ['-sha384'], ['-sha512'], ['-no_nonce']]) {
    it(
      `returns a stamp that openssl verifies (${options.join(' ')})`,
      {skip: noOpenssl},
      async () => {
        const {verify, query, data} = await asked('-cert', ...options);
        const {status, output} = verify('-queryfile', query);
        assert.equal(status, 0, output);
        await writeFile(data, 'other data');
        assert.notEqual(verify('-data', data).status, 0);
      },
    );
  }

  it('omits the certificates unless they are requested', {skip: noOpenssl}, async () => {
    const {verify, query} = await asked('-sha256');
    const certificates = join(service.folder, 'sandbox', 'timestamp.pem');
    assert.notEqual(verify('-queryfile', query).status, 0);
    const {status, output} = verify('-queryfile', query, '-untrusted', certificates);
    assert.equal(status, 0, output);
  });

  it(
    'refuses other policies and digests in a form that openssl reads',
    {skip: noOpenssl},
    async () => {
      const policy = await asked('-sha256', '-tspolicy', '1.2.3.4');
      assert.match(policy.text, /Status: Rejected[^]*under this policy/);
      const digest = await asked('-sha1');
      assert.match(digest.text, /Status: Rejected[^]*Only SHA-256/);
    },
  );

  const refusals: [name: string, query: string, failure: number, reason: RegExp][] = [
    ['nothing', '', 5, /DER/],
    ['text', Buffer.from('stamp this').toString('hex'), 5, /DER/],
    ['a truncated query', QUERY.slice(0, -2), 5, /DER/],
    ['a byte after the query', `${QUERY}00`, 5, /DER/],
    ['BER with a long length', `3081${QUERY.slice(2)}`, 5, /DER/],
    ['a nonce with a leading zero', sequence(`020101${IMPRINT}02020005`), 5, /DER/],
    ['a nonce of 33 bytes', sequence(`020101${IMPRINT}0221${'11'.repeat(33)}`), 5, /DER/],
    ['members in another order', sequence(`020101${IMPRINT}0101ff020105`), 5, /DER/],
    ['an imprint that is too short', sequence(`020101${SHORT_IMPRINT}`), 5, /length/],
    ['another version', sequence(`020102${IMPRINT}020105`), 2, /version 1/],
    ['an extension', sequence(`020101${IMPRINT}020105a0053003060100`), 16, /extension/],
  ];
  for (const [name, query, failure, reason] of refusals) {
    it(`answers with a rejection to ${name}`, async () => {
      const {status, type, body} = await ask(Buffer.from(query, 'hex'));
      assert.equal(status, 200);
      assert.equal(type, 'application/timestamp-reply');
      assert.match(body.toString('latin1'), reason);
      // PKIStatus 2, and the single bit of PKIFailureInfo at the end.
      assert.match(body.toString('hex'), /^30..30..020102/);
      const bits = Buffer.alloc((failure >> 3) + 1);
      bits[failure >> 3] = 0x80 >> (failure & 7);
      const unused = (7 - (failure & 7)).toString(16).padStart(2, '0');
      assert.ok(body.toString('hex').endsWith(`${unused}${bits.toString('hex')}`));
    });
  }

  it('accepts only small bodies of one media type', async () => {
    assert.equal((await ask(Buffer.alloc(1025))).status, 413);
    assert.equal((await ask(Buffer.from(QUERY, 'hex'), 'application/json')).status, 415);
  });

  it('serves the sandbox only', async () => {
    const answer = await fetch(`${base}/timestamp`, {method: 'POST', body: 'x'});
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  });

  it('is described', async () => {
    const {paths} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<string, {post?: {security?: unknown; requestBody?: {content: object}}}>;
    }>();
    const {security, requestBody} = paths['/protection/sandbox/timestamp']?.post ?? {};
    assert.deepEqual(security, []);
    assert.deepEqual(Object.keys(requestBody?.content ?? {}), ['application/timestamp-query']);
    assert.equal(paths['/protection/timestamp'], undefined);
  });
});

describe('Time stamps of one network', () => {
  const service = serviceOfSuite({openRequestsPerMinute: 2});

  it('are limited, whatever key is sent', async () => {
    const ask = (key: string) =>
      service.app.inject({
        method: 'POST',
        url: '/protection/sandbox/timestamp',
        headers: {'content-type': 'application/timestamp-query', 'x-api-key': key},
        payload: Buffer.from(QUERY, 'hex'),
      });
    assert.equal((await ask('a')).statusCode, 200);
    assert.equal((await ask('b')).statusCode, 200);
    const third = await ask('c');
    assert.equal(third.statusCode, 429);
    assert.match(third.json<{detail: string}>().detail, /this address/);
    assert.ok(Number(third.headers['retry-after']) > 0);
  });
});
