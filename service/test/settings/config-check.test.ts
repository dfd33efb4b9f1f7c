import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {cp, mkdir, readdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {issueSandbox, makeSandboxRoot} from '../../src/certificates/sandbox-authority.js';
import {checkService} from '../../src/cli/checks/check-service.js';
import {ApiKeys, type NewKeyOptions} from '../../src/keys/api-keys.js';
import {readSettings, type Settings} from '../../src/settings/settings.js';
import {
  authorityExtensions,
  butFor,
  certify,
  leafExtensions,
  noOpenssl,
  pem,
  type Wish,
} from '../certificates/openssl-authority.js';
import {runCommand} from '../cli/run-command.js';
import {startResponder} from '../revocation/openssl-responder.js';
import {temporaryFolder} from '../service-fixture.js';
import {smallDisk} from '../small-disk.js';
import {liveFolder} from '../timestamps/live-service.js';
import {clockUnder, honest, makeRoot, pemOf, serveTsa, type TestServer} from '../timestamps/tsa.js';

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

/** What the check reports of a data folder with these settings. */
const check = (dataFolder: string, more: Partial<Settings> = {}) =>
  checkService({...readSettings({SEALED_CAPTURE_DATA: dataFolder}), ...more});

/** Makes a key for each environment, by default for a backend. */
async function makeKeys(dataFolder: string, options: NewKeyOptions = {mayClaimCapture: false}) {
  const keys = new ApiKeys(dataFolder);
  await keys.create('sandbox', 'sandbox', options);
  await keys.create('live', 'live', options);
  await keys.close();
}

/** A service with whose settings both environments seal. */
async function sealing(): Promise<string> {
  const folder = await liveFolder(true);
  await makeKeys(folder);
  return folder;
}

/** A service with a live certificate of openssl. */
async function certified(wish: Partial<Wish>): Promise<string> {
  const folder = await temporaryFolder();
  const live = join(folder, 'live');
  await mkdir(live, {mode: 0o700});
  certify(live, {name: 'root', extensions: authorityExtensions(1)});
  certify(live, {name: 'signer', issuer: 'root', extensions: leafExtensions, ...wish});
  await writeFile(join(live, 'trust.pem'), pem(live, 'root'));
  await makeKeys(folder);
  return folder;
}

describe('config check', () => {
  it('reports nothing if both environments seal', async () => {
    assert.deepEqual(await check(await sealing()), {faults: [], warnings: []});
  });

  it('warns that a new service has no keys and no live certificate, and writes nothing', async () => {
    const folder = join(await temporaryFolder(), 'new');
    const {faults, warnings} = await check(folder);
    assert.deepEqual(faults, []);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0]!, /live environment neither .*\/live holds no signer\.pem.*sandbox/);
    assert.match(warnings[1]!, /sandbox environment seals nothing.*keys create --environment sand/);
    assert.ok(!existsSync(folder));
    await mkdir(folder, {mode: 0o700});
    assert.equal((await check(folder)).warnings.length, 2);
    assert.deepEqual(await readdir(folder), []);
  });

  for (const [what, options] of [
    ['have expired', {expiresAt: new Date(Date.now() - 1000).toISOString()}],
    ['may only inspect', {roles: ['inspect']}],
  ] as const) {
    it(`warns of each environment whose keys ${what}`, async () => {
      const folder = await liveFolder(true);
      await makeKeys(folder, {...options, ...('roles' in options && {roles: [...options.roles]})});
      const {warnings} = await check(folder);
      assert.equal(warnings.length, 2);
      for (const [index, name] of ['sandbox', 'live'].entries()) {
        assert.match(warnings[index]!, new RegExp(`${name} environment seals nothing: no API key`));
      }
    });
  }

  it('warns of pages that may use a key from an origin that is not allowed', async () => {
    const folder = await sealing();
    await makeKeys(folder, {origins: ['https://app.example', 'https://b.example']});
    const warnings = async (...allowedOrigins: string[]) =>
      (await check(folder, {allowedOrigins})).warnings;
    assert.match((await warnings('https://b.example')).join(), /^Pages of https:\/\/app\.example /);
    assert.deepEqual(await warnings('https://b.example', 'https://app.example'), []);
    assert.deepEqual(await warnings('*'), []);
  });

  it('warns that keys are for pages, and no origin is allowed', async () => {
    const folder = await sealing();
    await makeKeys(folder, {});
    assert.match((await check(folder)).warnings.join(), /ALLOWED_ORIGINS names no origin/);
    const allowedOrigins = ['https://app.example'];
    assert.deepEqual((await check(folder, {allowedOrigins})).warnings, []);
  });

  for (const [what, wish, fault] of [
    ['has expired', {from: -3, to: -1}, /live environment.* expired on/],
    ['is not valid yet, which may be the clock', {from: 2}, /not valid before.*clock right\?$/],
    [
      'is not for seals',
      {extensions: butFor('extendedKeyUsage', 'serverAuth')},
      /extended key usage must have one of/,
    ],
    [
      'may not sign',
      {extensions: butFor('keyUsage', 'critical,keyAgreement')},
      /lacks digitalSignature/,
    ],
  ] as const) {
    it(`reports a live certificate that ${what}`, {skip: noOpenssl}, async () => {
      const folder = await certified(wish);
      const {faults, warnings} = await check(folder, {withoutTimestamp: 'seal'});
      assert.deepEqual(warnings, []);
      assert.match(faults.join(), fault);
    });
  }

  it('reports a live certificate that was revoked', {skip: noOpenssl}, async () => {
    const folder = await temporaryFolder();
    const live = join(folder, 'live');
    await mkdir(live, {mode: 0o700});
    const responder = await startResponder(live);
    try {
      responder.manner = 'revoked';
      await writeFile(join(live, 'signer.pem'), pem(live, 'leaf', 'issuer'));
      await cp(join(live, 'leaf.key'), join(live, 'signer.key'));
      await writeFile(join(live, 'trust.pem'), pem(live, 'root'));
      await makeKeys(folder);
      const {faults} = await check(folder, {withoutTimestamp: 'seal'});
      assert.match(faults.join(), /live environment.* was revoked/);
      assert.deepEqual(await readdir(folder), ['keys.db', 'live']);
    } finally {
      await responder.close();
    }
  });

  it('reports that the certificate of the own time-stamp authority has expired', async () => {
    const folder = await sealing();
    const source = await temporaryFolder();
    const past = Date.now() - 2000 * DAY_MS;
    await makeSandboxRoot(source, past);
    await issueSandbox(source, past, undefined);
    for (const name of ['timestamp.pem', 'timestamp.key']) {
      await cp(join(source, name), join(folder, 'live', name));
    }
    const trust = join(folder, 'live', 'trust.pem');
    await writeFile(trust, pem(source, 'root'), {flag: 'a'});
    assert.match((await check(folder)).faults.join(), /live environment.* expired on/);
  });

  it('warns that the clock precedes the certificates of the sandbox, or that their root has expired', async () => {
    for (const [days, warning] of [
      [2, /sandbox seals nothing: .* not valid before .*clock right\?$/],
      [-9000, /sandbox seals nothing: .* expired on .* Move .*sandbox away/],
    ] as const) {
      const folder = await sealing();
      const sandbox = join(folder, 'sandbox');
      await mkdir(sandbox);
      await makeSandboxRoot(sandbox, Date.now() + days * DAY_MS);
      await issueSandbox(sandbox, Date.now() + days * DAY_MS, undefined);
      assert.match((await check(folder)).warnings.join(), warning);
    }
  });

  it('reports folders that cannot be made or written', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const data = await check(join(file, 'data'));
    assert.match(data.faults.join(), /file, not a folder.*SEALED_CAPTURE_DATA/);
    const audit = await check(await sealing(), {auditFolder: join(file, 'audit')});
    assert.match(audit.faults.join(), /file, not a folder.*SEALED_CAPTURE_AUDIT/);
  });

  it('reports a disk that is full', async (t) => {
    const disk = smallDisk(32 * 1024);
    if (!disk) return t.skip('this process may not mount a disk');
    try {
      const {faults} = await check(await sealing(), {auditFolder: disk.folder});
      assert.match(faults.join(), /no room left.*SEALED_CAPTURE_AUDIT/);
      assert.deepEqual(await readdir(disk.folder), []);
    } finally {
      disk.close();
    }
  });

  it('warns of limits that a service at rest exceeds', async () => {
    const folder = await sealing();
    const {warnings} = await check(folder, {heapLimit: MIB, eventLoopLimit: 1});
    assert.match(warnings[0]!, /^SEALED_CAPTURE_HEAP_LIMIT_MIB is below 64/);
    assert.match(warnings[1]!, /^SEALED_CAPTURE_EVENT_LOOP_LIMIT_MS is below 10/);
    const enough = {heapLimit: 64 * MIB, eventLoopLimit: 10};
    assert.deepEqual((await check(folder, enough)).warnings, []);
  });

  it('prints warnings, with which the service starts', async () => {
    const {status, out} = await runCommand(['config', 'check'], {
      environment: {SEALED_CAPTURE_DATA: join(await temporaryFolder(), 'new')},
    });
    assert.equal(status, 0, out);
    assert.match(out, /^warning: .*signer\.pem.*\nwarning: .*sandbox environment.*\nThe settings/);
  });
});

