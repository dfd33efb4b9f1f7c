import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SettingsError} from '../../src/settings/settings-error.js';
import {readSettings} from '../../src/settings/settings.js';
import {createService} from '../../src/service.js';
import {temporaryFolder} from '../service-fixture.js';

const read = (text: string) => readSettings({SEALED_CAPTURE_WEBHOOKS: text}).webhooks;

describe('The addresses of webhooks', () => {
  it('are none by default', () => {
    assert.deepEqual(readSettings({}).webhooks, []);
  });

  it('can each have events and environments after #, which is not sent', () => {
    const [one, other] = read(
      'https://hooks.example/a?b=c#sealed+inspected, https://ops.example#certificate.expiring+live',
    );
    assert.equal(one?.url.href, 'https://hooks.example/a?b=c');
    assert.deepEqual([...one.events], ['sealed', 'inspected']);
    assert.deepEqual([...one.environments], ['sandbox', 'live']);
    assert.equal(other?.origin, 'https://ops.example');
    assert.deepEqual(
      [[...other.events], [...other.environments]],
      [['certificate.expiring'], ['live']],
    );
  });

  it('may use plain HTTP on this machine only', () => {
    for (const host of ['localhost:1', '127.0.0.1', '127.1.2.3', '[::1]:80']) {
      assert.equal(read(`http://${host}/#sealed`).length, 1);
    }
    for (const host of ['hooks.example', '10.0.0.1', 'localhost.example', '127.0.0.1.example']) {
      assert.throws(() => read(`http://${host}/#sealed`), /must begin with https/);
    }
  });

  it('are refused if anything is wrong with them, without being repeated', () => {
    for (const text of [
      'https://hooks.example/a-secret-word',
      'https://hooks.example/a-secret-word#',
      'https://hooks.example/a-secret-word#sealed+others',
      'https://hooks.example/a-secret-word#live',
      'https://user:a-secret-word@hooks.example#sealed',
      'ftp://hooks.example/a-secret-word#sealed',
      'a-secret-word#sealed',
      'https://hooks.example/a-secret-word#sealed,https://hooks.example/a-secret-word#inspected',
    ]) {
      assert.throws(
        () => read(text),
        (error) =>
          error instanceof SettingsError &&
          error.message.startsWith('SEALED_CAPTURE_WEBHOOKS') &&
          !error.message.includes('a-secret-word'),
        text,
      );
    }
  });

  it('need a key', async () => {
    const webhooks = read('https://hooks.example#sealed');
    await assert.rejects(
      createService({dataFolder: await temporaryFolder(), webhooks, logLevel: 'silent'}),
      /SEALED_CAPTURE_WEBHOOKS_KEY/,
    );
  });
});
