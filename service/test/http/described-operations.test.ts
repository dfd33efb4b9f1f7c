import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {InjectOptions} from 'fastify';
import {sealing, send, signed} from '../auth/signing.js';
import {
  checkAnswer,
  withDescribedAnswers,
  type Seen,
  type ServiceDescription,
} from '../described-answers.js';
import {envelope, fileForm, idempotent, jpegOf, protectForm, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

/** A time-stamp query: version 1, SHA-256 of zeros. */
const QUERY = Buffer.from(
  `3036020101${`3031300d060960864801650304020105000420${'00'.repeat(32)}`}`,
  'hex',
);

describe('/openapi.json', () => {
  const service = serviceOfSuite();
  const describedBy = async () =>
    (await service.app.inject('/openapi.json')).json<ServiceDescription>();

  it('describes the answers of each operation, successful or refused', async () => {
    const seen: Seen[] = [];
    const app = withDescribedAnswers(service.app, (one) => seen.push(one));
    const base = '/protection/sandbox';
    const post = (path: string, payload: InjectOptions['payload'], headers = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: {'x-api-key': service.sandbox.key, ...headers},
        payload,
      });
    const json = {'content-type': 'application/json'};
    const request = sealRequest();
    const {payload, headers} = await protectForm(jpegOf(20_000), 'image/jpeg', {tags: {a: 'b'}});
    const sealed = (await post(`${base}/protect`, payload, headers)).rawPayload;
    const crJson = {...json, accept: 'application/vnd.c2pa.crjson+json'};
    const redacted = await fileForm(sealed, 'image/jpeg', {
      sections: 'gathered',
      reason: 'a test',
    });
    const stamped = await fileForm(sealed, 'image/jpeg');
    const asked = [
      await post(`${base}/seal`, request, idempotent(request)),
      await post(`${base}/inspect`, envelope(sealed), json),
      await post(`${base}/inspect`, envelope(sealed), crJson),
      await post(`${base}/redact`, redacted.payload, redacted.headers),
      await send(
        app,
        signed(sealing(`${base}/tokens`, {origin: 'https://a.example'}), service.sandbox),
      ),
      await post(`${base}/timestamp`, QUERY, {'content-type': 'application/timestamp-query'}),
      await post(`${base}/ocsp`, Buffer.of(48, 0), {'content-type': 'application/ocsp-request'}),
      await app.inject(`${base}/ocsp/MAA=`),
      await app.inject(`${base}/trust.json`),
      await app.inject(`${base}/trust.pem`),
      await app.inject('/healthz'),
      await app.inject('/readyz'),
    ];
    assert.deepEqual(
      asked.map(({statusCode}) => statusCode),
      asked.map(() => 200),
    );
    // The file has a time stamp already; add-timestamp.test.ts covers files without one.
    assert.equal(
      (await post(`${base}/add-timestamp`, stamped.payload, stamped.headers)).statusCode,
      422,
    );
    const roots = await app.inject(`${base}/authorities/nobody.cer`);
    assert.equal(roots.statusCode, 404);
    const {paths} = await describedBy();
    for (const [path, operations] of Object.entries(paths)) {
      for (const method of Object.keys(operations)) {
        const url = path.replace(/\{[^}]+\}/g, 'x');
        // Without credentials, and in a form that no route accepts, so each route refuses it in its own way.
        await app.inject({
          method: method.toUpperCase() as 'GET',
          url,
          payload: method === 'post' ? '?' : undefined,
        });
      }
    }
    const named = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual([...new Set(seen.map(({operation}) => operation))].sort(), named.sort());
  });

  it('is enforced by the tests: an undescribed status, media type or form of JSON fails', async () => {
    const description = await describedBy();
    const check = (statusCode: number, type: string, payload: string) =>
      checkAnswer(description, 'GET', '/healthz', {
        statusCode,
        headers: {'content-type': type},
        payload,
      });
    const good = JSON.stringify({status: 'ok', sealing: {sandbox: true, live: false}});
    assert.deepEqual(check(200, 'application/json; charset=utf-8', good), {
      operation: 'GET /healthz',
      status: 200,
    });
    assert.throws(() => check(204, 'application/json', good), /not described to answer 204/);
    assert.throws(() => check(200, 'text/plain', good), /as text\/plain/);
    assert.throws(() => check(200, 'application/json', '{"status":"fine"}'), /GET \/healthz 200/);
    assert.throws(() => check(500, 'application/problem+json', '{"status":500}'), /500/);
  });

  it('describes the header with the capture id, and that inspections return errors without a body', async () => {
    const {paths} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<
        string,
        {
          post?: {
            parameters?: {name: string; in: string; required?: boolean}[];
            responses: Record<string, {description: string}>;
          };
        }
      >;
    }>();
    for (const path of ['seal', 'protect', 'redact', 'add-timestamp']) {
      const [header] = paths[`/protection/${path}`]?.post?.parameters ?? [];
      assert.deepEqual(
        [header?.name, header?.in, header?.required],
        ['Idempotency-Key', 'header', true],
      );
    }
    assert.match(
      paths['/protection/inspect']!.post!.responses.default!.description,
      /Without a body/,
    );
  });
});