describe('config check of time stamps', () => {
  let folder: string;
  let good: TestServer;
  let strange: TestServer;
  let late: TestServer;
  let timeStampAnchors: string;
  before(async () => {
    folder = await liveFolder();
    await makeKeys(folder);
    const root = await makeRoot();
    timeStampAnchors = join(folder, 'authorities.pem');
    await writeFile(timeStampAnchors, pemOf(root));
    const clock = await clockUnder(root);
    good = await serveTsa(honest(clock));
    late = await serveTsa(honest(clock, {now: () => Date.now() - DAY_MS / 2}));
    strange = await serveTsa(honest(await clockUnder(await makeRoot())));
  });
  after(async () => {
    await Promise.all([good.close(), strange.close(), late.close()]);
    await rm(folder, {recursive: true});
  });

  const warningsOf = async (addresses: readonly string[], more: Partial<Settings> = {}) => {
    const settings = {timestampAddresses: addresses, timeStampAnchors, ...more};
    const {faults, warnings} = await check(folder, settings);
    assert.deepEqual(faults, []);
    return warnings;
  };
  const nowhere = 'http://127.0.0.1:1/';

  it('warns that there is no authority, unless seals do without', async () => {
    const [warning, ...others] = await warningsOf([]);
    assert.match(warning!, /live environment seals nothing.* set SEALED_CAPTURE_TIMESTAMP/);
    assert.deepEqual(others, []);
    assert.deepEqual(await warningsOf([], {withoutTimestamp: 'seal'}), []);
  });

  it('asks each authority for a stamp, and names those that fail', async () => {
    assert.deepEqual(await warningsOf([good.address.href]), []);
    assert.deepEqual(await warningsOf([nowhere, good.address.href]), [
      'The time-stamp authority 127.0.0.1:1 gives no time stamp now. It could not be reached.',
    ]);
  });

  it('warns that nothing is sealed, or that seals have no time, if all fail', async () => {
    const [first, second] = await warningsOf([nowhere]);
    assert.match(first!, /could not be reached/);
    assert.match(second!, /live environment seals nothing until a time-stamp authority/);
    const [, other] = await warningsOf([nowhere], {withoutTimestamp: 'seal'});
    assert.match(other!, /Live seals have no time stamp until/);
  });

  it('says why a stamp is refused: an authority that is not trusted, or a clock that is wrong', async () => {
    assert.match((await warningsOf([strange.address.href]))[0]!, /\bauthorit.*trust|leads/i);
    assert.match((await warningsOf([late.address.href]))[0]!, /far from this machine's clock/);
  });
});
