import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {createServer, type AddressInfo} from 'node:net';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {envelope, jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {command} from './child-service.js';

describe('sealed-capture-service redact', () => {
  const service = serviceOfSuite();
  let sealed: Buffer;
  let number = 0;

  const run = (...args: string[]) => runWith({}, ...args);
  const runWith = async (env: Record<string, string>, ...args: string[]) => {
    const child = spawn(process.execPath, [...command, 'redact', ...args], {
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
  /** Creates a sealed file for one test. */
  const photo = async (content: Uint8Array = sealed) => {
    const path = join(service.folder, `photo-${++number}.jpg`);
    await writeFile(path, content);
    return path;
  };

  before(async () => {
    const metadata = {gps: {latitude: 48.137154, longitude: 11.576124}, device: {model: 'Pixel 9'}};
    const {payload, headers} = await protectForm(jpegOf(20_000), 'image/jpeg', metadata);
    sealed = (await service.post('/protect', payload, headers)).rawPayload;
  });

  it('writes a second file without the location and with a valid seal', async () => {
    const file = await photo();
    const {status, out, err} = await run(file, '--place', '--reason', 'Privacy of the sender');
    assert.equal(status, 0, err);
    const redacted = file.replace('.jpg', '.redacted.jpg');
    assert.equal(out, `${redacted}: the place taken out of the seal\n`);
    const {labelState, gps, device, redactions} = await inspect(redacted);
    assert.deepEqual([labelState, gps, device?.model], ['valid', undefined, 'Pixel 9']);
    assert.equal(redactions?.[0]?.note, 'Privacy of the sender');
    assert.deepEqual(await readFile(file), sealed);
    assert.equal((await stat(redacted)).mode, (await stat(file)).mode);

    const again = await run(file, '--place');
    assert.equal(again.status, 1);
    assert.match(again.err, /is there already, and stays as it is. Name another with --out/);
    const other = await run(file, '--device', '--out', join(service.folder, 'other.jpg'));
    assert.equal(other.status, 0, other.err);
    assert.equal((await inspect(join(service.folder, 'other.jpg'))).device, undefined);
    const left = (await readdir(service.folder)).filter((name) => name.endsWith('.new'));
    assert.deepEqual(left, []);
  });

  it('redacts live seals without a time stamp only if the operator allows it', async () => {
    const live = join(service.folder, 'live');
    await mkdir(live, {mode: 0o700});
    const names = {'signer.pem': 'signer.pem', 'signer.key': 'signer.key', 'root.pem': 'trust.pem'};
    for (const [from, to] of Object.entries(names)) {
      await cp(join(service.folder, 'sandbox', from), join(live, to));
    }
    const order = [await photo(), '--place', '--environment', 'live'];
    // A port on which nothing listens, because its server was closed.
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const {port} = gone.address() as AddressInfo;
    gone.close();
    const env = {SEALED_CAPTURE_TIMESTAMP: `http://127.0.0.1:${port}/`};
    const refused = await runWith(env, ...order);
    assert.equal(refused.status, 1);
    assert.match(
      refused.err,
      /Nothing was written\. No time-stamp authority gave a stamp .*: \S.*Try again later/,
    );
    const wanted = {...env, SEALED_CAPTURE_WITHOUT_TIMESTAMP: 'seal'};
    const {status, err} = await runWith(wanted, ...order);
    assert.equal(status, 0, err);
    await rm(live, {recursive: true});
  });

  it('overwrites the file if requested, and keeps its permissions', async () => {
    const file = await photo();
    await chmod(file, 0o664);
    const {status, err} = await run(file, '--place', '--device', '--in-place');
    assert.equal(status, 0, err);
    assert.equal((await stat(file)).mode & 0o777, 0o664);
    const {labelState, gps, device} = await inspect(file);
    assert.deepEqual([labelState, gps, device], ['valid', undefined, undefined]);
  });

  it('fails with the reason, and leaves no file, if nothing can be redacted', async () => {
    const broken = Buffer.from(sealed);
    broken[broken.length - 50]! ^= 1;
    const files: [path: string, why: RegExp][] = [
      [await photo(broken), /does not hold: The file was changed/],
      [await photo(jpegOf(5000)), /There is nothing to redact/],
      [await photo(Buffer.from('no picture')), /is of a type whose seals cannot be redacted here/],
      [join(service.folder, 'nowhere.jpg'), /: There is no file \S+nowhere\.jpg\.\n$/],
      [service.folder, /is a folder; give a file\.\n$/],
    ];
    const names = await readdir(service.folder);
    for (const [path, why] of files) {
      const {status, err} = await run(path, '--place');
      assert.equal(status, 1, path);
      assert.match(err, why);
    }
    assert.deepEqual(await readdir(service.folder), names);
    const live = await run(await photo(), '--place', '--environment', 'live');
    assert.equal(live.status, 1);
    assert.match(live.err, /The live environment has no certificate/);
  });

  it('exits with 2 if the command line is incomplete', async () => {
    const file = await photo();
    const wrong = [
      [],
      [file],
      [file, file, '--place'],
      [file, '--actions'],
      [file, '--place', '--out', 'a.jpg', '--in-place'],
      [file, '--place', '--environment', 'test'],
      [file, '--place', '--reason', ''],
    ];
    for (const args of wrong) assert.equal((await run(...args)).status, 2, args.join(' '));
  });
});
