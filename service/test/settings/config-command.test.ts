import assert from 'node:assert/strict';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import {settingsRows, shownValue} from '../../src/settings/describe.js';
import {nearest} from '../../src/settings/nearest.js';
import {readValues, settings} from '../../src/settings/read-values.js';
import {allFaults, readSettings} from '../../src/settings/settings.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {runCommand} from '../cli/run-command.js';
import {temporaryFolder} from '../service-fixture.js';

const root = resolve(import.meta.dirname, '../../..');

describe('A settings file', () => {
  let folder: string;
  const inFile = async (content: unknown) => {
    const path = join(folder, 'settings.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const faultsOf = async (content: unknown, env = {}) =>
    allFaults(readValues({...env, SEALED_CAPTURE_CONFIG: await inFile(content)}));
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true, force: true}));

  it('is used for what the environment does not set', async () => {
    const SEALED_CAPTURE_CONFIG = await inFile({
      PORT: 1234,
      HOST: '127.0.0.1',
      SEALED_CAPTURE_PROCESSES: '3',
      SEALED_CAPTURE_TIMESTAMP: ['http://a.example', 'http://b.example'],
      SEALED_CAPTURE_ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    });
    const read = readSettings({SEALED_CAPTURE_CONFIG, HOST: '::1', PORT: ''});
    assert.equal(read.port, 1234);
    assert.equal(read.host, '::1');
    assert.equal(read.processes, 3);
    assert.deepEqual(read.timestampAddresses, ['http://a.example', 'http://b.example']);
    assert.deepEqual(read.allowedOrigins, ['https://a.example', 'https://b.example']);
    const from = (name: string) =>
      readValues({SEALED_CAPTURE_CONFIG, HOST: '::1'}).effective.find((one) => one.name === name)
        ?.from;
    assert.deepEqual(['PORT', 'HOST', 'SEALED_CAPTURE_LOG'].map(from), [
      'file',
      'environment',
      'default',
    ]);
  });

  it('is refused with an unknown name, and the most similar setting is suggested', async () => {
    const faults = await faultsOf({SEALED_CAPTURE_PROCESES: 2, colour: 'red'});
    assert.equal(faults.length, 2);
    assert.match(
      faults[0]!,
      /no setting "SEALED_CAPTURE_PROCESES".*Is SEALED_CAPTURE_PROCESSES meant\?/,
    );
    assert.match(faults[1]!, /no setting "colour" \(in .*\)\.$/);
  });

  it('is refused if it is missing, no JSON or no object, and its content is not repeated', async () => {
    const gone = allFaults(readValues({SEALED_CAPTURE_CONFIG: join(folder, 'gone.json')}));
    assert.match(gone[0]!, /There is no file .*gone\.json/);
    const [broken] = await faultsOf('{"SEALED_CAPTURE_REDIS": "redis://:a-secret-word@x",');
    assert.match(broken!, /is not JSON/);
    assert.ok(!broken!.includes('a-secret-word'));
    assert.match((await faultsOf([1]))[0]!, /must hold an object/);
    assert.match((await faultsOf({SEALED_CAPTURE_CONFIG: 'x'}))[0]!, /cannot stand in the file/);
  });

  it('is refused for each invalid setting, with its name and its allowed values', async () => {
    for (const [, {variable: name, must}] of settings) {
      if (name === 'SEALED_CAPTURE_CONFIG') continue;
      const faults = await faultsOf({[name]: {}});
      assert.deepEqual(faults, [`${name} ${must} (in SEALED_CAPTURE_CONFIG).`]);
    }
  });

  it('gets all errors reported together, including those of the environment', async () => {
    const wrong = {SEALED_CAPTURE_QUEUE: -1, SEALED_CAPTURE_LOG: 'loud'};
    const faults = await faultsOf(wrong, {PORT: 'http', SEALED_CAPTURE_TRUSTED_PROXIES: 'me'});
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      ['PORT', 'SEALED_CAPTURE_TRUSTED_PROXIES', 'SEALED_CAPTURE_QUEUE', 'SEALED_CAPTURE_LOG'],
    );
    assert.throws(
      () => readSettings({PORT: 'http', SEALED_CAPTURE_QUEUE: 'long'}),
      (error) => error instanceof SettingsError && /PORT.*\n.*QUEUE/.test(error.message),
    );
  });
});

