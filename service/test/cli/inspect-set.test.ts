import assert from 'node:assert/strict';
import {mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {InspectedSets} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {jpegOf} from '../requests.js';
import {serviceOfSuite, temporaryFolder} from '../service-fixture.js';
import {closedJob, inspectSet, type Folder} from '../sets/sealed-folder.js';
import {runInspectSet} from '../../src/cli/cli-inspect-set.js';
import {runCommand} from './run-command.js';

describe('sealed-capture-service inspect-set', () => {
  const service = serviceOfSuite({threads: 2});
  let root: string;
  let base: string;
  let files: Folder;
  before(async () => {
    base = `${await service.app.listen({port: 0, host: '127.0.0.1'})}/protection/sandbox`;
    root = await temporaryFolder();
    files = await closedJob(service);
  });
  after(() => rm(root, {recursive: true}));

  async function folderOf(name: string, folder: Folder): Promise<string> {
    const path = join(root, name);
    await mkdir(path);
    for (const [file, bytes] of folder) await writeFile(join(path, file), bytes);
    return path;
  }
  const run = (...args: string[]) =>
    runCommand(['inspect-set', ...args], {
      environment: {SEALED_CAPTURE_DATA: service.folder, SEALED_CAPTURE_THREADS: '2'},
    });
  const without = (...names: string[]) =>
    new Map([...files].filter(([name]) => !names.includes(name)));

  it('prints a complete set in words, with status 0', async () => {
    const path = await folderOf('complete', files);
    const {status, out, err} = await run(path);
    assert.equal(status, 0, err);
    assert.equal(err, '');
    const [first, closing, ...lines] = out.trimEnd().split('\n');
    assert.match(
      first ?? '',
      /^“claim 4711” \(set [0-9a-f-]{36}\): complete\. 8 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, none missing\. This set is from the sandbox\. It is no evidence\.$/,
    );
    assert.match(closing ?? '', /^ {2}- closing record: \S+\/closing\.jpg, 20/);
    assert.equal(lines[0], `  - retaken later: ${join(path, 'photo1.jpg')}, number 1 (The front)`);
    assert.match(
      lines[1] ?? '',
      /^ {2}- discarded, as the device says: number 9 \(The vin\), captured /,
    );
    assert.equal(lines[2], '  - skipped, as the device says: The roof, unsafe: It is icy');
    assert.equal(lines.length, 3);
  });

  it('says as JSON what the service says, but for the names of files', async () => {
    const folder = without('photo3.jpg');
    folder.set('plain.jpg', jpegOf(2_000));
    const path = await folderOf('same', folder);
    const {status, out} = await run('--json', path);
    assert.equal(status, 1);
    const names = [...folder.keys()].sort();
    const said = await inspectSet(
      base,
      service,
      new Map(names.map((name) => [name, folder.get(name)!])),
    );
    assert.deepEqual(JSON.parse(out.replaceAll(`${path}/`, '')) as InspectedSets, said);
  });

  it('names what is missing, exchanged and changed, with status 1', async () => {
    const folder = without('photo3.jpg');
    const broken = Buffer.from(files.get('photo5.jpg')!);
    broken[broken.length - 5]! ^= 1;
    folder.set('photo5.jpg', broken);
    folder.set('\u001b[31mplain.jpg', jpegOf(2_000));
    const {status, out} = await run(await folderOf('incomplete', folder));
    assert.equal(status, 1);
    assert.match(
      out,
      /incomplete\. 6 of 8, in order, .*1 exchanged or changed, 1 missing \(number 3\)\./,
    );
    assert.match(out, /^ {2}- missing: number 3 \(The left\)$/m);
    assert.match(out, /^ {2}- changed: \S+photo5\.jpg, as number 5 \(The vin\)$/m);
    assert.match(out, /plain\.jpg: part of no set, it has no seal\.$/m);
    assert.ok(!out.includes('\u001b'));
  });

  it('has status 2 for a set that is open, or lacks what could not be read, or whose signer is not trusted', async () => {
    const open = await run(await folderOf('open', without('closing.jpg')));
    assert.equal(open.status, 2);
    assert.match(open.out, /Without a closing record, nobody can tell/);
    // What could not be read may be the photo that is missing.
    const part = await folderOf('unread', without('photo3.jpg'));
    await symlink('nowhere.jpg', join(part, 'link.jpg'));
    const unread = await run(part);
    assert.equal(unread.status, 2);
    assert.match(
      unread.out,
      /: unconfirmed\. 7 of 8, .* 1 missing \(number 3\)\. A file could not/,
    );
    const {rootPem} = await makeAuthority();
    await writeFile(join(root, 'other.pem'), rootPem);
    const {status, out} = await run(
      '--trust-list',
      join(root, 'other.pem'),
      join(root, 'complete'),
    );
    assert.equal(status, 2);
    assert.match(out, /: unconfirmed\. .*9 files are of signers that are not trusted/);
  });

  it('has status 3 where there is no set, and 64 for wrong usage', async () => {
    const plain = await run(await folderOf('plain', new Map([['a.jpg', jpegOf(2_000)]])));
    assert.equal(plain.status, 3);
    assert.match(
      plain.out,
      /^No file is part of a set\.\n\S+a\.jpg: part of no set, it has no seal\.\n$/,
    );
    const empty = await folderOf('empty', new Map());
    assert.equal((await run(empty)).status, 3);
    const nowhere = await run(empty, join(root, 'nowhere'));
    assert.equal(nowhere.status, 64);
    assert.match(nowhere.err, /: There is no such file or folder: \S+nowhere$/m);
    assert.equal(nowhere.out, '');
    assert.equal((await run()).status, 64);
    for (const args of [['-'], ['--crjson', root]]) {
      await assert.rejects(runInspectSet(args, new AbortController().signal));
    }
  });
});
