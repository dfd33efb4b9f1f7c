import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {once} from 'node:events';
import {spawn} from 'node:child_process';
import type {AddressInfo} from 'node:net';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {visibleLines} from '@sealed-capture/seal/model/text/visible-text.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {jpeg} from '../../../seal/test/sources.js';
import {temporaryFolder} from '../service-fixture.js';
import {runCommand} from './run-command.js';

/** A name that would turn the reading direction, begin a line of its own and control the terminal. */
const NAME = 'a\u202eb\nvalid: c\u001b[2J\u009b1m\u200b';
const SHOWN = 'a[U+202E]b[U+000A]valid: c[U+001B][2J[U+009B]1m[U+200B]';

/** Commands by what they quote; the paths are below the folder of the test. */
const commands: Readonly<Record<string, (at: (name: string) => string) => string[]>> = {
  'inspect, of a file': (at) => ['inspect', at(`${NAME}.jpg`)],
  'inspect, of a folder': (at) => ['inspect', at(NAME)],
  'inspect, of a file that is not there': (at) => ['inspect', at(`${NAME}.png`)],
  'inspect, of a trust list': (at) => [
    'inspect',
    at('photo.jpg'),
    '--trust-list',
    at(`${NAME}.pem`),
  ],
  'redact, of a file that is not there': (at) => ['redact', at(`${NAME}.png`), '--place'],
  'redact, of a file without a seal': (at) => ['redact', at(`${NAME}.jpg`), '--place'],
  'timestamp, of a file that is not there': (at) => ['timestamp', at(`${NAME}.png`)],
  'trust, of a file': (at) => ['trust', 'update', '--from', at(`${NAME}.json`)],
  'csr, of paths': (at) => [
    ...['csr', '--country', 'GB', '--organisation', 'A', '--name', 'B'],
    ...['--key', at(`${NAME}.key`), '--out', at(`${NAME}.csr`)],
  ],
  'keys list, of names of old keys': () => ['keys', 'list'],
  'an option that there is none of': () => ['keys', 'list', `--${NAME}`],
};

/** The same where the text is quoted as JSON. */
const quoting: typeof commands = {
  'inspect --json': (at) => ['inspect', '--json', at(`${NAME}.jpg`)],
  'keys list --json': () => ['keys', 'list', '--json'],
  'a command that there is none of': () => [NAME],
  'keys revoke, of an id': () => ['keys', 'revoke', NAME],
  'webhooks discard, of an id': () => ['webhooks', 'discard', NAME],
};

describe('What commands print of the text of strangers', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const run = async (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const environment = {SEALED_CAPTURE_DATA: at('data'), SEALED_CAPTURE_THREADS: '1', ...more};
    const {out, err} = await runCommand(args, {environment});
    const printed = out + err;
    assert.equal(visibleLines(printed), printed, 'nothing hidden is printed');
    assert.ok(!/^valid/m.test(printed), 'no line is forged');
    return printed;
  };
  before(async () => {
    folder = await temporaryFolder();
    const {signer} = await makeAuthority('Test', {subject: `CN=${NAME}, O=Org`});
    const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer);
    await mkdir(at(NAME));
    await writeFile(join(folder, NAME, 'signed.jpg'), sealed);
    await writeFile(at('photo.jpg'), jpeg);
    for (const extension of ['jpg', 'pem', 'json']) {
      await writeFile(at(`${NAME}.${extension}`), extension === 'jpg' ? jpeg : 'none');
    }
    const keys = new ApiKeys(at('data'));
    await keys.create('sandbox', NAME);
    await keys.close();
  });
  after(() => rm(folder, {recursive: true}));

  for (const [what, args] of Object.entries(commands)) {
    it(`escapes it: ${what}`, async () => {
      assert.ok((await run(args(at))).includes(SHOWN), what);
    });
  }

  for (const [what, args] of Object.entries(quoting)) {
    it(`escapes it in JSON: ${what}`, async () => {
      const printed = await run(args(at));
      assert.match(printed, /(\\u202e|\[U\+202E\])b\\nvalid/);
    });
  }

  it('escapes it: config, of settings', async () => {
    const wrong = await run(['config', 'check'], {SEALED_CAPTURE_JOB_TIMEOUT_MS: NAME});
    assert.match(wrong, /SEALED_CAPTURE/);
    await run(['config', 'show'], {SEALED_CAPTURE_LIVE: at(NAME)});
    await run(['config', 'show', '--json'], {SEALED_CAPTURE_LIVE: at(NAME)});
  });

  it('escapes it: check-upload, of the answer of a server', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(400, {'content-type': 'application/problem+json'});
      response.end(JSON.stringify({detail: NAME}));
    }).listen(0, '127.0.0.1');
    after(() => server.close());
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const script = resolve(import.meta.dirname, '../../../src/scripts/command.ts');
    for (const args of [[url], [url, '--json'], [`${url}${NAME}`, '--method', NAME]]) {
      const child = spawn(process.execPath, ['--import=tsx', script, 'check-upload', ...args]);
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      }
      await once(child, 'close');
      assert.equal(visibleLines(printed), printed);
      assert.match(printed, /a(\[U\+202E\]|\\u202e)b/i);
    }
  });
});
