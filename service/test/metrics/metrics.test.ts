import assert from 'node:assert/strict';
import {readFile, rm} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {MetricData} from '@opentelemetry/sdk-metrics';
import type {Environments} from '../../src/certificates/environments.js';
import {AuthorityStates} from '../../src/metrics/authority-states.js';
import {instruments} from '../../src/metrics/instruments.js';
import {measuredAudit, measuredStore} from '../../src/metrics/measured.js';
import {mergeProcesses, metricsIn} from '../../src/metrics/merge-processes.js';
import {noMetrics, openMetrics, type Reading} from '../../src/metrics/metrics.js';
import {watchCertificates} from '../../src/metrics/watch-certificates.js';
import {QuotaExceeded} from '../../src/store/expiring-store.js';
import {envelope, idempotent, sealRequest} from '../requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';

const root = resolve(import.meta.dirname, '../../..');
const photo = await readFile(join(root, 'seal/test/media/small.jpg'));

/** Name, labels as text, and value of each sample line. */
const samplesOf = (text: string) =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: new Map(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
        ([, key = '', label = '']) => [key, label] as const,
      ),
    ),
    value: Number(value),
  }));

/** The sum of the samples with this name and these labels; undefined if there are none. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}) {
  const found = samplesOf(text).filter(
    (one) =>
      one.name === name &&
      Object.entries(labels).every(([key, value]) => one.labels.get(key) === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, {value}) => sum + value, 0);
}

describe('GET /metrics', () => {
  let service: ServiceFixture;
  let folder: string;
  const metrics = async () => {
    const answer = await service.app.admin!.app.inject('/metrics');
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
    return answer.body;
  };
  before(async () => {
    folder = await temporaryFolder();
    service = await startFixture({adminPort: 0, auditFolder: join(folder, 'audit')});
  });
  after(async () => {
    await service.close();
    await rm(folder, {recursive: true, force: true});
  });

  it('counts requests, new seals, and inspections by verdict', async () => {
    const request = sealRequest();
    const body = JSON.stringify(request);
    for (const expected of [undefined, 'true']) {
      const answer = await service.post('/seal', body, idempotent(request));
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['idempotency-replayed'], expected);
    }
    await service.app.inject({method: 'POST', url: '/protection/sandbox/seal'});
    assert.equal((await service.post('/inspect', envelope(photo))).statusCode, 200);
    await service.app.inject('/nowhere/but/here');
    const text = await metrics();
    const requests = 'sealed_capture_request_duration_seconds_count';
    const seal = {method: 'POST', route: '/seal', environment: 'sandbox'};
    assert.equal(valueOf(text, requests, {...seal, status: '200'}), 2);
    assert.equal(valueOf(text, requests, {...seal, status: '401'}), 1);
    assert.equal(valueOf(text, requests, {route: '(none)', status: '404'}), 1);
    assert.equal(valueOf(text, 'sealed_capture_seals_total', {operation: 'seal'}), 1);
    const verdict = {verdict: 'none', environment: 'sandbox'};
    assert.equal(valueOf(text, 'sealed_capture_inspections_total', verdict), 1);
    assert.equal(valueOf(text, 'sealed_capture_queue_wait_seconds_count'), 1);
    assert.equal(valueOf(text, 'sealed_capture_audit_write_duration_seconds_count'), 1);
    assert.ok(
      valueOf(text, 'sealed_capture_store_duration_seconds_count', {store: 'answers'})! > 0,
    );
  });

  it('reports the state of the service', async () => {
    const text = await metrics();
    assert.equal(valueOf(text, 'sealed_capture_threads'), 1);
    assert.equal(valueOf(text, 'sealed_capture_threads_busy'), 0);
    assert.equal(valueOf(text, 'sealed_capture_queue_length'), 0);
    assert.equal(valueOf(text, 'sealed_capture_bodies_held_bytes', {kind: 'files'}), 0);
    assert.equal(valueOf(text, 'sealed_capture_can_seal', {environment: 'sandbox'}), 1);
    assert.equal(valueOf(text, 'sealed_capture_can_seal', {environment: 'live'}), 0);
    const sandbox = {environment: 'sandbox'};
    assert.ok(valueOf(text, 'sealed_capture_certificate_expiry_seconds', sandbox)! > 24 * 3600);
    assert.ok(valueOf(text, 'sealed_capture_ocsp_answer_age_seconds', sandbox)! < 3600);
    assert.ok(valueOf(text, 'sealed_capture_memory_bytes', {kind: 'rss'})! > 10e6);
    assert.ok(valueOf(text, 'sealed_capture_event_loop_delay_seconds', {quantile: '0.5'})! < 5);
    assert.equal(valueOf(text, 'sealed_capture_processes'), 1);
  });

  it('lists each metric once, with its description', async () => {
    const lines = (await metrics()).split('\n');
    for (const kind of ['HELP', 'TYPE']) {
      const names = lines.flatMap((line) =>
        line.startsWith(`# ${kind} `) ? [line.split(' ')[2]] : [],
      );
      assert.ok(names.length > 15);
      assert.equal(new Set(names).size, names.length);
    }
    assert.ok(lines.every((line) => /^(# |\w+(\{.*\})? \S+$|$)/.test(line)));
  });

  it('contains no capture, key or location', async () => {
    const request = sealRequest({metadata: {gps: {latitude: 51.1234, longitude: 7.4321}}});
    const answer = await service.post('/seal', JSON.stringify(request), idempotent(request));
    assert.equal(answer.statusCode, 200);
    await service.app.inject(`/protection/sandbox/${request.captureId}`);
    const text = await metrics();
    for (const secret of [request.captureId, service.sandbox.id, '51.1234', '7.4321']) {
      assert.ok(!text.includes(secret), secret);
    }
  });
});

describe('The metrics of the service', () => {
  const collected = async (metrics: Awaited<ReturnType<typeof openMetrics>>) =>
    metricsIn(await metrics.collect());

  it('are in the documentation with their type, and the documentation names no others', async () => {
    const page = await readFile(join(root, 'docs/metrics.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(sealed_capture_\w+)` +\| (\w+) /gm)].map(
      ([, name, kind]) => `${name} ${kind}`,
    );
    const expected = Object.entries(instruments).map(
      ([name, {kind}]) => `${name}${kind === 'counter' ? '_total' : ''} ${kind}`,
    );
    assert.deepEqual(rows, expected);
    const known = expected.map((row) => row.split(' ')[0]!);
    for (const [name] of page.matchAll(/sealed_capture_\w+/g)) {
      assert.ok(known.includes(name.replace(/_(bucket|count|sum)$/, '')), name);
    }
  });

  it('are shown for each process, each metric once', async () => {
    const [one, two] = [await openMetrics(), await openMetrics()];
    one.count('sealed_capture_seals', {operation: 'seal'});
    two.count('sealed_capture_seals', {operation: 'seal'});
    const merged = mergeProcesses([
      {process: 1, metrics: await collected(one)},
      // Serialized, as it arrives from another process.
      {process: 2, metrics: JSON.parse(JSON.stringify(await collected(two))) as MetricData[]},
    ]);
    assert.equal(merged.length, 1);
    assert.deepEqual(
      merged[0]?.dataPoints.map(({attributes, value}) => [attributes, value]),
      ['1', '2'].map((process) => [{operation: 'seal', process}, 1]),
    );
  });

  it('include the calls of a store with their results, and do not change the store', async () => {
    class Store {
      readonly #value = Buffer.of(7);
      readonly count = 3;
      putIfAbsent = () => Promise.reject(new Error('It is away.'));
      replace = () => Promise.reject(new QuotaExceeded('It is full.'));
      remove = () => Promise.resolve();
      close = () => Promise.resolve();
      get() {
        return Promise.resolve(this.#value);
      }
    }
    const metrics = await openMetrics();
    const store = measuredStore(new Store(), 'keys', metrics);
    assert.ok('count' in store);
    assert.equal(store.count, 3);
    assert.deepEqual(await store.get(), Buffer.of(7));
    await assert.rejects(store.putIfAbsent(), /away/);
    await assert.rejects(store.replace(), QuotaExceeded);
    const [metric] = await collected(metrics);
    assert.deepEqual(
      metric?.dataPoints.map(({attributes}) => attributes),
      [
        {store: 'keys', operation: 'get', outcome: 'ok'},
        {store: 'keys', operation: 'putIfAbsent', outcome: 'failed'},
        {store: 'keys', operation: 'replace', outcome: 'refused'},
      ],
    );
  });

  it('include entries of the audit log that could not be written', async () => {
    const metrics = await openMetrics();
    const audit = measuredAudit(
      {append: () => Promise.reject(new Error('full')), isWorking: false},
      metrics,
    );
    assert.equal(audit.isWorking, false);
    await assert.rejects(
      audit.append({event: 'key-revoked', environment: 'live', keyId: 'key'}),
      /full/,
    );
    const [metric] = await collected(metrics);
    assert.deepEqual(metric?.dataPoints[0]?.attributes, {outcome: 'failed'});
  });

  it('show that nothing can be sealed if the key cannot be used', () => {
    const read = new Map<string, () => readonly Reading[]>();
    const metrics = {
      ...noMetrics,
      watch: (name: string, how: () => readonly Reading[]) => void read.set(name, how),
    };
    let isSigning = true;
    const opened = {sealer: () => ({}), obstacle: () => undefined, isSigning: () => isSigning};
    watchCertificates(metrics, opened as unknown as Environments);
    const canSeal = () => read.get('sealed_capture_can_seal')!().map(([value]) => value);
    assert.deepEqual(canSeal(), [1, 1]);
    isSigning = false;
    assert.deepEqual(canSeal(), [0, 0]);
  });

  it('show which time-stamp authorities work', async () => {
    const metrics = await openMetrics();
    const states = new AuthorityStates(
      ['http://a:secret@a.example/x', 'http://b.example'],
      metrics,
    );
    const read = async () =>
      (await collected(metrics))[0]?.dataPoints.map(({attributes, value}) => [
        attributes['authority'],
        value,
      ]);
    states.take({name: 'failing', authority: 'a.example', reason: 'It failed.'});
    assert.deepEqual(await read(), [
      ['a.example', 0],
      ['b.example', 1],
    ]);
    states.take({name: 'working', authority: 'a.example'});
    states.take({name: 'failing', authority: 'b.example', reason: 'It failed.'});
    states.reset();
    assert.deepEqual(await read(), [
      ['a.example', 1],
      ['b.example', 1],
    ]);
  });
});
