import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {rm} from 'node:fs/promises';
import {sandboxCertificates} from '../../../src/service/certificates/certificates.js';
import {createSealer, WatchedSealer} from '../../../src/service/certificates/sealer.js';
import {
  endOfValidity,
  type SealingIdentity,
} from '../../../src/service/certificates/signing-identity.js';
import {temporaryFolder} from '../service-fixture.js';

describe('What an environment seals with', () => {
  let folder: string;
  let identity: SealingIdentity;
  before(async () => {
    folder = await temporaryFolder();
    ({identity} = await sandboxCertificates(folder, Date.now()));
  });
  after(() => rm(folder, {recursive: true}));

  it('seals nothing from the moment that its certificate has expired', () => {
    const end = endOfValidity(identity.signer);
    let now = end - 1;
    const sealer = new WatchedSealer(identity, undefined, createSealer, () => now);
    assert.equal(sealer.obstacle, undefined);
    now = end;
    assert.deepEqual(sealer.obstacle, {name: 'expired', at: end});
  });
});
