import assert from 'node:assert/strict';
import {isAbsolute} from 'node:path';
import {describe, it} from 'node:test';
import {readSettings} from '../../src/settings/settings.js';
import {SettingsError} from '../../src/settings/settings-error.js';

describe('Settings', () => {
  it('have a default for everything', () => {
    const settings = readSettings({});
    assert.equal(settings.port, 8080);
    assert.equal(settings.host, 'localhost');
    assert.ok(isAbsolute(settings.dataFolder));
    assert.equal(settings.imageLimit, 20 * 1024 * 1024);
    assert.equal(settings.audioLimit, 32 * 1024 * 1024);
    assert.deepEqual(settings.allowedOrigins, []);
  });

  it('use the address that clients call, without a trailing slash', () => {
    for (const [text, expected] of [
      ['https://seals.example', 'https://seals.example'],
      ['https://seals.example/', 'https://seals.example'],
      ['https://example.org/seals/', 'https://example.org/seals'],
      ['http://localhost:8080', 'http://localhost:8080'],
      ['', undefined],
    ] as const) {
      const {publicAddress} = readSettings({SEALED_CAPTURE_PUBLIC_ADDRESS: text});
      assert.equal(publicAddress, expected);
    }
  });

  it('use what is set, and treat an empty variable as not set', () => {
    const settings = readSettings({
      PORT: '0',
      HOST: '',
      XDG_DATA_HOME: '/data',
      SEALED_CAPTURE_ALLOWED_ORIGINS: 'https://a.example, http://localhost:3000',
      SEALED_CAPTURE_IMAGE_LIMIT_MIB: '5',
    });
    assert.equal(settings.port, 0);
    assert.equal(settings.host, 'localhost');
    assert.match(settings.dataFolder, /data.sealed-capture$/);
    assert.deepEqual(settings.allowedOrigins, ['https://a.example', 'http://localhost:3000']);
    assert.equal(settings.imageLimit, 5 * 1024 * 1024);
  });

  it('accept the origins of pages in apps, with their custom schemes', () => {
    const origins = ['capacitor://localhost', 'https://localhost', 'shop-app://pages'];
    const settings = readSettings({SEALED_CAPTURE_ALLOWED_ORIGINS: origins.join(',')});
    assert.deepEqual(settings.allowedOrigins, origins);
  });

  it('never repeat the password of an invalid URL', () => {
    for (const env of [
      {SEALED_CAPTURE_REDIS: 'http://:a-secret-word@localhost:6379'},
      {SEALED_CAPTURE_TIMESTAMP: 'ftp://:a-secret-word@tsa.example'},
    ]) {
      assert.throws(
        () => readSettings(env),
        (error) => error instanceof SettingsError && !error.message.includes('a-secret-word'),
      );
    }
  });

  it('use time-stamp authorities in their order, and by default refuse to seal without a time stamp', () => {
    const bare = readSettings({});
    assert.deepEqual(bare.timestampAddresses, []);
    assert.equal(bare.withoutTimestamp, 'refuse');
    const set = readSettings({
      SEALED_CAPTURE_TIMESTAMP: 'http://a.example/tsa, https://b.example',
      SEALED_CAPTURE_TIMESTAMP_PER_MINUTE: '0',
      SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS: '100',
      SEALED_CAPTURE_WITHOUT_TIMESTAMP: 'seal',
    });
    assert.deepEqual(set.timestampAddresses, ['http://a.example/tsa', 'https://b.example']);
    assert.equal(set.timestampsPerMinute, 0);
    assert.equal(set.timestampTimeout, 100);
    assert.equal(set.withoutTimestamp, 'seal');
  });

  it('store answers for a day, in the data folder unless a Redis is set', () => {
    assert.equal(readSettings({}).answerLifetime, 24 * 60 * 60 * 1000);
    assert.equal(readSettings({}).answersLimit, 1024 * 1024 * 1024);
    assert.equal(readSettings({}).redis, undefined);
    const url = 'rediss://user:word@redis.example:6380/1';
    assert.equal(readSettings({SEALED_CAPTURE_REDIS: url}).redis, url);
  });

  for (const [name, text] of [
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['SEALED_CAPTURE_THREADS', '0'],
    ['SEALED_CAPTURE_LOG', 'loud'],
    ['SEALED_CAPTURE_IDEMPOTENCY_HOURS', '0'],
    ['SEALED_CAPTURE_ANSWERS_MIB', 'much'],
    ['SEALED_CAPTURE_ANSWERS_PER_KEY', '0'],
    ['SEALED_CAPTURE_ANSWERS_PER_KEY_MIB', '0'],
    ['SEALED_CAPTURE_REFUSALS_PER_MINUTE', 'few'],
    ['SEALED_CAPTURE_REDIS', 'localhost:6379'],
    ['SEALED_CAPTURE_REDIS', 'http://localhost:6379'],
    ['SEALED_CAPTURE_TIMESTAMP', 'tsa.example'],
    ['SEALED_CAPTURE_TIMESTAMP', 'http://tsa.example, ftp://tsa.example'],
    ['SEALED_CAPTURE_TIMESTAMP_PER_MINUTE', '-1'],
    ['SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS', '15001'],
    ['SEALED_CAPTURE_WITHOUT_TIMESTAMP', 'ignore'],
    ['SEALED_CAPTURE_ALLOWED_ORIGINS', 'example.org'],
    ['SEALED_CAPTURE_ALLOWED_ORIGINS', 'https://example.org/path'],
    ['SEALED_CAPTURE_ALLOWED_ORIGINS', 'capacitor://localhost/'],
    ['SEALED_CAPTURE_ALLOWED_ORIGINS', 'capacitor://Localhost'],
    ['SEALED_CAPTURE_ALLOWED_ORIGINS', 'file://'],
    ['SEALED_CAPTURE_ALLOWED_ORIGINS', 'null'],
    ['SEALED_CAPTURE_PUBLIC_ADDRESS', 'seals.example'],
    ['SEALED_CAPTURE_PUBLIC_ADDRESS', 'ftp://seals.example'],
    ['SEALED_CAPTURE_PUBLIC_ADDRESS', 'https://Seals.example'],
    ['SEALED_CAPTURE_PUBLIC_ADDRESS', 'https://seals.example/?a=1'],
    ['SEALED_CAPTURE_PUBLIC_ADDRESS', 'https://user@seals.example'],
  ] as const) {
    it(`refuse ${name}=${text} by its name`, () => {
      assert.throws(
        () => readSettings({[name]: text}),
        (error) => error instanceof SettingsError && error.message.includes(name),
      );
    });
  }
});
