import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {authorizationOf, keyAuthorization} from '../../../src/model/authorization.js';
import {RequestAuthentication} from '../../../src/worker/sealing/authenticated-request.js';
import {UploadsOfPage} from '../../../src/worker/sealing/uploads-of-page.js';

const upload = {
  url: 'https://inspect.example/v1',
  headers: {'Content-Type': 'application/json'},
  body: new Blob(['{"image":"AAAA"}']),
};

function setup() {
  const warnings: string[] = [];
  const authentication = new RequestAuthentication({now: () => 0});
  const uploads = new UploadsOfPage(authentication, (message) => warnings.push(message));
  return {uploads, warnings};
}

describe('an upload', () => {
  it('is signed with the digest of its body', async () => {
    const {headers, correction} = await setup().uploads.authenticate(
      upload,
      authorizationOf('key', 'secret'),
    );
    assert.match(headers['Signature-Input'] ?? '', /"@method" .*"content-digest"/);
    assert.match(headers['Content-Digest'] ?? '', /^sha-256=:.{43}=:$/);
    assert.equal(correction, 0);
  });

  it('has the headers of its authorization, and no clock to correct', async () => {
    const answer = await setup().uploads.authenticate(upload, keyAuthorization('key'));
    assert.deepEqual(answer, {
      headers: {...upload.headers, 'X-API-Key': 'key'},
      correction: undefined,
    });
  });

  it('is not sent readable where requests are to be encrypted', async () => {
    const authorization = authorizationOf('key', 'secret', true);
    await assert.rejects(setup().uploads.authenticate(upload, authorization), {
      code: 'configuration_invalid',
      message: /encryptRequests/,
    });
  });

  it('tells the page once that its secret is none', async () => {
    const {uploads, warnings} = setup();
    await uploads.authenticate(upload, keyAuthorization('key'));
    assert.deepEqual(warnings, []);
    await uploads.authenticate(upload, authorizationOf('key', 'hidden'));
    await uploads.authenticate(upload, authorizationOf('key', 'hidden'));
    assert.equal(warnings.length, 1);
    assert.doesNotMatch(warnings[0] ?? '', /hidden/);
  });
});
