import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {send} from '../../src/webhooks/send.js';
import {programOf} from '../../../test/program.js';
import {certify, noOpenssl, pem} from '../certificates/openssl-authority.js';
import {temporaryFolder} from '../service-fixture.js';
import {startReceiver, type Receiver} from './receiver.js';

describe('A receiver with TLS', {skip: noOpenssl}, () => {
  let folder: string;
  let receiver: Receiver;
  before(async () => {
    folder = await temporaryFolder();
    certify(folder, {name: 'receiver', extensions: ['subjectAltName=DNS:localhost']});
    receiver = await startReceiver(undefined, {
      tls: {
        cert: pem(folder, 'receiver'),
        key: readFileSync(join(folder, 'receiver.key')),
      },
    });
  });
  after(async () => {
    await receiver.close();
    await rm(folder, {recursive: true});
  });

  it('gets nothing if its certificate is not trusted', async () => {
    const {signal} = new AbortController();
    const outcome = await send(new URL(receiver.url), {}, '{}', 5_000, signal);
    assert.ok(outcome.name === 'failed');
    assert.match(outcome.failure.reason, /^It could not be reached \(\w*SELF_SIGNED\w*\)\.$/);
    assert.equal(receiver.received.length, 0);
  });

  it('gets events if the operator trusts its authority', async () => {
    const child = spawn(
      process.execPath,
      [...programOf('service/test/webhooks/send-child.ts'), receiver.url],
      {
        env: {...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'receiver.pem')},
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    assert.equal(said, 'accepted');
    assert.equal(receiver.received[0]?.body, '{}');
  });
});
