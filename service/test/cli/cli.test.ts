import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {chmod, mkdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {ApiKeys, type CreatedKey, type KeySummary} from '../../src/keys/api-keys.js';
import {readAnchors} from '../../src/trust/anchor-files.js';
import {runKeys} from '../../src/cli/keys/cli-keys.js';
import {UsageError} from '../../src/settings/settings-error.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {officialList} from '../../../seal/test/trust/official-list.js';
import {runCommand} from './run-command.js';
import {temporaryFolder} from '../service-fixture.js';

describe('The command sealed-capture', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  const run = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
    runCommand(args, {environment: {SEALED_CAPTURE_DATA: join(folder, 'data'), ...environment}});

  it('creates a key, lists it without its text, and revokes it', async () => {
    const args = ['keys', 'create', '--environment', 'sandbox', '--name', 'My app', '--json'];
    const {status, out} = await run(args);
    assert.equal(status, 0);
    const created = JSON.parse(out) as CreatedKey;
    assert.deepEqual(Object.keys(created).sort(), ['id', 'key', 'secret']);
    const keys = new ApiKeys(join(folder, 'data'));
    assert.equal((await keys.find(created.key))?.name, 'My app');

    const list = await run(['keys', 'list', '--json']);
    assert.ok(!list.out.includes(created.key) && !list.out.includes(created.secret));
    const [listed] = JSON.parse(list.out) as KeySummary[];
    assert.equal(listed?.id, created.id);
    assert.equal(listed?.environment, 'sandbox');

    const revoked = await run(['keys', 'revoke', created.id, '--json']);
    assert.equal(revoked.status, 0);
    assert.ok((JSON.parse(revoked.out) as KeySummary).revokedAt);
    assert.equal(await new ApiKeys(join(folder, 'data')).find(created.key), undefined);
  });

  it('lists the trust lists, and installs a newer one from a file or an address', async () => {
    const folderOf = join(folder, 'trust-data');
    const environment = {SEALED_CAPTURE_DATA: folderOf};
    const listed = await run(['trust', 'list', '--json'], environment);
    const before = JSON.parse(listed.out) as {list: string; from: string; sha256: string}[];
    assert.deepEqual(
      before.map(({list}) => list),
      ['c2pa-trust-list', 'c2pa-tsa-trust-list', 'conforming-products-list', 'interim-trust-list'],
    );
    const text = officialList('C2PA TSA Trust List', [await makeAuthority()]);
    const server = createServer((_request, response) => response.end(text)).listen(0, 'localhost');
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    const from = `http://localhost:${port}/list.json`;
    const updated = await run(['trust', 'update', '--from', from], environment);
    server.close();
    assert.equal(updated.status, 0, updated.err);
    const hash = createHash('sha256').update(text).digest('hex');
    assert.ok(updated.out.includes(hash), updated.out);
    const path = join(folderOf, 'trust', 'c2pa-tsa-trust-list.json');
    assert.equal(await readFile(path, 'utf8'), text);
    assert.match(
      (await run(['trust', 'list'], environment)).out,
      /c2pa-tsa-trust-list\n {2}1 certificates, of 2026-11-01, next update 2036-11-01, from the data folder/,
    );
  });

  it('refuses a trust list that is older, truncated, empty, invalid or missing, and stores nothing', async () => {
    const folderOf = join(folder, 'refusing');
    const file = join(folder, 'list.json');
    const authority = await makeAuthority();
    const good = officialList('C2PA Trust List', [authority]);
    const bad: [string, RegExp][] = [
      [
        officialList('C2PA Trust List', [authority], {issued: '2025-01-01'}),
        /is older than the one in use/,
      ],
      [good.slice(0, -1), /truncated/],
      [officialList('C2PA Trust List', []), /no certificate/],
      ['', /none of the lists/],
    ];
    for (const [text, message] of bad) {
      await writeFile(file, text);
      const args = ['trust', 'update', '--from', file];
      const {status, err} = await run(args, {SEALED_CAPTURE_DATA: folderOf});
      assert.equal(status, 1, err);
      assert.match(err, message);
    }
    const absent = join(folder, 'absent.json');
    const {status, err} = await run(['trust', 'update', '--from', absent]);
    assert.equal(status, 1);
    assert.match(err, /^sealed-capture-service: There is no file \S+absent\.json\.\n$/);
    await assert.rejects(stat(join(folderOf, 'trust')), {code: 'ENOENT'});
    assert.equal((await run(['trust'])).status, 2);
  });

  it('creates a key that can only sign if requested', async () => {
    const create = ['keys', 'create', '--environment', 'live', '--signed-only'];
    const {status, out} = await run(create);
    assert.equal(status, 0);
    assert.match(out, /sent itself, the key is refused/);
    const listed = await run(['keys', 'list']);
    assert.match(listed.out, /live .* active, signs only, claims no captures$/m);
    const [revoked] = JSON.parse((await run(['keys', 'list', '--json'])).out) as KeySummary[];
    assert.equal(revoked?.signedOnly, undefined);
  });

  it('shows for a key whether its seals may claim a capture; keys that only sign may if the option is set', async () => {
    const kinds = [
      {args: [], may: true},
      {args: ['--no-may-claim-capture'], may: false},
      {args: ['--signed-only'], may: false},
      {args: ['--signed-only', '--may-claim-capture'], may: true},
    ];
    for (const {args, may} of kinds) {
      const {out} = await run(['keys', 'create', '--environment', 'sandbox', '--json', ...args]);
      const {id} = JSON.parse(out) as CreatedKey;
      const all = JSON.parse((await run(['keys', 'list', '--json'])).out) as KeySummary[];
      assert.equal(all.find((key) => key.id === id)?.mayClaimCapture, may, args.join(' '));
      const lines = (await run(['keys', 'list'])).out.split('\n');
      const line = lines.find((one) => one.startsWith(id)) ?? '';
      assert.equal(line.endsWith(', claims no captures'), !may, line);
    }
  });

  it('stores keys as hashes, in a file with permissions for its owner only', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such modes');
    const file = join(folder, 'data/keys.db');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await chmod(file, 0o644);
    const {status, err} = await run(['keys', 'list']);
    assert.equal(status, 1);
    assert.match(err, /can be read by other users/);
    await chmod(file, 0o600);
  });

  it('loses no key if several are created at once', async () => {
    const keys = new ApiKeys(join(folder, 'many'));
    const others = new ApiKeys(join(folder, 'many'));
    await Promise.all(
      Array.from({length: 20}, (_, i) => (i % 2 ? keys : others).create('live', `${i}`)),
    );
    assert.equal((await keys.list()).length, 20);
  });

  it('prints its help', async () => {
    const {status, out} = await run(['--help']);
    assert.equal(status, 0);
    for (const word of ['serve', 'keys create', 'keys revoke', 'inspect', 'SEALED_CAPTURE_DATA']) {
      assert.ok(out.includes(word), word);
    }
  });

  it('exits with 2 on wrong usage', async () => {
    for (const args of [[], ['keys', 'list', '--verbose']]) {
      const {status, out, err} = await run(args);
      assert.equal(status, 2);
      assert.equal(out, '');
      assert.match(err, /--help/);
    }
  });

  for (const args of [
    [],
    ['unknown'],
    ['create'],
    ['create', '--environment', 'test'],
    ['revoke'],
    ['create', '--environment', 'live', '--may-claim-capture', '--no-may-claim-capture'],
    ['revoke', 'one', 'two'],
  ]) {
    it(`reports "keys ${args.join(' ')}" as wrong usage`, async () => {
      await assert.rejects(runKeys(args), UsageError);
    });
  }

  it('exits with 1 and explains what to do if something is wrong', async () => {
    const unknown = await run(['keys', 'revoke', 'key_unknown']);
    assert.equal(unknown.status, 1);
    assert.match(unknown.err, /no key with the id/);
    const anchors = await run(['serve'], {SEALED_CAPTURE_TRUST_ANCHORS: join(folder, 'nowhere')});
    assert.equal(anchors.status, 1);
    assert.match(anchors.err, /The trust anchors cannot be read\. There is no file \S+nowhere\./);
    assert.doesNotMatch(anchors.err, /\n\s+at /, 'no stack');
  });

  it('reports a folder without certificates as a mistake, instead of trusting no signer', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const names = ['SEALED_CAPTURE_TRUST_ANCHORS', 'SEALED_CAPTURE_TSA_TRUST_ANCHORS'];
    for (const name of names) {
      const served = await run(['serve', '--port', '0'], {[name]: empty});
      assert.equal(served.status, 1);
      assert.match(served.err, /empty holds no certificate in PEM form/);
      const inspected = await run(['inspect', join(folder, 'photo.jpg')], {[name]: empty});
      assert.equal(inspected.status, 64);
      assert.match(inspected.err, /empty holds no certificate in PEM form/);
    }
    await writeFile(join(empty, 'key.pem'), '-----BEGIN PRIVATE KEY-----');
    await assert.rejects(readAnchors(empty), /key\.pem holds no certificate in PEM form/);
  });

  it('refuses names of keys that would break the lists, and keeps names that fit', async () => {
    const hidden = ['a\u202eb', 'a\u200bb', 'a\u00adb', 'a\u{e0041}b', 'a\u3164'];
    const broken = ['a\nb', 'a\tb', 'a\u001b[2Jb', 'a\u0085b', 'a\u2028b'];
    for (const name of [...hidden, ...broken, 'x'.repeat(201)]) {
      const args = ['create', '--environment', 'sandbox', '--name', name];
      await assert.rejects(runKeys(args), UsageError);
    }
    const environment = {SEALED_CAPTURE_DATA: join(folder, 'names')};
    const make = (name: string) =>
      run(['keys', 'create', '--environment', 'sandbox', '--name', name], environment);
    const refused = await make('a\nb');
    assert.deepEqual([refused.status, refused.out], [2, '']);
    assert.match(refused.err, /--name takes at most 200 characters, without line breaks/);
    const name = `${'\u{1F4F7}'.repeat(199)}é`;
    assert.equal((await make(name)).status, 0);
    const keys = new ApiKeys(join(folder, 'names'));
    await keys.create('sandbox', 'Old\nkey_forged  live\u001b[2J\u202e');
    await keys.close();
    const {out} = await run(['keys', 'list'], environment);
    assert.equal(out.trimEnd().split('\n').length, 2);
    assert.ok(out.includes(name), out);
    assert.ok(out.includes('Old[U+000A]key_forged  live[U+001B][2J[U+202E]'), out);
    const json = await run(['keys', 'list', '--json'], environment);
    assert.ok(json.out.includes('live\\u001b[2J\\u202e'), json.out);
  });
});
