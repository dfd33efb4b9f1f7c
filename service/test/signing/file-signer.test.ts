import assert from 'node:assert/strict';
import {X509Certificate} from 'node:crypto';
import {chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {before, describe, it} from 'node:test';
import {readSettings} from '../../src/settings/settings.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {claimSignature} from '@sealed-capture/seal/own-reader/signature/signature.js';
import {atNight} from '../../../test/variants.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {inspect, seal} from '../timestamps/live-requests.js';
import type {ServiceFixture} from '../service-fixture.js';
import {encryptKey, issue, liveWith, startSigning} from './live-signer.js';

const PASSPHRASE = 'correct horse';

describe('An encrypted signer.key', {skip: noOpenssl}, () => {
  let world: Awaited<ReturnType<typeof liveWith>>;
  let path: string;
  before(async () => {
    world = await liveWith('P-256');
    encryptKey(world.live, PASSPHRASE);
    path = join(world.dataFolder, 'passphrase');
    writeFileSync(path, `${PASSPHRASE}\n`, {mode: 0o600});
  });

  const startWith = (passphrase?: string) => {
    const {keyPassphrase} = readSettings({SEALED_CAPTURE_KEY_PASSPHRASE: passphrase});
    return startSigning(world.dataFolder, {keyPassphrase});
  };

  it('keeps the service from starting without the right passphrase, which appears in no message', async () => {
    const wrong = join(world.dataFolder, 'wrong');
    writeFileSync(wrong, 'battery staple', {mode: 0o600});
    const cases: [string | undefined, RegExp][] = [
      [undefined, /the key is encrypted.*SEALED_CAPTURE_KEY_PASSPHRASE/],
      [`file:${wrong}`, /the passphrase does not decrypt the key/],
      [`file:${wrong}.missing`, /There is no file .*missing/],
      ['env:NO_SUCH_VARIABLE', /NO_SUCH_VARIABLE is not set/],
    ];
    for (const [passphrase, words] of cases) {
      await assert.rejects(
        () => startWith(passphrase),
        (error: Error) =>
          error.name === 'SettingsError' &&
          words.test(error.message) &&
          !/battery|staple/.test(error.message),
      );
    }
    chmodSync(wrong, 0o644);
    await assert.rejects(() => startWith(`file:${wrong}`), /can be read by other users/);
  });

  it('is refused if others can read it, even though it is encrypted', async () => {
    const key = join(world.live, 'signer.key');
    chmodSync(key, 0o640);
    await assert.rejects(() => startWith(`file:${path}`), /signer\.key can be read by other users/);
    chmodSync(key, 0o600);
  });

  it('seals with the passphrase from a file', async () => {
    const service = await startWith(`file:${path}`);
    try {
      const {answer, file} = await seal(service);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal((await inspect(service, file())).labelState, 'valid');
    } finally {
      await service.close();
    }
  });
});

describe('The live folder of a running service', {skip: noOpenssl}, () => {
  const serialIn = (pem: string) => new X509Certificate(readFileSync(pem)).serialNumber;
  const sealsWith = async (service: ServiceFixture) => {
    const {answer, file} = await seal(service);
    assert.equal(answer.statusCode, 200, answer.body);
    const active = new ManifestStore(storeOf(file())!.bytes).active!;
    return new X509Certificate(claimSignature(active)!.certificates[0]!).serialNumber;
  };
  const until = async (isSo: () => Promise<boolean> | boolean) => {
    for (let time = 0; time < 200; time++) {
      if (await isSo()) return;
      await sleep(25);
    }
    assert.fail('It did not come to that.');
  };

  it('provides a new certificate and key without a restart, and the old ones stay in use while they do not match', async () => {
    const {dataFolder, live} = await liveWith('P-256');
    const service = await startSigning(dataFolder, {liveFolderEvery: 20});
    try {
      const pem = join(live, 'signer.pem');
      const first = serialIn(pem);
      assert.equal(await sealsWith(service), first);

      const oldKey = join(dataFolder, 'old.key');
      const newKey = join(dataFolder, 'new.key');
      copyFileSync(join(live, 'signer.key'), oldKey);
      issue(live, 'P-384');
      copyFileSync(join(live, 'signer.key'), newKey);
      copyFileSync(oldKey, join(live, 'signer.key'));
      await until(() => service.lines.some((line) => line.includes('cannot be used as it is')));
      assert.equal(await sealsWith(service), first);

      copyFileSync(newKey, join(live, 'signer.key'));
      await until(async () => (await sealsWith(service)) === serialIn(pem));
      assert.notEqual(serialIn(pem), first);
    } finally {
      await service.close();
    }
  });

  it('is read again if it is right and something else was wrong, and the log names that', async () => {
    const {dataFolder, live} = await liveWith('P-256');
    const passphrase = join(dataFolder, 'passphrase');
    writeFileSync(passphrase, 'first', {mode: 0o600});
    const keyPassphrase = {name: 'file', path: passphrase} as const;
    encryptKey(live, 'first');
    const service = await startSigning(dataFolder, {liveFolderEvery: 20, keyPassphrase});
    try {
      const pem = join(live, 'signer.pem');
      issue(live, 'P-384');
      encryptKey(live, 'second');
      const reasons = () =>
        service.lines.filter((line) => line.includes('cannot be used as it is'));
      await until(() => reasons().length > 0);
      assert.match(reasons()[0]!, /"reason":"[^"]*passphrase/);
      writeFileSync(passphrase, 'second');
      await until(async () => (await sealsWith(service)) === serialIn(pem));
    } finally {
      await service.close();
    }
  });

  // By day, signals.test.ts checks that live seals start again with a folder that was mended.
  atNight(it)('can be added to start live seals without a restart', async () => {
    const {dataFolder, live} = await liveWith('P-256');
    const pem = join(live, 'signer.pem');
    const content = readFileSync(pem);
    rmSync(pem);
    const service = await startSigning(dataFolder, {liveFolderEvery: 20});
    try {
      assert.equal((await seal(service)).answer.statusCode, 503);
      writeFileSync(pem, content);
      await until(async () => (await seal(service)).answer.statusCode === 200);
    } finally {
      await service.close();
    }
  });
});
