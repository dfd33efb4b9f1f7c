import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {languages} from '../../demo/languages/catalogue.mjs';
import {temporaryFolder} from '../../service/test/service-fixture.js';
import {plantedServer} from './check-upload/http-server.js';

const elements = resolve('dist/web/command.js');
const service = resolve('dist/sealed-capture-service/dist/cli.js');
const execute = promisify(execFile);

/** Names in the sources of files beside the modules. */
function namedInSources(): string[] {
  const sources = readdirSync('src', {recursive: true, encoding: 'utf8'})
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('src', path), 'utf8'));
  return sources.flatMap((text) =>
    [...text.matchAll(/= sideFile\(\s*'([^']+)'/g)].map(([, name = '']) => name),
  );
}

/** Late parts of elements that are scripts beside the script-tag bundles. */
function partsOfBundles(): string[] {
  const text = readFileSync('demo/packages/bundles.mjs', 'utf8');
  const names = [...text.matchAll(/^ {2}\['elements\/.*', '([^']+)'\],$/gm)];
  assert.ok(names.length > 0, 'the parts were found');
  const ofLanguages = languages.map((language) => `language-${language}`);
  return [...names.map(([, name = '']) => name), ...ofLanguages].map((name) => `${name}.js`);
}

describe('the command of the elements’ package', () => {
  let folder: string;
  /** A project in which the linked packages are installed. */
  const project = (name: string, installed: Record<string, string> = {}): string => {
    const root = join(folder, name);
    mkdirSync(join(root, 'node_modules/@contentauth'), {recursive: true});
    for (const [library, target] of Object.entries(installed)) {
      symlinkSync(resolve(target), join(root, 'node_modules', library), 'dir');
    }
    return root;
  };
  const run = (cwd: string, ...args: string[]) => execute(process.execPath, args, {cwd});

  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  it('copies every file that a page loads beside its modules, and prints the setup for the page', async () => {
    const cwd = project('page', {
      '@contentauth/c2pa-wasm': 'node_modules/@contentauth/c2pa-wasm',
    });
    const {stdout} = await run(cwd, elements, 'copy-scripts', 'public/scripts');
    const copied = join(cwd, 'public/scripts');
    assert.deepEqual(readdirSync(copied).sort(), [...namedInSources(), ...partsOfBundles()].sort());
    for (const name of ['media-worker.js', 'c2pa.wasm']) {
      const original = readFileSync(join('dist/web/scripts', name));
      assert.ok(readFileSync(join(copied, name)).equals(original), name);
    }
    assert.match(stdout, /Copied 28 files to .*scripts\.\n/);
    assert.match(stdout, /sealed-capture-scripts/);
  });

  it('requires one folder, and reports why it cannot write there', async () => {
    const cwd = project('mistakes');
    await assert.rejects(run(cwd, elements, 'copy-scripts'), {
      code: 2,
      stderr: /Name one folder/,
    });
    await assert.rejects(run(cwd, elements, 'copy-scripts', 'a', 'b'), {code: 2});
    await assert.rejects(run(cwd, elements, 'copy-scripts', '--all', 'a'), {
      code: 2,
      stderr: /--all/,
    });
    const file = join(cwd, 'file');
    writeFileSync(file, '');
    await assert.rejects(run(cwd, elements, 'copy-scripts', join(file, 'in')), {
      code: 1,
      stderr: /^sealed-capture: The scripts could not be copied: ENOTDIR/,
    });
  });

  it('checks an upload server, and exits with 1 if that has faults', async () => {
    const good = await plantedServer();
    const header = 'Authorization: Bearer of-a-person';
    const bad = await plantedServer(({request, response}) => {
      response
        .writeHead(403)
        .end(JSON.stringify({detail: `Not ${request.headers.authorization}.`}));
      return true;
    });
    try {
      const {stdout} = await run(folder, elements, 'check-upload', good.url);
      assert.match(stdout, /^Checks http[^]+It stores a few small test files[^]+\n0 faults, /);
      const args = ['check-upload', bad.url, '--header', header];
      await assert.rejects(run(folder, elements, ...args), {
        code: 1,
        stdout: /\nfault +stored .* status 403\. Not …\.\n +people [^]+\n +to do [^]+\n1 fault, /,
      });
      const failed = await run(folder, elements, ...args, '--json').catch(
        (error: {code: number; stdout: string; stderr: string}) => error,
      );
      assert.match(failed.stderr, /stores a few small test files/);
      assert.doesNotMatch(failed.stdout, /of-a-person/);
      const findings = JSON.parse(failed.stdout) as {point: string; result: string}[];
      assert.ok(findings.some(({point, result}) => point === 'stored' && result === 'fault'));
    } finally {
      good.close();
      bad.close();
    }
    await assert.rejects(run(folder, elements, 'check-upload'), {
      code: 2,
      stderr: /Name one address/,
    });
  });

  it('knows no other commands, and names the service’s own command', async () => {
    const cwd = project('alone');
    await assert.rejects(run(cwd, elements, 'keys', 'list'), {
      code: 2,
      stderr: 'sealed-capture: there is no command "keys". Try: sealed-capture --help\n',
    });
    const {stdout} = await run(cwd, elements, '--help');
    assert.match(stdout, /npm install sealed-capture-service/);
  });

  it('prints the installed version', async () => {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};
    for (const command of [elements, service]) {
      assert.equal((await run(folder, command, '--version')).stdout, `${version}\n`);
    }
  });
});
