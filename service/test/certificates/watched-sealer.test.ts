import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {rm} from 'node:fs/promises';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import {createSealer, WatchedSealer} from '../../src/certificates/sealer.js';
import type {SealingIdentity} from '../../src/signing/claim-signer.js';
import {validityOf} from '../../src/certificates/validity.js';
import {temporaryFolder} from '../service-fixture.js';

describe('The sealer of an environment', () => {
  let folder: string;
  let identity: SealingIdentity;
  before(async () => {
    folder = await temporaryFolder();
    ({identity} = await sandboxCertificates(folder, Date.now()));
  });
  after(() => rm(folder, {recursive: true}));

  it('seals nothing before its certificates are valid, and nothing after one has expired', () => {
    const validity = validityOf(identity.signer.certificateChain);
    const {from, until} = validity;
    let now = from - 1;
    const sealer = new WatchedSealer(identity, validity, undefined, createSealer, () => now);
    assert.deepEqual(sealer.obstacle, {name: 'not yet valid', at: from});
    for (now of [from, until]) assert.equal(sealer.obstacle, undefined);
    now = until + 1;
    assert.deepEqual(sealer.obstacle, {name: 'expired', at: until});
  });
});
