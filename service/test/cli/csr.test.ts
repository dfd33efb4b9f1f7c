import 'reflect-metadata';
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {mkdir, readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {execFileSync} from 'node:child_process';
import {after, before, describe, it} from 'node:test';
import {Pkcs10CertificateRequest} from '@peculiar/x509';
import {requestJson} from '../../../test/conformance/certificate-json.js';
import {errorsOfProfile} from '../../../test/conformance/profile.js';
import {noOpenssl, openssl} from '../certificates/openssl-authority.js';
import {envelope, jpegOf, protectForm} from '../requests.js';
import {startFixture, temporaryFolder} from '../service-fixture.js';
import {runCommand} from './run-command.js';

const guide = readFileSync(new URL('../../../docs/live.md', import.meta.url), 'utf8');
/** The commands of a shell block that begins with this text. */
const commands = (start: string): string =>
  guide
    .split('```')
    .find((block) => block.startsWith(`sh\n${start}`))
    ?.slice(3) ?? '';

const subject = ['--country', 'GB', '--organisation', 'Harbour, Claims + Co', '--name', 'A=B'];
const RECORD = '6f1f2cb6-6b0e-4b7e-9f1e-0c8a4f0d8a11';

describe('sealed-capture-service csr', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));
  const csr = (args: readonly string[], data = 'data') =>
    runCommand(['csr', ...args], {environment: {SEALED_CAPTURE_DATA: join(folder, data)}});

  it('creates a request with the profile of the program, and a key that only its owner can read', async () => {
    const {status, out} = await csr([...subject, '--record-id', RECORD]);
    assert.equal(status, 0);
    const live = join(folder, 'data/live');
    assert.ok(out.includes(join(live, 'signer.key')));
    assert.equal((await stat(join(live, 'signer.key'))).mode & 0o777, 0o600);
    const request = new Pkcs10CertificateRequest(await readFile(join(live, 'signer.csr'), 'utf8'));
    assert.deepEqual(errorsOfProfile('claimSigningLeaf.al1.csr')(requestJson(request)), []);
    assert.equal(request.subjectName.getField('O')[0], 'Harbour, Claims + Co');
    assert.equal(request.subjectName.getField('CN')[0], 'A=B');
  });

  it('warns that the profile is not met without a record', async () => {
    const {out} = await csr(subject, 'without');
    assert.match(out, /--record-id/);
    const path = join(folder, 'without/live/signer.csr');
    const request = new Pkcs10CertificateRequest(await readFile(path, 'utf8'));
    assert.notEqual(errorsOfProfile('claimSigningLeaf.al1.csr')(requestJson(request)).length, 0);
  });

  it('creates a request that openssl verifies', {skip: noOpenssl}, async () => {
    await csr(subject, 'verified');
    const live = join(folder, 'verified/live');
    openssl(live, 'req', '-verify', '-noout', '-in', 'signer.csr');
    const keyOf = (...args: string[]) => openssl(live, ...args, '-pubout');
    const ofRequest = openssl(live, 'req', '-in', 'signer.csr', '-noout', '-pubkey');
    assert.equal(ofRequest, keyOf('pkey', '-in', 'signer.key'));
  });

  it('creates a P-384 key for ES384', {skip: noOpenssl}, async () => {
    const {status} = await csr([...subject, '--algorithm', 'ES384'], 'es384');
    assert.equal(status, 0);
    const live = join(folder, 'es384/live');
    openssl(live, 'req', '-verify', '-noout', '-in', 'signer.csr');
    const text = openssl(live, 'req', '-in', 'signer.csr', '-noout', '-text');
    assert.match(text, /NIST CURVE: P-384/);
    assert.match(text, /ecdsa-with-SHA384/);
  });

  it('overwrites neither a key nor a request, and leaves no key without a request', async () => {
    await csr(subject, 'twice');
    const live = join(folder, 'twice/live');
    const before = await readFile(join(live, 'signer.key'), 'utf8');
    const again = await csr(subject, 'twice');
    assert.equal(again.status, 1);
    assert.match(again.err, /signer\.key is there already/);
    const out = ['--out', join(live, 'signer.csr')];
    const other = await csr([...subject, '--key', join(live, 'next.key'), ...out], 'twice');
    assert.equal(other.status, 1);
    assert.match(other.err, /signer\.csr is there already/);
    assert.deepEqual((await readdir(live)).sort(), ['signer.csr', 'signer.key']);
    assert.equal(await readFile(join(live, 'signer.key'), 'utf8'), before);
  });

  it('names the request of a second key like the key, beside the earlier one', async () => {
    await csr(subject, 'renewed');
    const live = join(folder, 'renewed/live');
    const {status, out} = await csr([...subject, '--key', join(live, 'next.key')], 'renewed');
    assert.equal(status, 0);
    assert.ok(out.includes(join(live, 'next.csr')), out);
    assert.match(out, /once it is signer\.key/);
    const files = ['next.csr', 'next.key', 'signer.csr', 'signer.key'];
    assert.deepEqual((await readdir(live)).sort(), files);
  });

  it('names what is missing or wrong, and writes nothing', async () => {
    const wrong = [
      ['--country', 'GB', '--name', 'Camera'],
      [...subject.with(1, 'Britain')],
      [...subject, '--record-id', 'one'],
      [...subject, '--algorithm', 'RS256'],
    ];
    for (const args of wrong) {
      const {status, err} = await csr(args, 'nothing');
      assert.equal(status, 2);
      assert.match(err, /--organisation|two letters|UUID|ES384/);
    }
    await assert.rejects(stat(join(folder, 'nothing')));
  });

  it(
    'leads, with the steps of docs/live.md, to seals that the service finds valid',
    {skip: noOpenssl},
    async () => {
      const data = join(folder, 'guide');
      const asked =
        commands('npx sealed-capture-service csr --country').match(/csr (.*)\n/)?.[1] ?? '';
      const args = [...asked.matchAll(/"([^"]+)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain,
      );
      assert.equal((await csr(args as string[], 'guide')).status, 0);
      execFileSync('sh', ['-e'], {
        cwd: join(data, 'live'),
        input: commands('openssl req -x509'),
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await mkdir(join(folder, 'running'));
      const service = await startFixture({
        liveFolder: join(data, 'live'),
        withoutTimestamp: 'seal',
      });
      try {
        const send = (path: string, payload: object | string | Buffer, headers = {}) =>
          service.app.inject({
            method: 'POST',
            url: `/protection${path}`,
            headers: {
              'x-api-key': service.live.key,
              'content-type': 'application/json',
              ...headers,
            },
            payload,
          });
        const form = await protectForm(jpegOf(3000), 'image/jpeg', {});
        const sealed = await send('/protect', form.payload, form.headers);
        assert.equal(sealed.statusCode, 200);
        const verdict = (await send('/inspect', envelope(sealed.rawPayload))).json<{
          labelState: string;
          signature: {signedBy: string};
        }>();
        assert.equal(verdict.labelState, 'valid');
        assert.equal(verdict.signature.signedBy, 'Harbour Camera');
      } finally {
        await service.close();
      }
    },
  );
});
