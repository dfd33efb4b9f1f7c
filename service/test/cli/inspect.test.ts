import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, rm, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {runInspect} from '../../src/cli/cli-inspect.js';
import {UsageError} from '../../src/settings/settings-error.js';
import {makeAuthority, type TestAuthority} from '../../../seal/test/pki.js';
import {detachedSeal} from '../../../seal/test/detached/detached-seal.js';
import {sealFile, startEngine} from '../../../seal/test/seal-file.js';
import {jpeg, png} from '../../../seal/test/sources.js';
import {temporaryFolder} from '../service-fixture.js';
import {runCommand} from './run-command.js';
import type {Signer} from '@sealed-capture/seal/writing/signer.js';

type Line = InspectionResult & {file: string; error?: {code: string; message: string}};

const DAY = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describe('sealed-capture-service inspect', () => {
  let folder: string;
  let authority: TestAuthority;
  let sealed: Uint8Array;
  const at = (...names: string[]) => join(folder, ...names);
  const environment = () => ({SEALED_CAPTURE_DATA: at('data'), SEALED_CAPTURE_THREADS: '2'});
  const trusting = () => ['--trust-list', at('root.pem'), '--tsa-trust-list', at('root.pem')];

  const inspect = (args: string[], options: Parameters<typeof runCommand>[1] = {}) =>
    runCommand(['inspect', ...args], {environment: environment(), ...options});
  const inspectLines = async (args: string[]) => {
    const {status, out, err} = await inspect(['--json', ...args]);
    const lines = out.split('\n').filter(Boolean);
    return {status, err, lines: lines.map((line) => JSON.parse(line) as Line)};
  };

  before(async () => {
    folder = await temporaryFolder();
    authority = await makeAuthority();
    await mkdir(at('files/more'), {recursive: true});
    await writeFile(at('root.pem'), authority.rootPem);
    sealed = (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer)).sealed;
    const broken = Uint8Array.from(sealed);
    broken[broken.length - 5]! ^= 1;
    await writeFile(at('files/a.jpg'), sealed);
    await writeFile(at('files/b.jpg'), broken);
    await writeFile(at('files/more/c.png'), png);
    await writeFile(at('files/notes.txt'), 'Neither photo nor recording.');
    await writeFile(at('files/large.jpg'), jpeg);
    await truncate(at('files/large.jpg'), 257 * 1024 * 1024);
  });
  after(() => rm(folder, {recursive: true}));

  it('prints the verdict for each file of a folder, in order', async () => {
    const {status, lines, err} = await inspectLines([...trusting(), at('files')]);
    assert.deepEqual(
      lines.map(({file, labelState, error}) => [file, error?.code ?? labelState]),
      [
        [at('files/a.jpg'), 'valid'],
        [at('files/b.jpg'), 'invalid'],
        [at('files/large.jpg'), 'none'],
        [at('files/more/c.png'), 'none'],
      ],
    );
    assert.equal(status, 1);
    assert.equal(err, '', 'no progress where nobody watches');
  });

  it('reports a named file that is not media, prints readable text, and shows progress on request', async () => {
    const paths = [at('files/a.jpg'), at('files/notes.txt'), at('nowhere')];
    const {status, out, err} = await inspect([...trusting(), '--progress', ...paths]);
    const [first = '', ...others] = out.split('\n');
    assert.match(
      first,
      /a\.jpg: valid\. Nothing has changed since Test Seal sealed it\. Signer: Test Seal\. Time: 20\d\d-/,
    );
    assert.deepEqual(others, [
      `${at('files/notes.txt')}: unreadable. It is not of a media type that seals are read from.`,
      `${at('nowhere')}: unreadable. There is no such file.`,
      '',
    ]);
    assert.equal(status, 3);
    assert.match(err, /3 files: 1 valid, 0 invalid, 0 not confirmed, 2 not read\n$/);
  });

  it('uses the seal in a file of its own beside a file, and says so', async () => {
    await startEngine(authority.rootPem);
    await mkdir(at('beside'));
    await writeFile(at('beside/a.jpg'), jpeg);
    await writeFile(at('beside/a.c2pa'), await detachedSeal(jpeg, 'image/jpeg', authority));
    await writeFile(at('beside/b.jpg'), Buffer.concat([jpeg, Buffer.from([0])]));
    await writeFile(at('beside/b.jpg.c2pa'), await detachedSeal(jpeg, 'image/jpeg', authority));
    const {lines} = await inspectLines([...trusting(), at('beside')]);
    assert.deepEqual(
      lines.map(({file, labelState}) => [file, labelState]),
      [
        [at('beside/a.jpg'), 'valid'],
        [at('beside/b.jpg'), 'invalid'],
      ],
    );
    assert.match(lines[0]?.reason ?? '', /The seal is in a file of its own, a\.c2pa\.$/);
    assert.match(lines[1]?.reason ?? '', /The seal is in a file of its own, b\.jpg\.c2pa\.$/);
    const named = await inspect([...trusting(), at('beside/a.jpg'), at('beside/a.c2pa')]);
    assert.equal(named.status, 0, named.out);
  });

  it('reports a named seal whose file is not inspected', async () => {
    await mkdir(at('seals/media'), {recursive: true});
    for (const name of [
      'a.c2pa',
      'a.png',
      'b.jpg.c2pa',
      'c.c2pa',
      'c.jpg',
      'c.png',
      'media/d.png',
    ]) {
      const seal = name.endsWith('.c2pa');
      await writeFile(at('seals', name), seal ? 'seal' : name.endsWith('.png') ? png : jpeg);
    }
    await writeFile(at('seals/media/d.c2pa'), 'seal');
    const said = async (...names: string[]) => {
      const {lines} = await inspectLines(names.map((name) => at('seals', name)));
      return lines.map(({file, error}) => `${file.slice(at('seals').length + 1)} ${error?.code}`);
    };
    const isReported = ['a.c2pa not_media'];
    assert.deepEqual(await said('a.c2pa'), isReported, 'alone');
    assert.deepEqual(await said('a.c2pa', 'media'), [...isReported, 'media/d.png undefined']);
    assert.deepEqual(await said('a.c2pa', 'a.png'), ['a.png undefined']);
    assert.deepEqual(await said('media/d.c2pa', 'media'), ['media/d.png undefined']);
    assert.deepEqual(await said('b.jpg.c2pa'), ['b.jpg.c2pa not_media'], 'its file is gone');
    assert.deepEqual(
      await said('c.c2pa', 'c.png'),
      ['c.c2pa not_media', 'c.png undefined'],
      'it may be of either',
    );
    const alone = await inspect([at('seals/a.c2pa')]);
    assert.match(alone.out, /a\.c2pa: unreadable\. It is the seal of a file that is not inspected/);
    assert.equal(alone.status, 3);
  });

  it('calls no file changed because of a seal that may be of another file', async () => {
    await startEngine(authority.rootPem);
    const seal = await detachedSeal(jpeg, 'image/jpeg', authority);
    for (const folder of ['pair', 'lone']) await mkdir(at(folder));
    await writeFile(at('pair/a.jpg'), sealed);
    await writeFile(at('pair/a.png'), png);
    await writeFile(at('pair/a.c2pa'), seal);
    await writeFile(at('lone/a.png'), png);
    await writeFile(at('lone/a.c2pa'), seal);
    await writeFile(at('lone/b.jpg'), sealed);
    await writeFile(at('lone/b.c2pa'), seal);
    const {lines} = await inspectLines([...trusting(), at('pair'), at('lone')]);
    assert.deepEqual(
      lines.map(({file, labelState}) => [file, labelState]),
      [
        [at('pair/a.jpg'), 'valid'],
        [at('pair/a.png'), 'none'],
        [at('lone/a.png'), 'unchecked'],
        [at('lone/b.jpg'), 'valid'],
      ],
    );
    assert.equal(
      lines[2]?.reason,
      'The seal beside this file, a.c2pa, is of another file or the file was changed.',
    );
  });

  it('trusts no signer on a machine without a service, and creates no keys there', async () => {
    const {status, lines} = await inspectLines([at('files/a.jpg')]);
    assert.equal(lines[0]?.labelState, 'untrusted');
    assert.equal(status, 2);
    assert.ok(!existsSync(at('data')));
  });

  it('uses the trust anchors of the service on this machine, or only those of a given list', async () => {
    await mkdir(at('own/sandbox'), {recursive: true});
    await writeFile(at('own/sandbox/root.pem'), authority.rootPem);
    const own = {environment: {...environment(), SEALED_CAPTURE_DATA: at('own')}};
    assert.equal((await inspect([at('files/a.jpg')], own)).status, 0);
    const stranger = await makeAuthority('Stranger');
    await writeFile(at('stranger.pem'), stranger.rootPem);
    const lists = ['--trust-list', at('stranger.pem'), '--tsa-trust-list', at('stranger.pem')];
    assert.equal((await inspect([...lists, at('files/a.jpg')], own)).status, 2);
  });

  it('prints the crJSON of a file on standard input', async () => {
    const {status, out} = await inspect([...trusting(), '--crjson', '-'], {input: sealed});
    const {manifests} = JSON.parse(out) as {manifests: {validationResults: object}[]};
    assert.equal(manifests.length, 1);
    assert.match(JSON.stringify(manifests[0]?.validationResults), /signingCredential\.trusted/);
    assert.equal(status, 0);
  });

  it('does not accept a signer root for time stamps, in crJSON neither', async () => {
    const args = ['--crjson', '--trust-list', at('root.pem'), at('files/a.jpg')];
    const {status, out} = await inspect(args);
    const {manifests} = JSON.parse(out) as {manifests: {validationResults: object}[]};
    const said = JSON.stringify(manifests[0]?.validationResults);
    for (const code of ['signingCredential.trusted', 'timeStamp.untrusted']) {
      assert.ok(said.includes(`"${code}"`), code);
    }
    for (const code of ['signingCredential.untrusted', 'timeStamp.trusted']) {
      assert.ok(!said.includes(`"${code}"`), code);
    }
    assert.equal(status, 0);
  });

  it('exits with 64 on wrong usage, a status that no file can cause', async () => {
    const {status, out, err} = await inspect(['--verbose', at('files')]);
    assert.deepEqual([status, out], [64, '']);
    assert.match(err, /--help/);
  });

  it('explains which input is wrong', async () => {
    await mkdir(at('without'));
    await writeFile(at('without/root.txt'), authority.rootPem);
    for (const [args, error] of [
      [[], UsageError],
      [['--json', '--crjson', at('files')], UsageError],
      [['--time', 'yesterday', at('files')], UsageError],
      [['-', '-'], UsageError],
      [['--trust-list', at('files/notes.txt'), at('files')], /notes\.txt holds no certificate/],
      [['--trust-list', at('without'), at('files')], /without holds no certificate in PEM form/],
      [
        ['--tsa-trust-list', at('without'), at('files')],
        /without holds no certificate in PEM form/,
      ],
      [['--tsa-trust-list', at('nowhere.pem'), at('files')], /There is no file \S+nowhere\.pem\./],
    ] as const) {
      await assert.rejects(runInspect(args, new AbortController().signal), error, args.join(' '));
    }
  });

  it('does not block on a named pipe', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such pipes');
    execFileSync('mkfifo', [at('pipe')]);
    const {status, lines} = await inspectLines([at('pipe')]);
    assert.match(lines[0]?.error?.message ?? '', /standard input/);
    assert.equal(status, 3);
  });

  it('ends when it is interrupted, after printing the results so far', async () => {
    const ended = await inspect([at('files/a.jpg'), '-'], {
      input: 'open',
      onStart: (child) => child.stdout?.once('data', () => child.kill('SIGINT')),
    });
    assert.match(ended.out, /a\.jpg: untrusted/);
    assert.equal(ended.status, 130, ended.err);
    assert.doesNotMatch(ended.err, /\n\s+at /, 'no stack');
  });
});

