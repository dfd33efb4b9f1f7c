import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import type {InspectionResult} from '../../../src/model/inspection-result.js';
import {sandboxCertificates} from '../../../src/service/certificates/certificates.js';
import {createSealer} from '../../../src/service/certificates/sealer.js';
import {sealFile} from '../../seal/seal-file.js';
import {jpeg} from '../../seal/sources.js';
import {envelope, jpegOf} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {command} from './child-service.js';

describe('sealed-capture timestamp', () => {
  const service = serviceOfSuite();
  /** By the sandbox's certificate, without a time stamp. */
  let sealed: Uint8Array;
  let number = 0;

  const run = async (env: Record<string, string>, ...args: string[]) => {
    const child = spawn(process.execPath, [...command, 'timestamp', ...args], {
      env: {...process.env, SEALED_CAPTURE_DATA: service.folder, ...env},
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    return {status, out, err};
  };
  const inspect = async (file: string) =>
    (await service.post('/inspect', envelope(await readFile(file)))).json<InspectionResult>();
  const photo = async (content: Uint8Array = sealed) => {
    const path = join(service.folder, `photo-${++number}.jpg`);
    await writeFile(path, content);
    return path;
  };

  before(async () => {
    const {identity} = await sandboxCertificates(service.folder, Date.now());
    const {signer} = createSealer({signer: identity.signer});
    sealed = (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer)).sealed;
    await service.app.listen({port: 0, host: '127.0.0.1'});
  });

  it('writes a file beside the first, whose seal has an independent time stamp', async () => {
    const file = await photo();
    assert.equal((await inspect(file)).signature?.timestamp, undefined);
    const {status, out, err} = await run({}, file);
    assert.equal(status, 0, err);
    const stamped = file.replace('.jpg', '.stamped.jpg');
    assert.equal(out, `${stamped}: time stamp added to the seal\n`);
    const {labelState, signature} = await inspect(stamped);
    assert.equal(labelState, 'valid');
    assert.ok(signature?.timestamp);
    assert.deepEqual(await readFile(file), Buffer.from(sealed));
    const again = await run({}, stamped, '--in-place');
    assert.equal(again.status, 1);
    assert.match(again.err, /has an independent time stamp already/);
  });

  it('takes the time stamps of the authorities of the live environment, and else none', async () => {
    const live = join(service.folder, 'live');
    await mkdir(live, {mode: 0o700});
    const names = {'signer.pem': 'signer.pem', 'signer.key': 'signer.key', 'root.pem': 'trust.pem'};
    for (const [from, to] of Object.entries(names)) {
      await cp(join(service.folder, 'sandbox', from), join(live, to));
    }
    const {port} = service.app.server.address() as AddressInfo;
    const order = [await photo(), '--in-place', '--environment', 'live'];
    const wanted = {SEALED_CAPTURE_WITHOUT_TIMESTAMP: 'seal'};
    const none = await run(wanted, ...order);
    assert.equal(none.status, 1);
    assert.match(none.err, /no independent time stamp is to be had now\. Nothing was written/);
    const away = {...wanted, SEALED_CAPTURE_TIMESTAMP: `http://127.0.0.1:${port}/nowhere`};
    assert.equal((await run(away, ...order)).status, 1);
    const env = {
      SEALED_CAPTURE_TIMESTAMP: `http://127.0.0.1:${port}/protection/sandbox/timestamp`,
      SEALED_CAPTURE_TSA_TRUST_ANCHORS: join(service.folder, 'sandbox', 'root.pem'),
    };
    const {status, err} = await run(env, ...order);
    assert.equal(status, 0, err);
    const [file = ''] = order;
    assert.ok((await inspect(file)).signature?.timestamp);
  });

  it('fails with the reason, and leaves nothing behind, where nothing can be stamped', async () => {
    const broken = Buffer.from(sealed);
    broken[broken.length - 5]! ^= 1;
    const files: [path: string, why: RegExp][] = [
      [await photo(broken), /does not hold: The file was changed/],
      [await photo(jpegOf(5000)), /There is nothing to stamp/],
      [await photo(Buffer.from('no picture')), /is of a type whose seals cannot be stamped here/],
    ];
    const names = await readdir(service.folder);
    for (const [path, why] of files) {
      const {status, err} = await run({}, path);
      assert.equal(status, 1, path);
      assert.match(err, why);
    }
    assert.deepEqual(await readdir(service.folder), names);
  });

  it('ends with 2 where the command line does not say what to do', async () => {
    const file = await photo();
    const wrong = [[], [file, file], [file, '--place'], [file, '--out', 'x.jpg', '--in-place']];
    for (const args of wrong) assert.equal((await run({}, ...args)).status, 2, args.join(' '));
  });
});
