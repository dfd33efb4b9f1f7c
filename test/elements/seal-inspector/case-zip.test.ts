import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {caseCover} from '@sealed-capture/seal/evidence/case-cover.js';
import {evidenceFolder} from '@sealed-capture/seal/evidence/evidence-of.js';
import {makeAuthority, type TestAuthority} from '../../../seal/test/pki.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {jpeg, png} from '../../../seal/test/sources.js';
import {joinedZips} from '../../../src/core/inspection/joined-zips.js';

const isThere = (program: string): boolean =>
  spawnSync(program, ['--help'], {stdio: 'ignore'}).error === undefined;
const skip = isThere('openssl') ? false : 'There is no openssl here.';

/** Unpacks with a program that shares no code with the package. */
function unpack(zip: string, folder: string): void {
  if (isThere('unzip')) execFileSync('unzip', ['-q', zip, '-d', folder]);
  else execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
}

/** The folder of a file with a hostile name. */
const yard = '2-the_touch_x_yard.jpg';
const made = new Date('2026-11-21T10:00:00Z');

describe('the evidence of a case', {skip}, () => {
  const place = mkdtempSync(join(tmpdir(), 'sealed-capture-case-'));
  let authority: TestAuthority;
  let zip: Blob;
  let count = 0;

  before(async () => {
    authority = await makeAuthority();
    const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer);
    const files = [
      {name: 'gate.jpg', file: Uint8Array.from(sealed)},
      {name: "../the $(touch x) 'yard'.jpg", file: Uint8Array.from(sealed)},
      {name: 'plain.png', file: Uint8Array.from(png)},
    ];
    const folders = [];
    for (const [index, {name, file}] of files.entries()) {
      const wish = {file, fileName: name, texts: [{name: 'result.json', text: '{}\n'}], made};
      folders.push(await evidenceFolder(wish, String(index + 1), crypto.subtle));
    }
    const texts = [
      {name: 'report.html', text: '<!doctype html>'},
      {name: 'case.json', text: '{}'},
    ];
    const cover = await caseCover({folders, texts, made}, crypto.subtle);
    zip = await joinedZips([cover, ...folders.map((one) => one.zip)].map((one) => new Blob([one])));
  });

  after(() => rmSync(place, {recursive: true}));

  async function unpacked(given = zip): Promise<string> {
    const folder = join(place, String(++count));
    mkdirSync(folder);
    writeFileSync(`${folder}.zip`, new Uint8Array(await given.arrayBuffer()));
    unpack(`${folder}.zip`, folder);
    return folder;
  }

  function verify(folder: string) {
    const script = join(folder, 'verify.sh');
    const {status, stdout, stderr} = spawnSync('sh', [script], {encoding: 'utf8', cwd: tmpdir()});
    assert.equal(stderr, '');
    const lines = stdout.trim().split('\n');
    const failed = lines.filter((line) => line.startsWith('FAILED')).map((line) => line.slice(12));
    return {status, lines, failed, skipped: lines.filter((line) => line.startsWith('NOT CHECKED'))};
  }

  it('has a folder for each file, and what is about all of them above', async () => {
    const folder = await unpacked();
    assert.deepEqual(readdirSync(folder).sort(), [
      '1-gate.jpg',
      yard,
      '3-plain.png',
      'README.txt',
      'SHA256SUMS',
      'case.json',
      'report.html',
      'verify.sh',
    ]);
    assert.deepEqual(
      ['gate.jpg', 'seal', 'result.json', 'verify.sh', 'README.txt', 'SHA256SUMS'].filter(
        (name) => !readdirSync(join(folder, '1-gate.jpg')).includes(name),
      ),
      [],
    );
    const about = readFileSync(join(folder, 'README.txt'), 'utf8');
    assert.match(about, /^Files {4}3$/m);
    assert.match(about, /^ {2}2-the_.*yard.*\/$/m);
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    assert.deepEqual(
      sums.map((line) => line.slice(66)),
      [
        'report.html',
        'case.json',
        'README.txt',
        '1-gate.jpg/verify.sh',
        `${yard}/verify.sh`,
        '3-plain.png/verify.sh',
      ],
    );
  });

  it('is verified by one script, which runs those of all folders', async () => {
    const folder = await unpacked();
    const {status, lines, failed} = verify(folder);
    assert.deepEqual([status, failed], [0, []]);
    assert.deepEqual(
      lines.filter((line) => /^\d-\S+$/.test(line)),
      ['1-gate.jpg', yard, '3-plain.png'],
    );
    assert.equal(lines.at(-1), 'OK          Nothing failed in any folder');
    assert.equal(lines.filter((line) => line.includes('was put into this package')).length, 6);
  });

  it('takes the certificates beside it for every folder', async () => {
    const folder = await unpacked();
    assert.equal(verify(folder).skipped.length, 5);
    writeFileSync(join(folder, 'trust.pem'), authority.rootPem);
    const {status, skipped} = verify(folder);
    assert.equal(status, 0);
    // The file without a seal.
    assert.equal(skipped.length, 1);
    // A folder's own come first.
    const stranger = await makeAuthority('Stranger');
    writeFileSync(join(folder, yard, 'trust.pem'), stranger.rootPem);
    assert.equal(verify(folder).failed.at(-1), `Something failed in: ${yard}`);
  });

  it('says which file fails if one byte of one is changed, and ends with an error', async () => {
    const folder = await unpacked();
    const media = join(folder, '3-plain.png', 'plain.png');
    const bytes = readFileSync(media);
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    writeFileSync(media, bytes);
    const {status, failed} = verify(folder);
    assert.deepEqual(
      [status, failed],
      [
        1,
        ['The file is the one that was put into this package', 'Something failed in: 3-plain.png'],
      ],
    );
  });

  it('fails without running a script of a folder that was changed', async () => {
    const folder = await unpacked();
    appendFileSync(join(folder, '1-gate.jpg', 'verify.sh'), '\necho "It ran."\n');
    const {status, lines, failed} = verify(folder);
    assert.equal(status, 1);
    assert.ok(!lines.includes('It ran.'));
    assert.deepEqual(failed, [
      'The script of this folder is the one that was put into this package',
      'Something failed in: 1-gate.jpg',
    ]);
  });

  it('fails for a report that was changed', async () => {
    const folder = await unpacked();
    appendFileSync(join(folder, 'report.html'), '<p>Intact</p>');
    const {status, failed} = verify(folder);
    assert.deepEqual(
      [status, failed],
      [
        1,
        [
          'The files about the whole case are those that were put into this package',
          'Something failed in the files about the whole case, and nothing in the folders',
        ],
      ],
    );
  });

  it('says in script and README that the seal of a sandbox is no evidence', async () => {
    const subject = 'CN=Try,O=Sealed Capture Sandbox,C=GB';
    const {signer} = await makeAuthority('Sandbox', {subject});
    const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer);
    const wishes = [Uint8Array.from(sealed), Uint8Array.from(png)].map((file) => ({
      file,
      fileName: 'try.jpg',
      texts: [],
      made,
    }));
    const folders = [];
    for (const [index, wish] of wishes.entries()) {
      folders.push(await evidenceFolder(wish, String(index + 1), crypto.subtle));
    }
    const cover = await caseCover({folders, texts: [], made}, crypto.subtle);
    const parts = [cover, ...folders.map((one) => one.zip)].map((one) => new Blob([one]));
    const folder = await unpacked(await joinedZips(parts));
    const {status, lines} = verify(folder);
    assert.equal(status, 0);
    const words = 'Sandbox seal: for trying, not evidence';
    assert.deepEqual(
      lines.filter((line) => line.startsWith('NOTE')),
      [`NOTE        ${words}`, `NOTE        ${words}, in: 1-try.jpg`],
    );
    const readmeOf = (path: string) => readFileSync(join(folder, path, 'README.txt'), 'utf8');
    assert.ok(readmeOf('1-try.jpg').includes(`\n\n${words}.\n`));
    assert.ok(readmeOf('.').includes(`  1-try.jpg/\n      ${words}\n`));
    assert.ok(!readmeOf('2-try.jpg').includes(words));
  });
});

describe('ZIPs that are joined', () => {
  it('have to be ZIPs without a comment', async () => {
    await assert.rejects(joinedZips([new Blob(['no ZIP'])]), TypeError);
    await assert.rejects(joinedZips([new Blob(['x'.repeat(100)])]), TypeError);
  });

  it('are still one without any', async () => {
    assert.equal((await joinedZips([])).size, 22);
  });
});
