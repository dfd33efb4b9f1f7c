import assert from 'node:assert/strict';
import {chmod, copyFile, mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {liveCertificates} from '../../src/certificates/certificates.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {createService} from '../../src/service.js';
import {temporaryFolder} from '../service-fixture.js';
import {
  authorityExtensions,
  butFor,
  certify,
  leafExtensions,
  noOpenssl,
  pem,
  unused,
  type Wish,
} from './openssl-authority.js';

const stampExtensions = butFor('extendedKeyUsage', 'critical,timeStamping');

describe('A live certificate', {skip: noOpenssl}, () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
    certify(folder, {name: 'root', extensions: authorityExtensions(1)});
    certify(folder, {name: 'other-root', extensions: authorityExtensions(1)});
    certify(folder, {name: 'issuer', issuer: 'root', extensions: authorityExtensions(0)});
    certify(folder, {name: 'leaf', issuer: 'issuer', extensions: leafExtensions});
    certify(folder, {name: 'stamp', issuer: 'issuer', extensions: stampExtensions});
  });
  after(() => rm(folder, {recursive: true}));

  interface Live {
    leaf?: string;
    chain?: string[];
    stamp?: string;
    trust?: string[];
  }

  /** Creates a live folder with these certificates. */
  const live = async ({
    leaf = 'leaf',
    chain = [leaf, 'issuer'],
    stamp,
    trust = ['root'],
  }: Live): Promise<string> => {
    const made = join(folder, `live-${unused()}`);
    await mkdir(made);
    const key = async (from: string, to: string) => {
      await copyFile(join(folder, `${from}.key`), join(made, to));
      await chmod(join(made, to), 0o600);
    };
    await writeFile(join(made, 'signer.pem'), pem(folder, ...chain));
    await key(leaf, 'signer.key');
    await writeFile(join(made, 'trust.pem'), pem(folder, ...trust));
    if (stamp !== undefined) {
      await writeFile(join(made, 'timestamp.pem'), pem(folder, stamp, 'issuer'));
      await key(stamp, 'timestamp.key');
    }
    return made;
  };

  const made = (wish: Omit<Wish, 'name'>): string => {
    const name = `made-${unused()}`;
    certify(folder, {name, ...wish});
    return name;
  };

  const refusal = async (what: Live): Promise<string> => {
    const error = await liveCertificates(await live(what), Date.now()).catch(
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof SettingsError, String(error));
    return error.message;
  };

  it('seals if its chain leads to a root in trust.pem, with or without that root in the chain', async () => {
    for (const what of [
      {},
      {stamp: 'stamp'},
      {chain: ['leaf', 'issuer', 'root']},
      {trust: ['other-root', 'root']},
      {trust: ['issuer']},
    ]) {
      const read = await liveCertificates(await live(what), Date.now());
      assert.equal(read?.identity.signer.certificateChain.length, 2);
    }
  });

  for (const [what, extensions, reason] of [
    ['without digitalSignature', butFor('keyUsage', 'critical,nonRepudiation'), /digitalSignature/],
    ['without a key usage', butFor('keyUsage'), /digitalSignature/],
    [
      'that may sign certificates',
      butFor('keyUsage', 'digitalSignature,keyCertSign'),
      /keyCertSign/,
    ],
    ['without an extended key usage', butFor('extendedKeyUsage'), /must have one of 1\.3\.6\.1\.4/],
    ['for servers', butFor('extendedKeyUsage', 'serverAuth'), /must have one of/],
    ['for time stamps', stampExtensions, /must not have 1\.3\.6\.1\.5\.5\.7\.3\.8/],
    ['for OCSP', butFor('extendedKeyUsage', 'OCSPSigning,emailProtection'), /must not have/],
    ['for anything', butFor('extendedKeyUsage', 'anyExtendedKeyUsage'), /must not have 2\.5\.29/],
    ['that is an authority', [...authorityExtensions(0)], /of an authority/],
    [
      'that does not name its issuer’s key',
      butFor('authorityKeyIdentifier', 'none'),
      /key identifier/,
    ],
  ] as const) {
    it(`is refused with the reason: ${what}`, async () => {
      const leaf = made({issuer: 'issuer', extensions});
      const message = await refusal({leaf});
      assert.match(message, reason);
      assert.match(message, /signer\.pem/);
    });
  }

  it('is valid while it, its issuer and its root are valid', async () => {
    const days = async (what: Live) => {
      const now = Date.now();
      const {from, until} = (await liveCertificates(await live(what), now))!.validity;
      return [from, until].map((time) => Math.round((time - now) / 86_400_000));
    };
    const extensions = leafExtensions;
    const old = made({issuer: 'issuer', extensions, from: -10, to: -1});
    assert.deepEqual(await days({leaf: old}), [-1, -1]);
    const early = made({issuer: 'issuer', extensions, from: 2});
    assert.deepEqual(await days({leaf: early}), [2, 300]);
    const issuer = made({issuer: 'root', extensions: authorityExtensions(0), from: -9, to: -2});
    const leaf = made({issuer, extensions});
    assert.deepEqual(await days({leaf, chain: [leaf, issuer]}), [-1, -2]);
    const root = made({extensions: authorityExtensions(1), from: -9, to: -3});
    const under = made({issuer: root, extensions});
    assert.deepEqual(await days({leaf: under, chain: [under], trust: [root]}), [-1, -3]);
  });

  it('is refused if the chain does not match', async () => {
    const other = made({issuer: 'root', extensions: authorityExtensions(0)});
    assert.match(await refusal({chain: ['leaf', other]}), /was not issued by/);
    assert.match(await refusal({chain: ['leaf']}), /no root of trust\.pem has issued/);
    assert.match(await refusal({trust: ['other-root']}), /no root of trust\.pem has issued/);
    const fake = made({issuer: 'issuer', extensions: leafExtensions});
    const under = made({issuer: fake, extensions: leafExtensions});
    assert.match(
      await refusal({leaf: under, chain: [under, fake, 'issuer']}),
      /without being an authority/,
    );
    const own = made({extensions: leafExtensions});
    assert.match(await refusal({leaf: own, chain: [own], trust: [own]}), /has issued itself/);
  });

  it('is refused if the time-stamp certificate may be used for other purposes', async () => {
    for (const usage of [
      'timeStamping',
      'critical,timeStamping,emailProtection',
      'emailProtection',
    ]) {
      const stamp = made({issuer: 'issuer', extensions: butFor('extendedKeyUsage', usage)});
      const message = await refusal({stamp});
      assert.match(message, /timestamp\.pem.*must be timeStamping alone, and critical/);
    }
  });

  it('that is refused keeps the service from starting, before anything is sealed', async () => {
    const leaf = made({issuer: 'issuer', extensions: butFor('keyUsage')});
    const dataFolder = join(folder, 'data');
    const liveFolder = await live({leaf});
    await assert.rejects(createService({dataFolder, liveFolder, threads: 1}), /digitalSignature/);
  });
});
