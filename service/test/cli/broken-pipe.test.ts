import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {freePort} from '../../../test/free-port.js';
import {programOf} from '../../../test/program.js';
import {variants} from '../../../test/variants.js';
import {temporaryFolder} from '../service-fixture.js';

const service = 'service/src/cli/cli.ts';
const photo = join(import.meta.dirname, '../../../seal/test/media/small.jpg');

const commands: [what: string, args: string[], program?: string][] = [
  ['config show', ['config', 'show']],
  ['keys list', ['keys', 'list', '--json']],
  ['help', ['--help']],
  ['version', ['--version']],
  ['config check', ['config', 'check']],
  ['keys create', ['keys', 'create', '--environment', 'sandbox']],
  ['trust list', ['trust', 'list']],
  ['inspect', ['inspect', photo, '--json']],
  ['help of the elements', ['--help'], 'src/scripts/command.ts'],
];

describe('A pipe whose reader has ended', {skip: process.platform === 'win32'}, () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true, force: true}));

  /** Starts a script of the shell, in which `"$@"` is the command. */
  const shell = (script: string, args: readonly string[], program = service) => {
    const command = [process.execPath, ...programOf(program), ...args];
    return spawn('sh', ['-c', script, 'sh', ...command], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {...process.env, SEALED_CAPTURE_DATA: join(folder, 'data')},
    });
  };

  for (const [what, args, program] of variants(commands, 2)) {
    it(`ends the command quietly with the status of SIGPIPE: ${what}`, async () => {
      const {stderr} = shell('{ "$@"; echo $? >&2; } | true', args, program);
      assert.equal(await text(stderr), '141\n');
    });
  }

  it('ends a command whose errors nobody reads, too', async () => {
    const script = '{ { "$@"; echo $? >&3; } 2>&1 >/dev/null | true; } 3>&2';
    assert.equal(await text(shell(script, ['keys', 'lost']).stderr), '141\n');
  });

  it('does not end the service, which goes on without its log', async () => {
    const port = await freePort();
    const script = '{ "$@" & echo $! >&2; wait $!; echo $? >&2; } | true';
    const host = ['--host', '127.0.0.1', '--port', `${port}`];
    const {stderr} = shell(script, ['serve', ...host]);
    const [pid] = (await once(stderr, 'data')) as [Buffer];
    const said = text(stderr);
    const asked = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
    const end = AbortSignal.timeout(60_000);
    while ((await asked().catch(() => 0)) !== 200) await sleep(100, undefined, {signal: end});
    // Its answers are logged.
    for (let time = 0; time < 3; time++) assert.equal(await asked(), 200);
    process.kill(Number(pid), 'SIGTERM');
    assert.equal(await said, '0\n');
  });
});
