import assert from 'node:assert/strict';
import {X509Certificate} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {it} from 'node:test';
import {certificateBlocks} from '../src/certificates/signing-identity.js';
import {serviceOfSuite} from './service-fixture.js';

const service = serviceOfSuite();

it('A service of a test issues its certificates under the authorities on P-256 that the test has made', async () => {
  for (const name of ['signer', 'timestamp']) {
    const text = await readFile(join(service.folder, `sandbox/${name}.pem`), 'utf8');
    const [leaf, issuer] = certificateBlocks(text).map((block) => new X509Certificate(block));
    assert.ok(leaf && issuer && leaf.verify(issuer.publicKey));
    assert.equal(issuer.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
  }
});