describe('sealed-capture-service inspect --time', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  /** Sealed with certificates that were valid from 30 days ago until yesterday; the time stamp is from today. */
  const files = ['stamped.jpg', 'stamped-by-stranger.jpg', 'without-time.jpg'];

  before(async () => {
    folder = await temporaryFolder();
    const authority = await makeAuthority('Past', {notAfter: -1});
    const stranger = await makeAuthority('Stranger');
    const tenDaysAgo = new Date(Date.now() - 10 * DAY);
    const signers: Signer[] = [
      {...authority.withoutTime, timestamp: (imprint) => authority.stamp(imprint, tenDaysAgo)},
      {...authority.withoutTime, timestamp: (imprint) => stranger.stamp(imprint, tenDaysAgo)},
      authority.withoutTime,
    ];
    for (const [index, signer] of signers.entries()) {
      const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer);
      await writeFile(at(files[index]!), sealed);
    }
    await writeFile(at('root.pem'), authority.rootPem);
  });
  after(() => rm(folder, {recursive: true}));

  const statesAt = async (time: string | undefined) => {
    const lists = ['--trust-list', at('root.pem'), '--tsa-trust-list', at('root.pem')];
    const args = ['inspect', '--json', ...lists, ...(time === undefined ? [] : ['--time', time])];
    const {out, err} = await runCommand([...args, ...files.map(at)], {
      environment: {SEALED_CAPTURE_DATA: at('data'), SEALED_CAPTURE_THREADS: '1'},
    });
    assert.equal(err, '');
    const lines = out.split('\n').filter(Boolean);
    const results = lines.map((line) => JSON.parse(line) as Line);
    return {states: results.map(({labelState}) => labelState), reason: results.at(-1)?.reason};
  };

  it('uses a trusted time stamp, and otherwise the given time instead of now', async () => {
    const expired = /had expired, and no trusted time stamp says otherwise/;
    const now = await statesAt(undefined);
    assert.deepEqual(now.states, ['valid', 'invalid', 'invalid']);
    assert.match(now.reason ?? '', expired);

    const within = await statesAt(daysFromNow(-5));
    assert.deepEqual(within.states, ['valid', 'valid', 'valid']);

    const later = await statesAt(daysFromNow(1000));
    assert.deepEqual(later.states, ['valid', 'invalid', 'invalid']);
    assert.match(later.reason ?? '', expired);
  });

  it('reports a time before the certificate’s validity, whatever the time stamp contains', async () => {
    const {states, reason} = await statesAt(daysFromNow(-40));
    assert.deepEqual(states, ['invalid', 'invalid', 'invalid']);
    assert.match(reason ?? '', /the certificate of the signer is not valid yet: it begins at/);
  });

  it('does not confirm a seal whose time stamp is later than the given time', async () => {
    const {states} = await statesAt(daysFromNow(-15));
    assert.deepEqual(states, ['untrusted', 'valid', 'valid']);
  });

  it('is contained in the crJSON, which a test harness reads', async () => {
    const time = daysFromNow(-5);
    const args = ['inspect', '--crjson', '--trust-list', at('root.pem'), '--time', time];
    const {out} = await runCommand([...args, at('without-time.jpg')], {
      environment: {SEALED_CAPTURE_DATA: at('data')},
    });
    const {manifests} = JSON.parse(out) as {
      manifests: {validationResults: {validationTime: string}}[];
    };
    const said = manifests[0]?.validationResults.validationTime ?? '';
    assert.equal(new Date(said).toISOString(), time);
  });
});
