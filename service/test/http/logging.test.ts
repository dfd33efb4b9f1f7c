import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {envelope, idempotent, jpegOf, protectForm, sealRequest} from '../requests.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {serviceOfSuite} from '../service-fixture.js';

const MIB = 1024 * 1024;

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError;
}

describe('The log', () => {
  const service = serviceOfSuite({logLevel: 'debug'});

  it('has one line per request, without keys, locations, bodies or queries', async () => {
    const request = sealRequest({
      metadata: {
        gps: {latitude: 48.858_37, longitude: 2.294_481},
        tags: {note: 'a private word'},
        device: {userAgent: 'Browser of somebody'},
      },
    });
    const wrongKey = 'sc_sandbox_wrong-key-of-somebody';
    const form = await protectForm(jpegOf(5000), 'image/jpeg', request.metadata);
    const answers = [
      await service.post('/seal', request, idempotent(request)),
      await service.post('/seal', {...request, digest: 'no digest'}, idempotent(request)),
      await service.post('/seal', '{"private": word', idempotent(request)),
      await service.post('/seal', request, {'x-api-key': wrongKey}),
      await service.post('/protect', form.payload, form.headers),
      await service.post('/inspect', envelope(jpegOf(5000))),
      await service.post('/inspect', 'a private word'),
      await service.app.inject(`/48.85837/${service.sandbox.key}?key=${service.sandbox.key}`),
    ];
    const log = service.lines.join('');
    const lines = service.lines.map(
      (line) => JSON.parse(line) as {route?: string; status?: number},
    );
    const requests = lines.filter((line) => line.route !== undefined);
    assert.deepEqual(
      requests.map((line) => line.status),
      answers.map((answer) => answer.statusCode),
    );
    for (const secret of [
      service.sandbox.key,
      service.sandbox.secret,
      wrongKey,
      '48.858',
      '2.294',
      'private',
      'somebody',
      'no digest',
      jpegOf(5000).subarray(0, 30).toString('base64'),
    ])
      assert.ok(!log.includes(secret), secret);
    assert.ok(log.includes(service.sandbox.id), 'the key is known by its id');
  });
});

describe('Metadata that are refused', () => {
  const service = serviceOfSuite({logLevel: 'debug'});

  it('appear neither in the log nor in the answer, which names the field', async () => {
    const place = {latitude: 48.858_371_9, longitude: 2.294_481_9};
    const refused: [metadata: object, pointer: string][] = [
      [{gps: {...place, latitude: 148.858_371_9}}, '/metadata/gps/latitude'],
      [{gps: {...place, longitude: '2.2944819'}}, '/metadata/gps/longitude'],
      [{gps: {...place, altitude: 'private word'}}, '/metadata/gps/altitude'],
      [{gps: {...place, timestamp: 'private word'}}, '/metadata/gps/timestamp'],
      [{gps: {...place, unavailableReason: 'private word'}}, '/metadata/gps/unavailableReason'],
      [{gps: place, tags: {note: 'private word \ud83e'}}, '/metadata/tags/note'],
      [{gps: place, tags: {note: 'private word'.repeat(999)}}, '/metadata/tags/note'],
      [
        {gps: place, features: {licensePlateInfo: 'private word'}},
        '/metadata/features/licensePlateInfo',
      ],
      [
        {
          gps: place,
          tags: Object.fromEntries(Array.from({length: 100}, (_, i) => [i, '🦉'.repeat(4096)])),
        },
        '/metadata',
      ],
    ];
    for (const [metadata, pointer] of refused) {
      const request = {...sealRequest(), metadata};
      const form = await protectForm(jpegOf(5000), 'image/jpeg', JSON.stringify(metadata));
      const answers = [
        await service.post('/seal', request, idempotent(request)),
        await service.post('/protect', form.payload, form.headers),
      ];
      for (const {statusCode, body} of answers) {
        assert.equal(statusCode, 400);
        assert.ok(body.includes(`"${pointer}"`) || /too much for a seal/.test(body), body);
        assert.doesNotMatch(body, /858371|2944819|private/);
      }
    }
    const requests = service.lines.filter((line) => line.includes('"status":400'));
    assert.equal(requests.length, 2 * refused.length);
    assert.doesNotMatch(service.lines.join(''), /858371|2944819|private|🦉/);
  });
});

describe('The log of a file that the engine cannot process', () => {
  const service = serviceOfSuite({engineMemory: 12 * MIB});

  it('contains the cause, which the verdict omits', async () => {
    const answer = await service.post('/inspect', envelope(jpegOf(16 * MIB)));
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.json<InspectionResult>().labelState, 'unchecked');
    const [warning, ...others] = service.lines
      .map((line) => JSON.parse(line) as {level: number; err?: LoggedError})
      .filter(({level}) => level >= 40);
    assert.deepEqual(others, []);
    assert.equal(warning?.err?.type, 'JobFailed');
    assert.match(warning.err.cause?.stack ?? '', /^\s+at .*engine/);
    assert.equal(warning.err.cause?.message, '');
  });
});
