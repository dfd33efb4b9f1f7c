import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {inspectionBody} from '../../../src/worker/inspection/inspection-body.js';

const never = new AbortController().signal;

describe('the body of an inspection', () => {
  it('contains the file in Base64, whatever its length', async () => {
    for (const length of [0, 1, 2, 3, 4, 96 * 1024, 96 * 1024 + 1, 1_000_000]) {
      const file = randomBytes(length);
      const body = await inspectionBody(new Blob([file]), never);
      assert.equal(
        await new Response(body).text(),
        JSON.stringify({image: file.toString('base64')}),
      );
    }
  });

  it('is aborted with the inspection', async () => {
    const file = new Blob(['x']);
    await assert.rejects(inspectionBody(file, AbortSignal.abort()), {name: 'AbortError'});
  });
});