describe('Settings of the environment', () => {
  it('are refused for each invalid value, by name', () => {
    for (const [, {variable: name, type, must, maximum, minimum, ...rest}] of settings) {
      const wrong =
        type === 'integer'
          ? ['x', '1.5', `${Number(maximum) + 1}`, `${Number(minimum) - 1}`]
          : type === 'array' || 'enum' in rest || must.includes('such as')
            ? [':-:']
            : [];
      for (const text of wrong) {
        const faults = allFaults(readValues({[name]: text}));
        assert.equal(faults.length, 1, `${name}=${text}`);
        assert.match(faults[0]!, new RegExp(`^${name}\\b.* must .{8}`), must);
      }
    }
  });

  it('cause a warning if their names are unknown, except for those that Kubernetes sets', () => {
    const {warnings, faults} = readValues({
      SEALED_CAPTURE_TREADS: '3',
      SEALED_CAPTURE_SERVICE_HOST: '10.0.0.1',
      SEALED_CAPTURE_SERVICE_PORT_HTTP: '8080',
      SEALED_CAPTURE_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      SEALED_CAPTURE_PORT_8080_TCP_ADDR: '10.0.0.1',
      PATH: '/bin',
    });
    assert.deepEqual(faults, []);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /SEALED_CAPTURE_TREADS: .* Is SEALED_CAPTURE_THREADS meant\?/);
  });

  it('cause a warning if they have no effect without another', () => {
    const {warnings, faults} = readValues({
      SEALED_CAPTURE_ADMIN_TLS: '/etc/admin',
      SEALED_CAPTURE_WEBHOOKS_KEY: '/etc/webhooks.key',
      SEALED_CAPTURE_KEY_PASSPHRASE: 'env:PASSPHRASE',
      SEALED_CAPTURE_SIGNER: 'awskms:alias/seal',
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(warnings, [
      'SEALED_CAPTURE_ADMIN_TLS changes nothing without SEALED_CAPTURE_ADMIN_PORT.',
      'SEALED_CAPTURE_WEBHOOKS_KEY changes nothing without SEALED_CAPTURE_WEBHOOKS.',
      'SEALED_CAPTURE_KEY_PASSPHRASE changes nothing: SEALED_CAPTURE_SIGNER names a key that is in no file.',
    ]);
    assert.deepEqual(readValues({SEALED_CAPTURE_KEY_PASSPHRASE: 'env:PASSPHRASE'}).warnings, []);
  });

  it('are shown without passwords', () => {
    const {effective} = readValues({
      SEALED_CAPTURE_REDIS: 'rediss://user:a-secret-word@redis.example:6380/1',
      SEALED_CAPTURE_TIMESTAMP:
        'https://a-secret-word@a.example/x?key=a-secret-word,http://b.example',
    });
    const shown = (name: string) => shownValue(effective.find((one) => one.name === name)!);
    assert.equal(shown('SEALED_CAPTURE_REDIS'), 'rediss://***@redis.example:6380/***');
    assert.equal(shown('SEALED_CAPTURE_TIMESTAMP'), 'https://***@a.example/***,http://b.example');
    assert.ok(effective.every((one) => !shownValue(one).includes('a-secret-word')));
  });

  it('get the most similar name suggested, unless none is similar', () => {
    assert.equal(
      nearest('sealed_capture_log', ['SEALED_CAPTURE_LIVE', 'SEALED_CAPTURE_LOG']),
      'SEALED_CAPTURE_LOG',
    );
    assert.equal(nearest('COLOUR', ['PORT', 'HOST']), undefined);
  });
});

describe('The documentation of the settings', () => {
  it('has the table that is generated from the schema', () => {
    const page = readFileSync(join(root, 'docs/service.md'), 'utf8');
    const [, table = ''] = page.split('## Settings\n');
    const rows = table
      .split('\n')
      .filter((line) => /^\| `(PORT|HOST|SEALED_CAPTURE_\w+)` /.test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split(' | ')
          .map((cell) => cell.trim()),
      );
    assert.deepEqual(rows, settingsRows());
  });
});

describe('sealed-capture-service config', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true, force: true}));
  const run = (what: string, environment: NodeJS.ProcessEnv, ...more: string[]) =>
    runCommand(['config', what, ...more], {
      environment: {SEALED_CAPTURE_DATA: folder, ...environment},
    });

  it('check reports everything that is wrong with settings and the files that they name, and exits with 1', async () => {
    await mkdir(join(folder, 'live'));
    await writeFile(join(folder, 'live', 'signer.pem'), 'nothing');
    const anchors = join(folder, 'anchors');
    await mkdir(anchors);
    const [settingsWrong, filesWrong] = await Promise.all([
      run('check', {PORT: 'x', SEALED_CAPTURE_QUEUE: 'y'}, '--json'),
      run('check', {SEALED_CAPTURE_TRUST_ANCHORS: anchors, SEALED_CAPTURE_TREADS: '2'}),
    ]);
    assert.equal(settingsWrong.status, 1, settingsWrong.err);
    const {faults} = JSON.parse(settingsWrong.out) as {faults: string[]};
    assert.equal(faults.length, 2);
    assert.equal(filesWrong.status, 1, filesWrong.err);
    assert.match(filesWrong.out, /wrong: .*anchors holds no certificate/);
    assert.match(filesWrong.out, /wrong: .*live/);
    assert.match(filesWrong.out, /warning: .*SEALED_CAPTURE_THREADS meant/);
  });

  it('check finds what keeps the service from starting: webhooks without a key, an unreachable Redis', async () => {
    const without = {SEALED_CAPTURE_WEBHOOKS: 'https://hooks.example/x#sealed'};
    const {out, status} = await run('check', {
      ...without,
      SEALED_CAPTURE_REDIS: 'redis://127.0.0.1:1',
      SEALED_CAPTURE_LIVE: join(folder, 'none'),
    });
    assert.equal(status, 1, out);
    assert.match(out, /wrong: SEALED_CAPTURE_WEBHOOKS needs SEALED_CAPTURE_WEBHOOKS_KEY/);
    assert.match(out, /wrong: The store that SEALED_CAPTURE_REDIS names cannot be used/);
  });

  it('show prints each setting with its source', async () => {
    const {out, status} = await run('show', {PORT: '9000'}, '--json');
    assert.equal(status, 0);
    const rows = JSON.parse(out) as {name: string; value: string; from: string}[];
    assert.deepEqual(
      rows.find(({name}) => name === 'PORT'),
      {name: 'PORT', value: '9000', from: 'environment'},
    );
    assert.equal(rows.length, settings.length);
  });
});
