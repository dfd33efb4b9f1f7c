import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {createHash, randomBytes, X509Certificate} from 'node:crypto';
import {chmod, cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {liveCertificates, sandboxCertificates} from '../../src/certificates/certificates.js';
import {sandboxAddress} from '../../src/certificates/environments.js';
import {readSettings} from '../../src/settings/settings.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {timeStampAuthority} from '../../src/certificates/timestamp-authority.js';
import {temporaryFolder} from '../service-fixture.js';
import {authorityExtensions, certify, leafExtensions, noOpenssl, pem} from './openssl-authority.js';

const DAY_MS = 86_400_000;

describe('The sandbox certificates', () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
    await sandboxCertificates(folder, Date.now());
  });
  after(() => rm(folder, {recursive: true}));

  const file = (name: string) => join(folder, 'sandbox', name);
  const openssl = (...args: string[]) => {
    const {status, stdout, stderr} = spawnSync('openssl', args, {encoding: 'utf8'});
    return {status, output: stdout + stderr};
  };

  it('are stored', async () => {
    const first = await readFile(file('signer.pem'), 'utf8');
    await sandboxCertificates(folder, Date.now());
    assert.equal(await readFile(file('signer.pem'), 'utf8'), first);
  });

  it('are the same for two services that start at the same time', async () => {
    const shared = await temporaryFolder();
    const [a, b] = await Promise.all([
      sandboxCertificates(shared, Date.now()),
      sandboxCertificates(shared, Date.now()),
    ]);
    assert.equal(a.trust, b.trust);
    assert.deepEqual(a.identity.signer.certificateChain, b.identity.signer.certificateChain);
    await rm(shared, {recursive: true});
  });

  it('form a chain that openssl verifies', {skip: noOpenssl}, () => {
    const {status, output} = openssl(
      ...['verify', '-x509_strict', '-CAfile', file('root.pem')],
      ...['-untrusted', file('signer.pem'), file('signer.pem')],
    );
    assert.equal(status, 0, output);
    const stamp = openssl(
      ...['verify', '-x509_strict', '-purpose', 'timestampsign', '-CAfile', file('root.pem')],
      ...['-untrusted', file('timestamp.pem'), file('timestamp.pem')],
    );
    assert.equal(stamp.status, 0, stamp.output);
  });

  it(
    'create time stamps that openssl verifies, and not for other data',
    {skip: noOpenssl},
    async () => {
      const {identity} = await sandboxCertificates(folder, Date.now());
      assert.ok(identity.timeStamp);
      const stamp = timeStampAuthority(identity.timeStamp, Date.now);
      for (let round = 0; round < 5; round++) {
        const data = randomBytes(100);
        await writeFile(join(folder, 'data'), data);
        await writeFile(join(folder, 'token'), stamp(createHash('sha256').update(data).digest()));
        const verify = () =>
          openssl(
            ...['ts', '-verify', '-data', join(folder, 'data'), '-token_in'],
            ...['-in', join(folder, 'token'), '-CAfile', file('root.pem')],
          );
        const {status, output} = verify();
        assert.equal(status, 0, output);
        await writeFile(join(folder, 'data'), 'other data');
        assert.notEqual(verify().status, 0);
      }
    },
  );

  it('create time stamps with unique serial numbers', async () => {
    const {identity} = await sandboxCertificates(folder, Date.now());
    assert.ok(identity.timeStamp);
    const stamp = timeStampAuthority(identity.timeStamp, () => 0);
    const imprint = randomBytes(32);
    const tokens = Array.from({length: 500}, () => Buffer.from(stamp(imprint)).toString('latin1'));
    assert.equal(new Set(tokens).size, 500);
  });

  it('are renewed under the same root before they expire', async () => {
    const copy = await temporaryFolder();
    await cp(folder, copy, {recursive: true});
    const before = await sandboxCertificates(copy, Date.now());
    const later = await sandboxCertificates(copy, Date.now() + 380 * DAY_MS);
    assert.equal(later.trust, before.trust);
    assert.notDeepEqual(
      later.identity.signer.certificateChain,
      before.identity.signer.certificateChain,
    );
    await rm(copy, {recursive: true});
  });

  it('of an earlier version are replaced under the same root', {skip: noOpenssl}, async () => {
    const copy = await temporaryFolder();
    const sandbox = join(copy, 'sandbox');
    await mkdir(sandbox, {mode: 0o700});
    certify(sandbox, {name: 'root', extensions: authorityExtensions(1)});
    const lost = await temporaryFolder();
    await cp(sandbox, lost, {recursive: true});
    certify(lost, {name: 'issuer', issuer: 'root', extensions: authorityExtensions(0)});
    for (const name of ['signer', 'timestamp']) {
      certify(lost, {name, issuer: 'issuer', extensions: leafExtensions});
      await writeFile(join(sandbox, `${name}.pem`), pem(lost, name, 'issuer'));
      await cp(join(lost, `${name}.key`), join(sandbox, `${name}.key`));
    }
    const root = await readFile(join(sandbox, 'root.pem'), 'utf8');
    const before = await readFile(join(sandbox, 'signer.pem'), 'utf8');
    const {trust} = await sandboxCertificates(copy, Date.now());
    assert.equal(trust, root);
    assert.notEqual(await readFile(join(sandbox, 'signer.pem'), 'utf8'), before);
    const {status, output} = openssl(
      ...['verify', '-x509_strict', '-CAfile', join(sandbox, 'root.pem')],
      ...['-untrusted', join(sandbox, 'signer.pem'), join(sandbox, 'signer.pem')],
    );
    assert.equal(status, 0, output);
    const after = await readFile(join(sandbox, 'signer.pem'), 'utf8');
    await sandboxCertificates(copy, Date.now());
    assert.equal(await readFile(join(sandbox, 'signer.pem'), 'utf8'), after, 'only once');
    await rm(copy, {recursive: true});
    await rm(lost, {recursive: true});
  });

  it('are renewed by the same issuer, which still answers for the earlier ones', async () => {
    const copy = await temporaryFolder();
    const base = 'http://seals.example/protection/sandbox';
    const before = await sandboxCertificates(copy, Date.now(), base);
    const later = await sandboxCertificates(copy, Date.now() + 340 * DAY_MS, base);
    const [leaf, issuer] = before.identity.signer.certificateChain;
    assert.notDeepEqual(later.identity.signer.certificateChain[0], leaf);
    assert.deepEqual(later.identity.signer.certificateChain[1], issuer);
    const issued = later.authority.issued.map(({rawData}) => Buffer.from(rawData));
    for (const der of [leaf!, issuer!, later.identity.signer.certificateChain[0]!]) {
      assert.ok(issued.some((one) => one.equals(der)));
    }
    await rm(copy, {recursive: true});
  });

  it('are created again if they contain another address, and kept if the address is unknown', async () => {
    const copy = await temporaryFolder();
    const at = async (base?: string) => {
      const {identity} = await sandboxCertificates(copy, Date.now(), base);
      const leaf = new X509Certificate(identity.signer.certificateChain[0]!);
      return {leaf, named: /OCSP - URI:(\S+)/.exec(leaf.infoAccess ?? '')?.[1]};
    };
    const first = await at('http://one.example');
    assert.equal(first.named, 'http://one.example/ocsp');
    assert.ok((await at()).leaf.raw.equals(first.leaf.raw));
    assert.equal((await at('http://two.example')).named, 'http://two.example/ocsp');
    await rm(copy, {recursive: true});
  });

  for (const [settings, address] of [
    [{host: 'localhost', port: 8080}, 'http://localhost:8080'],
    [{host: '0.0.0.0', port: 8080}, 'http://localhost:8080'],
    [{host: '::', port: 80}, 'http://localhost'],
    [{host: '::1', port: 8080}, 'http://[::1]:8080'],
    [{port: 0, publicAddress: 'https://seals.example/here'}, 'http://seals.example/here'],
    [{port: 0, publicAddress: 'https://seals.example:8443'}, 'http://seals.example'],
    [{port: 0, publicAddress: 'http://seals.example:81'}, 'http://seals.example:81'],
    [{port: 0}, undefined],
  ] as const) {
    it(`contain ${address ?? 'no address'} for ${JSON.stringify(settings)}`, () => {
      const named = sandboxAddress({...readSettings({}), ...settings});
      assert.equal(named, address && `${address}/protection/sandbox`);
    });
  }

  it('are issued again if a renewal was interrupted', async () => {
    const copy = await temporaryFolder();
    await cp(folder, copy, {recursive: true});
    await cp(join(copy, 'sandbox/timestamp.key'), join(copy, 'sandbox/signer.key'));
    const {identity} = await sandboxCertificates(copy, Date.now());
    assert.equal(identity.signer.certificateChain.length, 2);
    await rm(copy, {recursive: true});
  });

  it('are not used if other users can read a key', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such modes');
    const copy = await temporaryFolder();
    await cp(folder, copy, {recursive: true});
    await chmod(join(copy, 'sandbox/signer.key'), 0o644);
    await assert.rejects(sandboxCertificates(copy, Date.now()), /can be read by other users/);
    await rm(copy, {recursive: true});
  });
});

