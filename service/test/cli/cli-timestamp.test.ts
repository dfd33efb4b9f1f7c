import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {basename, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import {createSealer} from '../../src/certificates/sealer.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {jpeg} from '../../../seal/test/sources.js';
import {envelope, jpegOf} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {serve} from '../timestamps/tsa.js';
import {command} from './child-service.js';

describe('sealed-capture-service timestamp', () => {
  const service = serviceOfSuite();
  /** Sealed with the sandbox's certificate, without a time stamp. */
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

  it('writes a second file whose seal has an independent time stamp', async () => {
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

  describe('in the live environment', () => {
    const live = () => join(service.folder, 'live');
    let authority: string;
    before(async () => {
      await mkdir(live(), {mode: 0o700});
      const names = {
        'signer.pem': 'signer.pem',
        'signer.key': 'signer.key',
        'root.pem': 'trust.pem',
      };
      for (const [from, to] of Object.entries(names)) {
        await cp(join(service.folder, 'sandbox', from), join(live(), to));
      }
      const {port} = service.app.server.address() as AddressInfo;
      authority = `http://127.0.0.1:${port}/protection/sandbox/timestamp`;
    });
    after(() => rm(live(), {recursive: true}));

    const order = (file: string) => [file, '--in-place', '--environment', 'live'];
    const stampedBy = (address: string) => ({
      SEALED_CAPTURE_TIMESTAMP: address,
      SEALED_CAPTURE_TSA_TRUST_ANCHORS: join(service.folder, 'sandbox', 'root.pem'),
    });

    it('accepts time stamps of the configured authorities, and no others', async () => {
      const file = await photo();
      const wanted = {SEALED_CAPTURE_WITHOUT_TIMESTAMP: 'seal'};
      const none = await run(wanted, ...order(file));
      assert.equal(none.status, 1);
      assert.match(none.err, /Nothing was written\. No time-stamp authority is set up/);
      const away = {...wanted, SEALED_CAPTURE_TIMESTAMP: new URL('/nowhere', authority).href};
      const failed = await run(away, ...order(file));
      assert.equal(failed.status, 1);
      assert.match(failed.err, /No time-stamp authority gave a stamp .*: .*404/);
      const {status, err} = await run(stampedBy(authority), ...order(file));
      assert.equal(status, 0, err);
      assert.ok((await inspect(file)).signature?.timestamp);
    });

    it('does not change a file that was changed while the authority answered', async () => {
      const file = await photo();
      const another = jpegOf(5000);
      const other = await photo(another);
      const names = (await readdir(service.folder)).filter((name) => name !== basename(other));
      const slow = await serve((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          // The file is moved before the second request.
          void rename(other, file)
            .catch(() => {})
            .then(() =>
              fetch(authority, {
                method: 'POST',
                headers: {'content-type': 'application/timestamp-query'},
                body: Buffer.concat(parts),
              }),
            )
            .then(async (answer) => Buffer.from(await answer.arrayBuffer()))
            .then((body) => response.writeHead(200).end(body));
        });
      });
      const {status, err} = await run(stampedBy(slow.address.href), ...order(file));
      await slow.close();
      assert.equal(status, 1, err);
      assert.match(err, /was changed by another program in the meantime/);
      assert.deepEqual(await readFile(file), Buffer.from(another));
      assert.deepEqual(await readdir(service.folder), names);
    });
  });

  it('keeps the permissions of a file that is changed in place', async () => {
    const file = await photo();
    await chmod(file, 0o664);
    const {status, err} = await run({}, file, '--in-place');
    assert.equal(status, 0, err);
    assert.equal((await stat(file)).mode & 0o777, 0o664);
  });

  it('never overwrites a file at the output path', async () => {
    const file = await photo();
    const there = file.replace('.jpg', '.stamped.jpg');
    await writeFile(there, 'mine');
    const {status, err} = await run({}, file);
    assert.equal(status, 1);
    assert.match(err, /is there already, and stays as it is. Name another with --out/);
    assert.equal(await readFile(there, 'utf8'), 'mine');
  });

  it('fails with the reason, and leaves no file, if nothing can be stamped', async () => {
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

  it('exits with 2 if the command line is incomplete', async () => {
    const file = await photo();
    const wrong = [[], [file, file], [file, '--place'], [file, '--out', 'x.jpg', '--in-place']];
    for (const args of wrong) assert.equal((await run({}, ...args)).status, 2, args.join(' '));
  });
});
