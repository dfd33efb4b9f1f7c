import assert from 'node:assert/strict';
import {createPrivateKey, createPublicKey, randomBytes, sign, verify} from 'node:crypto';
import {chmodSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import {SignerUnavailable} from '../../src/signing/claim-signer.js';
import {openSigner} from '../../src/signing/open-signer.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {runCommand} from '../cli/run-command.js';
import {media} from '../seal-and-inspect.js';
import {protect, seal} from '../timestamps/live-requests.js';
import {assertSeals, issue, startSigning} from './live-signer.js';
import {
  remoteWorld,
  serveSigner,
  showsAs,
  startReference,
  type RemoteWorld,
} from './remote-world.js';

/** The beginning of the data that a signer signs. */
const claim = Buffer.concat([
  Buffer.from('846a5369676e617475726531', 'hex'),
  Buffer.from('the rest'),
]);

describe('A remote signer', {skip: noOpenssl}, () => {
  let world: RemoteWorld;
  let said: string[];
  before(async () => void (world = await remoteWorld()));

  const log = {
    info: (message: string) => void said.push(message),
    warn: (details: object, message: string) =>
      void said.push(`${JSON.stringify(details)} ${message}`),
    error: (details: object, message: string) =>
      void said.push(`${JSON.stringify(details)} ${message}`),
  };
  const open = (address: string, of = world) => {
    said = [];
    return openSigner(
      {signer: {name: 'remote', address}, signerTimeout: 300, dataFolder: of.dataFolder},
      of.live,
      readFileSync(join(of.live, 'signer.pem'), 'utf8'),
      log,
    );
  };

  it('signs the service’s seals with a key that the service does not have; while it is unreachable, nothing is sealed', async () => {
    const signer = await startReference(world);
    const {address, port} = signer;
    const service = await startSigning(world.dataFolder, {signer: {name: 'remote', address}});
    try {
      await assertSeals(service);
      assert.match(signer.lines.at(-1) ?? '', /"client":"Example client"/);
      assert.equal(signer.lines.length, 4, 'one line for each seal, after the first');

      await signer.stop();
      for (const refused of [
        (await seal(service)).answer,
        await protect(service, media, 'image/jpeg'),
      ]) {
        assert.equal(refused.statusCode, 503, refused.body.slice(0, 300));
        assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
        assert.match(refused.body, /key that seals cannot be used now/);
      }
      const ready = await service.app.inject('/readyz');
      const {status, signers} = ready.json<{status: string; signers: object}>();
      assert.deepEqual([status, signers], ['degraded', {sandbox: 'ready', live: 'failing'}]);
      const errors = service.lines.filter((line) => line.includes('"level":50'));
      assert.equal(errors.length, 1, errors.join(''));
      assert.match(errors[0]!, /could not be reached \(ECONNREFUSED\)/);

      const again = await startReference(world, port);
      try {
        assert.equal((await seal(service)).answer.statusCode, 200);
        const {sealing} = (await service.app.inject('/healthz')).json<{sealing: object}>();
        assert.deepEqual(sealing, {sandbox: true, live: true});
      } finally {
        await again.stop();
      }
    } finally {
      await service.close();
    }
    world = await remoteWorld();
  });

  it('stays in use with its certificate if a reload finds that the key of the new certificate is unreachable', async () => {
    const {dataFolder, live} = world;
    const signer = await startReference(world);
    const {address, port} = signer;
    const service = await startSigning(dataFolder, {signer: {name: 'remote', address}});
    const pem = join(live, 'signer.pem');
    const before = readFileSync(pem);
    try {
      await signer.stop();
      issue(live, 'P-256');
      await assert.rejects(service.app.reload(), /cannot be used now: .* of before stay in use/);
      const again = await startReference(world, port);
      try {
        // With the old certificate, which matches the key.
        assert.equal((await seal(service)).answer.statusCode, 200);
        await assert.rejects(service.app.reload(), /does not belong to the first certificate/);
        writeFileSync(pem, before);
        await service.app.reload();
        assert.equal((await seal(service)).answer.statusCode, 200);
      } finally {
        await again.stop();
      }
    } finally {
      await service.close();
    }
    world = await remoteWorld();
  });

  it('signs claims with each algorithm, and refuses to sign anything else', async () => {
    const p384 = await remoteWorld('P-384');
    const reference = await startReference(p384);
    try {
      const signer = await open(reference.address, p384);
      assert.equal(signer.algorithm, 'ES384');
      const signature = await signer.sign(claim);
      const key = createPublicKey(readFileSync(join(p384.remote, 'signer.key')));
      const form = {key, dsaEncoding: 'ieee-p1363'} as const;
      assert.ok(verify('sha384', claim, form, signature));
      await assert.rejects(async () => signer.sign(randomBytes(100)), SignerUnavailable);
      assert.match(said.join('\n'), /answered with status 400/);
    } finally {
      await reference.stop();
    }
  });

  it('gives no signature to a client of another authority, or with a name that is not allowed', async () => {
    const reference = await startReference(world, 0, '--allow', 'Somebody else');
    try {
      const named = await open(reference.address);
      await assert.rejects(async () => named.sign(claim), SignerUnavailable);
      assert.match(said.join('\n'), /answered with status 403/);
      showsAs(world, 'wrong');
      const foreign = await open(reference.address);
      assert.equal(foreign.isWorking, false);
      await assert.rejects(async () => foreign.sign(claim), SignerUnavailable);
      assert.match(said.join('\n'), /could not be reached/);
    } finally {
      showsAs(world, 'client');
      await reference.stop();
    }
  });

  /** Answers correctly, except for signatures. */
  const answering =
    (onSign: (response: ServerResponse, data: Buffer) => void) =>
    (request: IncomingMessage, response: ServerResponse) => {
      const key = createPrivateKey(readFileSync(join(world.remote, 'signer.key')));
      if (request.url === '/key') {
        const publicKey = createPublicKey(key).export({type: 'spki', format: 'der'});
        return response.end(JSON.stringify({publicKey: publicKey.toString('base64')}));
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const {data} = JSON.parse(Buffer.concat(chunks).toString()) as {data: string};
        onSign(response, Buffer.from(data, 'base64'));
      });
    };
  const signatureOf = (data: Buffer, name = 'signer.key') =>
    sign('sha256', data, {
      key: createPrivateKey(readFileSync(join(world.remote, name))),
      dsaEncoding: 'ieee-p1363',
    }).toString('base64');
  const answer = (response: ServerResponse, body: object) => response.end(JSON.stringify(body));

  const wrong: [what: string, onSign: Parameters<typeof answering>[0], reason: RegExp][] = [
    ['does not answer in time', () => {}, /took too long/],
    [
      'never completes its answer',
      (response) => void response.write('{"signature": "'),
      /took too long/,
    ],
    [
      'signs with another key',
      (response, data) => answer(response, {signature: signatureOf(data, 'client.key')}),
      /does not hold for the certificate/,
    ],
    [
      'signs something else',
      (response, data) => {
        const other = Buffer.concat([data, Buffer.of(0)]);
        answer(response, {signature: signatureOf(other)});
      },
      /does not hold for the certificate/,
    ],
    [
      'answers with a signature of another length',
      (response) => answer(response, {signature: 'c2VjcmV0'}),
      /does not hold for the certificate/,
    ],
    ['answers with garbage', (response) => response.end('secret'), /not of the agreed form/],
    [
      'answers with a member of another type',
      (response) => answer(response, {signature: ['secret']}),
      /not of the agreed form/,
    ],
    [
      'sends an answer that is too long',
      (response) => response.end('secret'.repeat(10_000)),
      /too large|could not be reached/,
    ],
    ['refuses', (response) => response.writeHead(500).end('secret'), /answered with status 500/],
    [
      'redirects',
      (response) => response.writeHead(307, {location: 'https://secret.example/'}).end(),
      /answered with status 307/,
    ],
    ['closes the connection', (response) => void response.destroy(), /could not be reached/],
  ];
  for (const [what, onSign, reason] of wrong) {
    it(`seals nothing if it ${what}; the log reports this without repeating it`, async () => {
      let isWrong = true;
      const listener = answering((response, data) => {
        if (isWrong) onSign(response, data);
        else answer(response, {signature: signatureOf(data)});
      });
      const server = await serveSigner(world, listener);
      try {
        const signer = await open(server.address);
        assert.equal(signer.isWorking, true);
        await assert.rejects(
          async () => signer.sign(claim),
          (error) => error instanceof SignerUnavailable && error.retryAfter >= 1_000,
        );
        assert.match(said.join('\n'), reason);
        assert.doesNotMatch(said.join('\n'), /secret/);
        assert.equal(signer.isWorking, false);
        isWrong = false;
        assert.equal((await signer.sign(claim)).length, 64);
        assert.match(said.at(-1) ?? '', /can be used again/);
      } finally {
        await server.close();
      }
    });
  }

  it('is refused at the start if its key does not match the certificate', async () => {
    const other = await remoteWorld();
    const reference = await startReference(other);
    try {
      const signer = {name: 'remote', address: reference.address} as const;
      const pem = readFileSync(join(world.live, 'signer.pem'), 'utf8');
      await assert.rejects(
        openSigner(
          {signer, signerTimeout: 3_000, dataFolder: other.dataFolder},
          other.live,
          pem,
          log,
        ),
        (error) => error instanceof SettingsError && /does not belong/.test(error.message),
      );
    } finally {
      await reference.stop();
    }
  });
});

