import assert from 'node:assert/strict';
import {execFile, spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {readFile, rm, writeFile} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {isStampSigned} from '@sealed-capture/seal/stamps/judge-stamp.js';
import {verifierFor} from '@sealed-capture/seal/trust/certificate-path.js';
import {judgeChain} from '@sealed-capture/seal/trust/judge.js';
import {readStamp} from '@sealed-capture/seal/stamps/stamp-contents.js';
import {AnchorSet, anchorsIn} from '@sealed-capture/seal/trust/anchors.js';
import {checkStamp, timestampHolds} from '@sealed-capture/seal/node/time-stamp.js';
import {TimeStampClient} from '../../src/timestamps/time-stamp-client.js';
import {temporaryFolder} from '../service-fixture.js';
import {serve, type TestServer} from './tsa.js';

const run = promisify(execFile);
const noOpenssl =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed here';

const CONFIG = `
oid_section = oids
[oids]
tsa_policy = 1.2.3.4.1
[req]
distinguished_name = name
[name]
[tsa]
default_tsa = config
[config]
dir = .
serial = $dir/serial
crypto_device = builtin
default_policy = tsa_policy
digests = sha256
accuracy = secs:1, millisecs:500, microsecs:100
ordering = yes
tsa_name = yes
ess_cert_id_chain = yes
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[clock]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
`;

/** This authority shares no code with the service, and answers like public authorities. */
describe('An openssl authority', {skip: noOpenssl}, () => {
  let folder: string;
  let server: TestServer;
  let options: string[];

  const openssl = (...args: string[]) => run('openssl', args, {cwd: folder});
  const answer = async (request: IncomingMessage) => {
    await writeFile(join(folder, 'query'), await buffer(request));
    await openssl(
      ...['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply'],
      ...['-inkey', 'clock.key', '-signer', 'clock.pem', '-chain', 'root.pem', ...options],
    );
    return readFile(join(folder, 'reply'));
  };

  before(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder, 'serial'), '01');
    server = await serve((request, response) => {
      void answer(request).then(
        (reply) => response.end(reply),
        () => response.writeHead(500).end(),
      );
    });
  });
  after(async () => {
    await server.close();
    await rm(folder, {recursive: true});
  });

  const prepare = async (key: string[], certificateId: string) => {
    await writeFile(
      join(folder, 'tsa.cnf'),
      CONFIG.replace('[root]', `ess_cert_id_alg = ${certificateId}\n[root]`),
    );
    await openssl(
      ...['req', '-x509', ...key, '-nodes', '-subj', '/CN=Root', '-days', '30'],
      ...['-config', 'tsa.cnf', '-extensions', 'root', '-keyout', 'root.key', '-out', 'root.pem'],
    );
    await openssl(
      ...['req', ...key, '-nodes', '-subj', '/CN=Clock', '-config', 'tsa.cnf'],
      ...['-keyout', 'clock.key', '-out', 'clock.csr'],
    );
    await openssl(
      ...['x509', '-req', '-in', 'clock.csr', '-CA', 'root.pem', '-CAkey', 'root.key'],
      ...['-set_serial', '2', '-days', '20', '-extfile', 'tsa.cnf', '-extensions', 'clock'],
      ...['-out', 'clock.pem'],
    );
  };

  const rsa = ['-newkey', 'rsa:2048'];
  const p384 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'];
  for (const [name, key, certificateId, digest] of [
    ['RSA, and ESSCertID with SHA-1', rsa, 'sha1', 'sha256'],
    ['RSA with SHA-512, and ESSCertIDv2', rsa, 'sha256', 'sha512'],
    ['P-384, and ESSCertIDv2 with SHA-512', p384, 'sha512', 'sha384'],
  ] as const) {
    it(`is accepted with ${name}`, async () => {
      await prepare([...key], certificateId);
      options = [`-${digest}`];
      const anchors = await readFile(join(folder, 'root.pem'), 'utf8');
      const client = new TimeStampClient({
        addresses: [server.address],
        anchors: () => anchors,
        perMinute: 0,
        timeout: 10_000,
        isOptional: false,
      });
      const imprint = randomBytes(32);
      const token = await client.stamp(imprint);
      assert.ok(timestampHolds(token, imprint));
      assert.equal(checkStamp(token, imprint).accuracy, 1500.1);
      // The stamp as a page reads it.
      const {contents, token: read} = readStamp(token, {sha256: imprint});
      const {subtle} = crypto;
      assert.ok(await isStampSigned(read, contents.signer, subtle));
      const chain = [contents.signer, ...contents.certificates];
      const nobody = new AnchorSet([]);
      const judged = (timeStamps: AnchorSet) =>
        judgeChain(
          chain,
          'timeStamp',
          contents.time,
          {signers: nobody, timeStamps},
          verifierFor(subtle),
        );
      assert.equal((await judged(new AnchorSet(anchorsIn(anchors)))).name, 'trusted');
      assert.equal((await judged(nobody)).name, 'untrusted');
      const value = Uint8Array.from(read.signature.value);
      value[value.length - 1]! ^= 1;
      const tampered = {...read, signature: {...read.signature, value}};
      assert.ok(!(await isStampSigned(tampered, contents.signer, subtle)));
    });
  }
});
