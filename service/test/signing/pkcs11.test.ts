import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {readSettings} from '../../src/settings/settings.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {media} from '../seal-and-inspect.js';
import {temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {inspect, protect, seal} from '../timestamps/live-requests.js';
import {issue, liveWith, startSigning} from './live-signer.js';
import {noSoftHsm, PIN, softHsm, SoftHsm} from './soft-hsm.js';

describe('A key in a PKCS #11 token', {skip: noOpenssl || noSoftHsm}, () => {
  let hsm: SoftHsm;
  let pinFile: string;
  let world: Awaited<ReturnType<typeof liveWith>>;
  let service: ServiceFixture;

  /** The setting as in the environment variable. */
  const setting = (path: string, query = '') =>
    readSettings({
      SEALED_CAPTURE_SIGNER: `pkcs11:${path}?module-path=${softHsm}&pin-source=file:${pinFile}${query}`,
    }).signer;
  const startWith = (signer = setting('token=live;object=seal;id=%01')) =>
    startSigning(world.dataFolder, {signer});

  before(async () => {
    const folder = await temporaryFolder();
    hsm = new SoftHsm(folder);
    pinFile = join(folder, 'pin');
    writeFileSync(pinFile, `${PIN}\n`, {mode: 0o600});
    hsm.makeToken('live');
    hsm.makeToken('other');
    world = await liveWith('P-384');
    hsm.import(world.live, 'live', 'seal');
  });
  after(() => service.close());

  it('keeps the service from starting if the PIN is wrong, which appears in no message', async () => {
    const path = join(hsm.folder, 'wrong-pin');
    writeFileSync(path, '99999999', {mode: 0o600});
    const signer = {...setting('token=live;object=seal'), pin: {name: 'file', path}};
    await assert.rejects(
      () => startWith(signer as ReturnType<typeof setting>),
      (error: Error) =>
        /does not accept the PIN/.test(error.message) && !error.message.includes('9999'),
    );
    const remembered = readFileSync(join(world.dataFolder, 'refused-pin.json'), 'utf8');
    assert.ok(!remembered.includes('9999'));
    // Simulates another process, or this one after a restart.
    await assert.rejects(
      () => startWith(signer as ReturnType<typeof setting>),
      /has refused this PIN before.*delete .*refused-pin\.json/,
    );
  });

  it('seals digests and files, without a key in the live folder', async () => {
    service = await startWith();
    const {answer, file} = await seal(service);
    assert.equal(answer.statusCode, 200, answer.body);
    const verdict = await inspect(service, file());
    assert.equal(verdict.labelState, 'valid', verdict.reason);
    const upload = await protect(service, media, 'image/jpeg');
    assert.equal(upload.statusCode, 200, upload.body.slice(0, 300));
    assert.equal((await inspect(service, upload.rawPayload)).labelState, 'valid');
  });

  it('seals many at a time', async () => {
    const answers = await Promise.all(Array.from({length: 40}, () => seal(service)));
    for (const {answer} of answers) assert.equal(answer.statusCode, 200, answer.body);
  });

  it('seals nothing after the token was removed, and seals again when it is back', async () => {
    hsm.remove();
    for (let time = 0; time < 2; time++) {
      const {answer} = await seal(service);
      assert.equal(answer.statusCode, 503, answer.body);
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    }
    const errors = service.lines.filter((line) => line.includes('"level":50'));
    assert.ok(errors.length >= 1);
    assert.match(errors.join(''), /PKCS #11/);
    assert.ok(!errors.join('').includes(PIN));
    hsm.putBack();
    const {answer, file} = await seal(service);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal((await inspect(service, file())).labelState, 'valid');
    assert.ok(service.lines.some((line) => line.includes('can be used again')));
  });

  it('stays in use if a reload finds another certificate that does not match it', async () => {
    const key = join(world.live, 'signer.pem');
    const before = readFileSync(key);
    issue(world.live, 'P-384');
    await assert.rejects(() => service.app.reload(), /does not belong to the first certificate/);
    assert.equal((await seal(service)).answer.statusCode, 200);
    writeFileSync(key, before);
    await service.app.reload();
    assert.equal((await seal(service)).answer.statusCode, 200);
  });

  const wrong: [what: string, path: string, words: RegExp][] = [
    ['there is no such token', 'token=none;object=seal', /no slot with this PKCS #11 token/],
    ['there is no such key', 'token=live;object=none', /no such private key/],
    ['there is no such key by its ID', 'token=live;id=%02', /no such private key/],
  ];
  for (const [what, path, words] of wrong) {
    it(`keeps the service from starting if ${what}`, async () => {
      await assert.rejects(() => startWith(setting(path)), words);
    });
  }

  it('keeps the service from starting if the module is missing or invalid', async () => {
    for (const module of [join(hsm.folder, 'missing.so'), pinFile]) {
      const signer = {...setting('token=live;object=seal'), module};
      await assert.rejects(() => startWith(signer), /cannot be loaded/);
    }
  });

  it('keeps the service from starting if others can read the PIN, or if there is none', async () => {
    const path = join(hsm.folder, 'open-pin');
    writeFileSync(path, PIN, {mode: 0o644});
    const at = (pin: object) =>
      startWith({...setting('token=live;object=seal'), pin} as ReturnType<typeof setting>);
    await assert.rejects(() => at({name: 'file', path}), /can be read by other users/);
    await assert.rejects(
      () => at({name: 'variable', variable: 'NO_SUCH_PIN'}),
      /NO_SUCH_PIN is not set/,
    );
  });
});