describe('The live certificates', () => {
  let folder: string;
  let source: string;
  before(async () => {
    source = await temporaryFolder();
    await sandboxCertificates(source, Date.now());
  });
  after(() => rm(source, {recursive: true}));

  const fill = async (names: Record<string, string>) => {
    folder = await temporaryFolder();
    for (const [to, from] of Object.entries(names)) {
      await cp(join(source, 'sandbox', from), join(folder, to));
    }
    return folder;
  };
  const complete = {
    'signer.pem': 'signer.pem',
    'signer.key': 'signer.key',
    'trust.pem': 'root.pem',
  };

  it('are absent while the folder is absent', async () => {
    assert.equal(await liveCertificates(join(source, 'nowhere'), Date.now()), undefined);
  });

  it('are read from the folder', async () => {
    const live = await liveCertificates(await fill(complete), Date.now());
    assert.equal(live?.identity.signer.certificateChain.length, 2);
    assert.equal(live?.identity.timeStamp, undefined);
  });

  for (const [what, names] of [
    ['the key is missing', {'signer.pem': 'signer.pem', 'trust.pem': 'root.pem'}],
    ['the roots are missing', {'signer.pem': 'signer.pem', 'signer.key': 'signer.key'}],
    ['the key does not match', {...complete, 'signer.key': 'root.key'}],
    ['the time stamp has no key', {...complete, 'timestamp.pem': 'timestamp.pem'}],
    ['the roots are not certificates', {...complete, 'trust.pem': 'root.key'}],
  ] as const) {
    it(`are refused if ${what}`, async () => {
      await assert.rejects(liveCertificates(await fill(names), Date.now()), SettingsError);
    });
  }

  it('never send the root with the chain', async () => {
    await fill(complete);
    const chain = await readFile(join(folder, 'signer.pem'), 'utf8');
    await writeFile(
      join(folder, 'signer.pem'),
      chain + (await readFile(join(folder, 'trust.pem'), 'utf8')),
    );
    const live = await liveCertificates(folder, Date.now());
    assert.equal(live?.identity.signer.certificateChain.length, 2);
  });
});
