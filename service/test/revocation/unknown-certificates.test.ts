import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {der, tags} from '@sealed-capture/seal/encoding/der.js';
import {readOcspAnswer} from '@sealed-capture/seal/encoding/ocsp.js';
import {
  issueSandbox,
  makeSandboxRoot,
  readSandboxAuthority,
  type SandboxAuthority,
} from '../../src/certificates/sandbox-authority.js';
import {certificateId, certificateParts} from '@sealed-capture/seal/revocation/certificate-id.js';
import {SandboxResponder} from '../../src/revocation/sandbox-responder.js';
import {temporaryFolder} from '../service-fixture.js';

const ADDRESS = 'http://localhost:8080/protection/sandbox';

describe('The sandbox’s OCSP responder, asked for certificates that it does not know', () => {
  let folder = '';
  let authority: SandboxAuthority;
  before(async () => {
    folder = await temporaryFolder();
    await makeSandboxRoot(folder, Date.now());
    await issueSandbox(folder, Date.now(), ADDRESS);
    const read = await readSandboxAuthority(folder, Date.now());
    assert.ok(read);
    authority = read;
  });
  after(() => rm(folder, {recursive: true, force: true}));

  const parts = (certificate: {rawData: ArrayBuffer}) =>
    certificateParts(new Uint8Array(certificate.rawData));
  const requestFor = (serialNumber: Uint8Array) => {
    const issuer = parts(authority.issuers.get('issuer')!.certificate);
    const id = certificateId({...issuer, serialNumber}, issuer);
    return der(tags.sequence, der(tags.sequence, der(tags.sequence, der(tags.sequence, id))));
  };
  const unknown = () => requestFor(Uint8Array.from([1, ...randomBytes(15)]));
  const signer = () =>
    authority.issued.find(({subject}) => subject.includes('Sandbox Seal')) ?? assert.fail();
  const statusIn = (bytes: Uint8Array) => readOcspAnswer(bytes).statements[0]?.status;

  it('reads what others have issued every two seconds at most, and knows it then', async () => {
    let time = Date.now();
    const reads = {file: 0, store: 0};
    let elsewhere: SandboxAuthority['issued'] = [];
    const responder = new SandboxResponder(
      () => ({
        ...authority,
        issued: [],
        readIssued: () => {
          reads.file++;
          return Promise.resolve([]);
        },
      }),
      () => {
        reads.store++;
        return Promise.resolve(elsewhere);
      },
      () => time,
    );
    const serial = parts(signer()).serialNumber;
    assert.equal(statusIn((await responder.answer(requestFor(serial))).der), 'unknown');
    for (let number = 0; number < 100; number++) await responder.answer(unknown());
    assert.deepEqual(reads, {file: 1, store: 1});
    elsewhere = authority.issued;
    time += 2_001;
    const answer = await responder.answer(requestFor(serial));
    assert.equal(statusIn(answer.der), 'good');
    assert.deepEqual(reads, {file: 2, store: 2});
  });

  it('lets nobody store that it does not know one, as it may know it in a moment', async () => {
    const responder = new SandboxResponder(() => authority);
    assert.equal((await responder.answer(unknown())).until, undefined);
    assert.ok((await responder.answer(requestFor(parts(signer()).serialNumber))).until);
  });

  it('gives the same answer for a minute, and signs a new one then', async () => {
    let time = Date.now();
    const responder = new SandboxResponder(
      () => authority,
      undefined,
      () => time,
    );
    const ask = async () => (await responder.answer(requestFor(parts(signer()).serialNumber))).der;
    const first = await ask();
    time += 59_000;
    assert.equal(await ask(), first);
    time += 2_000;
    assert.notDeepEqual(await ask(), first);
  });
});
