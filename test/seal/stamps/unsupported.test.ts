import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isStampSigned} from '../../../src/seal/stamps/judge-stamp.js';
import {readStamp} from '../../../src/seal/stamps/stamp-contents.js';
import {StampUnsupported} from '../../../src/seal/stamps/stamp-errors.js';
import {makeAuthority, sha256} from '../pki.js';

describe('A time stamp', () => {
  it('is neither valid nor invalid if the type of its key is unsupported', async () => {
    const imprint = sha256(new Uint8Array(8));
    const {stamp} = await makeAuthority('Clock');
    const {token, contents} = readStamp(await stamp(imprint), {sha256: imprint});
    const {subtle} = globalThis.crypto;
    assert.ok(await isStampSigned(token, contents.signer, subtle));
    const keys = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const other = await x509.X509CertificateGenerator.createSelfSigned({
      name: 'CN=Other',
      keys,
      signingAlgorithm: {name: 'Ed25519'},
    });
    await assert.rejects(
      isStampSigned(token, new Uint8Array(other.rawData), subtle),
      StampUnsupported,
    );
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
