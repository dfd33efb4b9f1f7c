import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {jpeg} from '../../../seal/test/sources.js';
import {closingOf, job} from './set-requests.js';
import {SetService} from './set-service.js';

describe('The field set of POST protect', () => {
  let service: SetService;
  before(async () => {
    service = await SetService.start({});
  });
  after(() => service.fixture.close());

  const refused = async (set: object | string): Promise<Problem> => {
    const answer = await service.ask(jpeg, set);
    assert.equal(answer.status, 400);
    return (await answer.json()) as Problem;
  };

  it('takes no closing record', async () => {
    const closing = closingOf([]);
    const problem = await refused({id: randomUUID(), job, closing});
    assert.equal(problem.errors?.[0]?.pointer, '/set/closing');
    assert.match(problem.detail ?? '', /POST seal/);
  });

  const id = randomUUID();
  const wrong: [what: string, set: object | string, pointer: string][] = [
    ['that is not JSON', '{', '/set'],
    ['with __proto__', `{"id":"${id}","job":"x","__proto__":{}}`, '/set'],
    ['without an id', {job}, '/set'],
    ['with an id that is no UUID', {id: 'mine', job}, '/set/id'],
    ['with a member that it does not have', {id, job, place: 1}, '/set'],
    ['with text that cannot be sealed', `{"id":"${id}","job":"half \\ud83d"}`, '/set/job'],
  ];
  for (const [what, set, pointer] of wrong) {
    it(`refuses a set ${what}`, async () => {
      assert.equal((await refused(set)).errors?.[0]?.pointer.slice(0, pointer.length), pointer);
    });
  }

  it('refuses two sets', async () => {
    const form = new FormData();
    form.append('media', new Blob([Uint8Array.from(jpeg)], {type: 'image/jpeg'}), 'a.jpg');
    for (const _ of [1, 2]) form.append('set', JSON.stringify({id, job}));
    form.append('metadata', '{}');
    const request = new Request('http://localhost/', {method: 'POST', body: form});
    const answer = await service.send('/protect', Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
      'idempotency-key': randomUUID(),
    });
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as Problem).detail ?? '', /"set" is there twice/);
  });

  it('is in the description of the service, without closing records', async () => {
    const {paths} = (await service.fixture.app.inject('/openapi.json')).json<{
      paths: Record<string, {post?: {requestBody?: {content: Record<string, unknown>}}}>;
    }>();
    const {content} = paths['/protection/sandbox/protect']?.post?.requestBody ?? {};
    const text = JSON.stringify(content?.['multipart/form-data']);
    assert.match(text, /Makes the file part of a set/);
    assert.doesNotMatch(text, /"closing"/);
  });
});
