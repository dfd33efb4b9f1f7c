import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {chmod, mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {jpeg} from '../../../seal/test/sources.js';
import {variants} from '../../../test/variants.js';
import {temporaryFolder} from '../service-fixture.js';
import {runCommand} from './run-command.js';

const isRoot = process.getuid?.() === 0;
/** Root without the capability to bypass file permissions. */
const asAnybody = isRoot
  ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
  : [];
const cannot =
  (process.platform === 'win32' && 'Windows has no such modes') ||
  (isRoot && spawnSync(asAnybody[0]!, [...asAnybody.slice(1), 'true']).status !== 0
    ? 'root passes over modes here'
    : false);

const commands: [string[], number][] = [
  [['keys', 'list'], 1],
  [['inspect', 'photo.jpg'], 64],
  [['redact', 'photo.jpg', '--place'], 1],
];

describe('A data folder that this user may not read', {skip: cannot}, () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder, 'photo.jpg'), jpeg);
  });
  after(() => rm(folder, {recursive: true}));

  const run = (args: readonly string[], data: string) =>
    runCommand(
      args.map((one) => (one === 'photo.jpg' ? join(folder, one) : one)),
      {environment: {SEALED_CAPTURE_DATA: data}, through: asAnybody},
    );

  for (const [args, status] of variants(commands, 2)) {
    it(`makes ${args[0]} exit with one line that explains what to do`, async (t) => {
      const data = join(folder, args[0]!);
      await mkdir(data);
      await chmod(data, 0o000);
      t.after(() => chmod(data, 0o700));
      const ended = await run(args, data);
      assert.match(
        ended.err,
        /^sealed-capture-service: \S+ may not be (read|written|made) by this user\. Run this as .*SEALED_CAPTURE_DATA.*\n$/,
      );
      assert.ok(ended.err.includes(data), ended.err);
      assert.deepEqual([ended.status, ended.out], [status, '']);
    });
  }

  it('is reported even if only single files in it are not readable', async () => {
    const data = join(folder, 'files');
    await mkdir(join(data, 'sandbox'), {recursive: true, mode: 0o700});
    for (const name of ['keys.db', 'sandbox/root.pem']) {
      await writeFile(join(data, name), '', {mode: 0o000});
    }
    for (const [args, status] of commands) {
      const ended = await run(args, data);
      assert.match(
        ended.err,
        /^sealed-capture-service: \S+(keys\.db|root\.pem) may not be .+ by this user\./,
      );
      assert.equal(ended.err.trimEnd().split('\n').length, 1, ended.err);
      assert.equal(ended.status, status);
    }
  });

  it('makes an inspection use the package’s trust list if that of the folder is not readable, with the reason', async () => {
    const data = join(folder, 'lists');
    await mkdir(join(data, 'trust'), {recursive: true, mode: 0o700});
    const list = join(data, 'trust/c2pa-trust-list.json');
    await symlink(list, list);
    const {err, status} = await run(['inspect', 'photo.jpg'], data);
    assert.match(
      err,
      /^sealed-capture-service: The list c2pa-trust-list .+ is not used: ELOOP.+\n$/,
    );
    assert.equal(status, 2);
  });
});

describe('A data folder that cannot be created', {skip: process.platform !== 'linux'}, () => {
  for (const [args, status] of variants(commands, 2)) {
    it(`makes ${args[0]} exit at once with an explanation of what to do`, async () => {
      const folder = await temporaryFolder();
      try {
        const photo = join(folder, 'photo.jpg');
        await writeFile(photo, jpeg);
        const ended = await runCommand(
          args.map((one) => (one === 'photo.jpg' ? photo : one)),
          {
            environment: {SEALED_CAPTURE_DATA: '/proc/sealed-capture/data'},
            onStart: (child) => setTimeout(() => child.kill('SIGKILL'), 60_000).unref(),
          },
        );
        // An inspection needs no data folder.
        if (args[0] === 'inspect') return assert.equal(ended.status, 2, ended.err);
        assert.match(ended.err, /The folder \/proc\/\S+ cannot be made: .*SEALED_CAPTURE_DATA/);
        assert.equal(ended.status, status);
      } finally {
        await rm(folder, {recursive: true});
      }
    });
  }
});
