import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {HttpAnswer, HttpRequest} from '../../../src/ports/browser/http.js';
import {authorizationOf} from '@sealed-capture/seal/model/authorization.js';
import {SealService} from '../../../src/worker/sealing/seal-service.js';
import {idempotent, protectForm, sealRequest, sentForm} from '../requests.js';
import {media, protectAndInspect, sealAndInspect} from '../seal-and-inspect.js';
import {serviceOfSuite} from '../service-fixture.js';

const MINUTE = 60_000;
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const clockOf = ({checks}: InspectionResult) =>
  checks.filter(({code}) => code.startsWith('org.sealed-capture.deviceClock.'));

describe("The device's clock", () => {
  const service = serviceOfSuite();

  const ways: [way: string, inspected: (requestedAt?: string) => Promise<InspectionResult>][] = [
    ['a digest', (requestedAt) => sealAndInspect(service, {}, requestedAt)],
    ['an upload', (requestedAt) => protectAndInspect(service, {}, {requestedAt})],
    [
      'an upload with a seal',
      async (requestedAt) => {
        const {file} = await protectAndInspect(service, {}, {requestedAt: fromNow(90 * MINUTE)});
        return protectAndInspect(service, {}, {requestedAt, file});
      },
    ],
  ];
  for (const [way, inspected] of ways) {
    it(`is compared with the service's clock when ${way} is sealed`, async () => {
      const [right] = clockOf(await inspected(fromNow(0)));
      assert.equal(right?.passed, true);
      const behind = await inspected(fromNow(-7 * MINUTE));
      assert.deepEqual(
        clockOf(behind).map(({passed, explanation}) => `${passed} ${explanation}`),
        ["false The device's clock was about 7 minutes behind when this was sealed."],
      );
      assert.equal(behind.labelValid, true);
      assert.match(behind.reason, /^Nothing has changed since/);
      assert.deepEqual(clockOf(await inspected()), [], 'not said, not judged');
    });
  }

  it('may differ between two requests for the same capture', async () => {
    const request = sealRequest();
    for (const minutes of [0, -3, 600]) {
      const body = {...request, requestedAt: fromNow(minutes * MINUTE)};
      const answer = await service.post('/seal', body, idempotent(request));
      assert.equal(answer.statusCode, 200, answer.body);
    }
  });

  it('is not excused by any time of the request if the capture is later than its seal', async () => {
    const capturedAt = fromNow(24 * 60 * MINUTE - MINUTE);
    const later = 'org.sealed-capture.deviceClock.capturedAfterSealing';
    for (const requestedAt of ['2001-01-01T00:00:00Z', '2090-01-01T00:00:00Z', capturedAt]) {
      const inspected = await sealAndInspect(service, {capturedAt}, requestedAt, 'capture');
      const failed = clockOf(inspected).filter(({passed}) => !passed);
      assert.equal(failed[0]?.code, later, requestedAt);
      assert.equal(inspected.labelState, 'valid');
    }
  });

  it('is refused by name if it is not a time in UTC', async () => {
    const request = sealRequest();
    const given = ['', 'now', '2026-11-20T15:00:00+01:00', '2026-11-20 15:00:00Z', '1795186800'];
    for (const requestedAt of given) {
      const {payload, headers} = await protectForm(media, 'image/jpeg', {}, requestedAt);
      for (const answer of [
        await service.post('/seal', {...request, requestedAt}, idempotent(request)),
        await service.post('/protect', payload, headers),
      ]) {
        assert.equal(answer.statusCode, 400, requestedAt);
        assert.deepEqual(
          answer.json<Problem>().errors?.map(({pointer}) => pointer),
          ['/requestedAt'],
        );
      }
    }
    const numeric = {...request, requestedAt: 1_795_186_800_000};
    assert.equal((await service.post('/seal', numeric, idempotent(request))).statusCode, 400);
  });

  it('is refused if a form has it twice, or as a file', async () => {
    const time = fromNow(0);
    for (const extra of [time, new Blob([time])]) {
      const form = new FormData();
      form.append('media', new Blob([Uint8Array.from(media)], {type: 'image/jpeg'}), 'a.jpg');
      form.append('requestedAt', time);
      if (typeof extra === 'string') form.append('requestedAt', extra);
      else form.set('requestedAt', extra, 'time.txt');
      form.append('metadata', '{}');
      const {payload, headers} = await sentForm(form);
      const answer = await service.post('/protect', payload, headers);
      assert.equal(answer.statusCode, 400, answer.body);
    }
  });

  it('is refused as the time of a capture before 2000, or more than a day ahead', async () => {
    const asked = async (capturedAt: string) => {
      const request = sealRequest({metadata: {capturedAt}});
      const {payload, headers} = await protectForm(media, 'image/jpeg', {capturedAt});
      return [
        await service.post('/seal', request, idempotent(request)),
        await service.post('/protect', payload, headers),
      ];
    };
    const wrong = ['1826-11-22T12:00:00Z', '1999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'];
    for (const capturedAt of [...wrong, fromNow(24 * 60 * MINUTE + MINUTE)]) {
      for (const answer of await asked(capturedAt)) {
        assert.equal(answer.statusCode, 400, capturedAt);
        const {errors} = answer.json<Problem>();
        assert.deepEqual(
          errors?.map(({pointer}) => pointer),
          ['/metadata/capturedAt'],
        );
      }
    }
    for (const capturedAt of ['2000-01-01T00:00:00Z', fromNow(24 * 60 * MINUTE - MINUTE)]) {
      for (const answer of await asked(capturedAt))
        assert.equal(answer.statusCode, 200, capturedAt);
    }
  });

  for (const [what, now] of [
    ['years ahead', Date.UTC(2036, 0, 1)],
    ['at its default date', 0],
    ['beyond the valid years', 8.64e15],
  ] as const) {
    it(`does not keep a page's capture from being sealed if it is ${what}`, async () => {
      const statuses: number[] = [];
      const http = {
        async send({url, headers, body}: HttpRequest): Promise<HttpAnswer> {
          const path = new URL(url).pathname.replace('/protection/sandbox', '');
          const answer = await service.post(path, body, headers);
          statuses.push(answer.statusCode);
          const {'content-type': type = ''} = answer.headers;
          return {
            status: answer.statusCode,
            headers: new Headers({'content-type': String(type)}),
            body: Uint8Array.from(answer.rawPayload).buffer,
          };
        },
      };
      const sealing = new SealService(http, {now: () => now});
      const {digest, ...request} = sealRequest();
      const manifest = await sealing.seal({
        endpoint: 'http://localhost/protection/sandbox',
        authorization: authorizationOf(service.sandbox.key),
        request: {...request, digest, metadata: {capturedAt: new Date(now).toISOString()}},
        signal: new AbortController().signal,
      });
      assert.equal(manifest.byteLength, request.manifestSize);
      assert.deepEqual(new Set(statuses), new Set([400, 200]));
    });
  }
});
