import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {locationOf} from '../../../src/model/delivery/response.js';

const file = new Blob(['sealed']);

/** A Response of fetch, which has an address. */
function response(
  status: number,
  {body, headers, redirected = false}: {body?: string; headers?: HeadersInit; redirected?: boolean},
): Response {
  const made = new Response(body, {status, headers});
  Object.defineProperties(made, {
    url: {value: 'https://app.example/uploads'},
    redirected: {value: redirected},
  });
  return made;
}

describe('what a page’s own send() resolves to', () => {
  it('counts as stored if it is no Response, with its location', async () => {
    assert.equal(await locationOf({location: 'here'}, file), 'here');
    assert.equal(await locationOf({}, file), undefined);
    assert.equal(await locationOf(undefined, file), undefined);
  });

  it('counts as an answer to an upload does if it is a Response', async () => {
    const headers = {Location: '/stored/1'};
    assert.equal(await locationOf(response(201, {headers}), file), 'https://app.example/stored/1');
    const refused = locationOf(response(503, {headers: {'Retry-After': '7'}}), file);
    await assert.rejects(refused, {code: 'service_unavailable', status: 503, retryAfter: 7_000});
    for (const answer of [
      response(200, {body: '<html>', headers: {'Content-Type': 'text/html'}}),
      response(200, {body: '{"success":false}'}),
      response(200, {body: '[]', redirected: true}),
      // Of another origin that the page may not read (`no-cors`), and of a redirect that is not followed.
      Response.error(),
    ]) {
      await assert.rejects(locationOf(answer, file), {code: 'response_invalid'});
    }
  });

  it('needs no receipt in a Response whose body the page has read', async () => {
    const answer = response(200, {body: 'Stored.'});
    await answer.text();
    assert.equal(await locationOf(answer, file), undefined);
  });
});
