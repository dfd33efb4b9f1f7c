import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {temporaryFolder} from '../service-fixture.js';

const command = resolve('dist/service/cli/cli.js');
const run = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args]);

/** Names that the sources give to files beside the modules. */
function namedInSources(): string[] {
  const sources = readdirSync('src', {recursive: true, encoding: 'utf8'})
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('src', path), 'utf8'));
  return sources.flatMap((text) =>
    [...text.matchAll(/= sideFile\(\s*'([^']+)'/g)].map(([, name = '']) => name),
  );
}

describe('sealed-capture copy-scripts', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  it('copies every file that a page loads beside its modules, and says what to tell the page', async () => {
    const target = join(folder, 'public/scripts');
    const {stdout} = await run('copy-scripts', target);
    assert.deepEqual(readdirSync(target).sort(), namedInSources().sort());
    assert.deepEqual(
      readFileSync(join(target, 'media-worker.js')),
      readFileSync('dist/ports/media-worker.js'),
    );
    assert.match(stdout, /Copied 8 files to .*scripts\.\n/);
    assert.match(stdout, /sealed-capture-scripts/);
  });

  it('asks for one folder, and says why it cannot write there', async () => {
    await assert.rejects(run('copy-scripts'), {code: 2, stderr: /Name one folder/});
    await assert.rejects(run('copy-scripts', 'a', 'b'), {code: 2});
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await assert.rejects(run('copy-scripts', join(file, 'in')), {
      code: 1,
      stderr: /^sealed-capture: The scripts could not be copied: ENOTDIR/,
    });
  });
});
