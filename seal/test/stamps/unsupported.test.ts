import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isStampSigned} from '../../src/stamps/judge-stamp.js';
import {readStamp} from '../../src/stamps/stamp-contents.js';
import {StampUnsupported} from '../../src/stamps/stamp-errors.js';
import {makeAuthority, sha256} from '../pki.js';

describe('A time stamp', () => {
  it('is neither valid nor invalid if the type of its key is unsupported', async () => {
    const imprint = sha256(new Uint8Array(8));
    const {stamp} = await makeAuthority('Clock');
    const {token, contents} = readStamp(await stamp(imprint), {sha256: imprint});
    const {subtle} = globalThis.crypto;
    assert.ok(await isStampSigned(token, contents.signer, subtle));
    // The curve P-192, which WebCrypto does not know.
    const other = Buffer.from(contents.signer);
    const curve = Buffer.from('2a8648ce3d030107', 'hex');
    other[other.indexOf(curve) + curve.length - 1] = 1;
    await assert.rejects(isStampSigned(token, other, subtle), StampUnsupported);
  });

  it('is neither valid nor invalid if the platform lacks the curve', async () => {
    const imprint = sha256(new Uint8Array(8));
    const {stamp} = await makeAuthority('Clock');
    const {token, contents} = readStamp(await stamp(imprint), {sha256: imprint});
    const lacking = {
      importKey: () => Promise.reject(new DOMException('No such curve.', 'NotSupportedError')),
    } as unknown as SubtleCrypto;
    await assert.rejects(isStampSigned(token, contents.signer, lacking), StampUnsupported);
  });
});
