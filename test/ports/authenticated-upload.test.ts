import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {authorizationOf, keyAuthorization} from '../../src/model/authorization.js';
import {RequestAuthentication} from '../../src/ports/worker/authenticated-request.js';
import {authenticatedUpload} from '../../src/ports/worker/authenticated-upload.js';

const upload = {
  url: 'https://inspect.example/v1',
  headers: {'Content-Type': 'application/json'},
  body: new Blob(['{"image":"AAAA"}']),
};
const authentication = new RequestAuthentication({now: () => 0});

describe('an upload', () => {
  it('is signed with the digest of its body', async () => {
    const {headers, correction} = await authenticatedUpload(
      authentication,
      upload,
      authorizationOf('key', 'secret'),
    );
    assert.match(headers['Signature-Input'] ?? '', /"@method" .*"content-digest"/);
    assert.match(headers['Content-Digest'] ?? '', /^sha-256=:.{43}=:$/);
    assert.equal(correction, 0);
  });

  it('has the headers of its authorization, and no clock to correct', async () => {
    const answer = await authenticatedUpload(authentication, upload, keyAuthorization('key'));
    assert.deepEqual(answer, {
      headers: {...upload.headers, 'X-API-Key': 'key'},
      correction: undefined,
    });
  });

  it('is not sent readable where requests are to be encrypted', async () => {
    const authorization = authorizationOf('key', 'secret', true);
    await assert.rejects(authenticatedUpload(authentication, upload, authorization), {
      code: 'configuration_invalid',
      message: /encryptRequests/,
    });
  });
});
