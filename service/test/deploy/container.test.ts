import assert from 'node:assert/strict';
import {execFile, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {freePort} from '../../../test/free-port.js';
import {pack} from '../../../test/npm.js';

const execute = promisify(execFile);
const text = readFileSync(resolve('docs/deploy/Containerfile'), 'utf8').replace(/\\\n/g, '');

/** The rest of the last line that begins with this word. */
const line = (word: string): string =>
  [...text.matchAll(new RegExp(`^\\s*${word} (.+)$`, 'gm'))].at(-1)?.[1] ?? '';
const list = (word: string): string[] =>
  JSON.parse(/\[.*\]/.exec(line(word))?.[0] ?? '') as string[];

/** The environment variables of the image. */
const variables = Object.fromEntries(
  line('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const NODE_USER = '1000';

const skip =
  spawnSync('unshare', ['--mount', 'setpriv', '--reuid', NODE_USER, 'true']).status === 0
    ? false
    : 'this user may not make a mount namespace';

/** Tests without a container engine: the same command, user and read-only root, from the same tarball. */
describe('The command of Containerfile', {skip}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-container-'));
  const unpacked = join(folder, 'service');
  const data = join(folder, 'data');
  before(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(data);
    mkdirSync(unpacked);
    const {file} = await pack(resolve('dist/sealed-capture-service'), folder);
    cpSync(file, join(unpacked, 'service.tgz'));
    const steps = [...text.matchAll(/^RUN ((?:tar|npm ci) .+)$/gm)].map(([, step = '']) => step);
    assert.equal(steps.length, 2);
    for (const step of steps) {
      const env = {...process.env, npm_config_prefer_offline: 'true'};
      await execute('sh', ['-c', step], {cwd: unpacked, env});
    }
  });
  after(() => rmSync(folder, {recursive: true, force: true}));

  const inImage = (part: string): string =>
    part === 'node' ? process.execPath : part.replace(/^\/service(?=\/)/, unpacked);

  it('starts as an unprivileged user on a read-only root, is healthy, and ends when it is told to', async () => {
    const port = await freePort();
    const environment = {
      ...variables,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      SEALED_CAPTURE_DATA: data,
      SEALED_CAPTURE_LOG: 'warn',
    };
    const user = `uid=${NODE_USER},gid=${NODE_USER},mode=0700`;
    const script = `mount --make-rprivate / && mount -o remount,bind,ro / &&
      mount -t tmpfs -o ${user} tmpfs "${data}" &&
      exec setpriv --reuid ${NODE_USER} --regid ${NODE_USER} --clear-groups --no-new-privs --bounding-set=-all "$@"`;
    const program = [...list('ENTRYPOINT'), ...list('\\bCMD')].map(inImage);
    assert.ok(program.length === 3 && program[2] === 'serve', program.join(' '));
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...program], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const ended = once(child, 'exit') as Promise<[number | null]>;
    try {
      const health = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])/.exec(text)?.[1] ?? '') as string[];
      const [node = '', ...args] = health.map(inImage);
      const isHealthy = () =>
        execute(
          node,
          args.map((part) => part.replace(':8080', `:${port}`)),
        ).then(
          () => true,
          () => false,
        );
      const limit = performance.now() + 60_000;
      while (!(await isHealthy())) {
        assert.ok(child.exitCode === null && performance.now() < limit, said.join(''));
        await sleep(200);
      }
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      assert.equal(ready.status, 200, await ready.text());
      child.kill(line('STOPSIGNAL') as NodeJS.Signals);
      assert.deepEqual((await ended)[0], 0, said.join(''));
    } finally {
      child.kill('SIGKILL');
    }
  });
});
