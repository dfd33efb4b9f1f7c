import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {HttpAnswer, HttpRequest} from '../../../src/ports/browser/http.js';
import {ServiceInspectionLimits} from '../../../src/ports/inspection/inspection-limits.js';

const url = 'https://seals.example/protection/inspect';
const {signal} = new AbortController();

function setup(answer: (request: HttpRequest) => {status: number; body: string} | Error) {
  const asked: HttpRequest[] = [];
  const clock = {time: 0, now: () => clock.time};
  const send = (request: HttpRequest): Promise<HttpAnswer> => {
    asked.push(request);
    const given = answer(request);
    if (given instanceof Error) return Promise.reject(given);
    const {buffer} = new TextEncoder().encode(given.body);
    return Promise.resolve({status: given.status, headers: new Headers(), body: buffer});
  };
  const limits = new ServiceInspectionLimits({send}, clock, () => 'https://page.example/');
  return {limits, asked, clock};
}

describe('the limits of an inspection service', () => {
  it('are asked of the inspection endpoint, without any key, once in ten minutes', async () => {
    const {limits, asked, clock} = setup(() => ({
      status: 200,
      body: '{"imageLimit": 5, "otherLimit": 7}',
    }));
    const told = {image: 5, other: 7, takesFile: false};
    assert.deepEqual(await limits.of(url, signal), told);
    assert.deepEqual(await limits.of(url, signal), told);
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.method, 'GET');
    assert.equal(asked[0]?.url, url);
    assert.deepEqual(Object.keys(asked[0]?.headers ?? {}), ['Accept']);
    clock.time = 11 * 60_000;
    await limits.of(url, signal);
    assert.equal(asked.length, 2);
  });

  it('include whether it takes the file as it is', async () => {
    for (const [bodyTypes, takesFile] of [
      ['["application/json", "application/octet-stream"]', true],
      ['["application/json"]', false],
      ['"application/octet-stream"', false],
    ] as const) {
      const {limits} = setup(() => ({status: 200, body: `{"bodyTypes": ${bodyTypes}}`}));
      assert.equal((await limits.of(url, signal)).takesFile, takesFile, bodyTypes);
    }
  });

  it('are unknown for a service that does not say them, says nonsense, or cannot be reached', async () => {
    for (const given of [
      {status: 404, body: ''},
      {status: 200, body: '<html>'},
      {status: 200, body: '{"imageLimit": "large", "otherLimit": null}'},
      new SealedCaptureError('network_failed', 'No network.'),
    ]) {
      const {limits} = setup(() => given);
      const {image, other, takesFile = false} = await limits.of(url, signal);
      assert.deepEqual([image, other, takesFile], [undefined, undefined, false]);
    }
  });

  it('are given up with the inspection', async () => {
    const {limits} = setup(() => new SealedCaptureError('aborted', 'Given up.'));
    await assert.rejects(limits.of(url, AbortSignal.abort()));
  });
});