describe('Without the files that a remote signer needs', {skip: noOpenssl}, () => {
  let world: RemoteWorld;
  before(async () => void (world = await remoteWorld()));

  it('config check reports why its key cannot be used', async () => {
    const {status, out} = await runCommand(['config', 'check'], {
      environment: {
        SEALED_CAPTURE_DATA: world.dataFolder,
        SEALED_CAPTURE_SIGNER: 'https://localhost:1',
      },
    });
    assert.equal(status, 1);
    assert.match(out, /SEALED_CAPTURE_SIGNER names cannot be used now\. \S/);
  });

  it('the service does not start, and names the file', async () => {
    const start = () =>
      startSigning(world.dataFolder, {signer: {name: 'remote', address: 'https://localhost:1'}});
    const path = join(world.live, 'signer-client.key');
    const content = readFileSync(path);
    renameSync(path, `${path}.away`);
    await assert.rejects(start, /must hold signer-client\.pem and signer-client\.key/);
    writeFileSync(path, content, {mode: 0o644});
    chmodSync(path, 0o644);
    await assert.rejects(start, /signer-client\.key can be read by other users/);
    chmodSync(path, 0o600);
    writeFileSync(path, readFileSync(join(world.remote, 'server.key')));
    await assert.rejects(start, /signer-client\.key does not belong to/);
    writeFileSync(path, 'no key');
    await assert.rejects(start, /is damaged, or no PEM/);
  });
});
