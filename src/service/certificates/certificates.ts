import 'reflect-metadata';
import {randomUUID} from 'node:crypto';
import {readFile, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import * as x509 from '@peculiar/x509';
import {keyPem, makeCertificate, makeRoot, type KeyedCertificate} from './certificate-maker.js';
import {
  isMissing,
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  writePrivateFile,
} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {
  endOfValidity,
  readCertificates,
  readIdentity,
  type SealingIdentity,
} from './signing-identity.js';

const DAY_MS = 86_400_000;
const ROOT_DAYS = 3650;
const LEAF_DAYS = 398;
/** Seals are made with a certificate that stays valid for at least this long. */
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** An environment's means to seal, and the roots that its seals lead to. */
export interface EnvironmentCertificates {
  identity: SealingIdentity;
  /** PEM. */
  trust: string;
}

/**
 * The sandbox's certificates: root → issuer → signer and time stamp. Made on first start, kept afterwards,
 * and renewed under the same root before they end.
 */
export async function sandboxCertificates(
  dataFolder: string,
  now: number,
): Promise<EnvironmentCertificates> {
  const folder = join(dataFolder, 'sandbox');
  await makePrivateFolder(dataFolder);
  if ((await readIfPresent(join(folder, 'root.pem'), readText)) === undefined) {
    await makeFirst(dataFolder, folder, now);
  }
  const trust = await readText(join(folder, 'root.pem'));
  try {
    const identity = await readSealingIdentity(folder);
    if (identity.timeStamp && !needsRenewal(identity, now)) return {identity, trust};
  } catch (error) {
    // A renewal that was cut off half-way is simply done again; other damage is the operator's to see.
    if (!(error instanceof SettingsError || isMissing(error))) throw error;
    if (error instanceof SettingsError && !/does not belong/.test(error.message)) throw error;
  }
  await issue(folder, await readRoot(folder), now);
  return {identity: await readSealingIdentity(folder), trust};
}

/**
 * The live environment's certificates, or undefined while the folder holds none: signer.pem (leaf first),
 * signer.key, trust.pem (the roots), and optionally timestamp.pem with timestamp.key.
 * @throws {SettingsError} where only some are there, or they do not fit each other
 */
export async function liveCertificates(
  folder: string,
): Promise<EnvironmentCertificates | undefined> {
  if ((await readIfPresent(join(folder, 'signer.pem'), readText)) === undefined) return undefined;
  try {
    const trust = await readText(join(folder, 'trust.pem'));
    readCertificates(trust, join(folder, 'trust.pem'));
    return {identity: await readSealingIdentity(folder), trust};
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new SettingsError(
      `${folder} holds signer.pem, but not all of signer.key, trust.pem and, with timestamp.pem, timestamp.key.`,
      {cause: error},
    );
  }
}

/** True where a certificate ends so soon that new ones should be made. */
export const needsRenewal = ({signer, timeStamp}: SealingIdentity, now: number): boolean =>
  [signer, timeStamp].some((one) => one && endOfValidity(one) - now < RENEW_BEFORE_MS);

const readText = (path: string): Promise<string> => readFile(path, 'utf8');

async function readSealingIdentity(folder: string): Promise<SealingIdentity> {
  const read = async (name: string) =>
    readIdentity(
      await readText(join(folder, `${name}.pem`)),
      await readPrivateFile(join(folder, `${name}.key`)),
      join(folder, `${name}.pem`),
    );
  const stamped = (await readIfPresent(join(folder, 'timestamp.pem'), readText)) !== undefined;
  return {signer: await read('signer'), ...(stamped && {timeStamp: await read('timestamp')})};
}

/** Makes the whole set beside the folder and moves it there at once: of two first starts, one wins. */
async function makeFirst(dataFolder: string, folder: string, now: number): Promise<void> {
  const draft = join(dataFolder, `.sandbox-${randomUUID()}`);
  await makePrivateFolder(draft);
  try {
    const root = await makeRoot('CN=Sandbox Root,O=Sealed Capture Sandbox', ROOT_DAYS, now);
    await writePrivateFile(join(draft, 'root.key'), await keyPem(root.keys));
    await writePrivateFile(join(draft, 'root.pem'), `${root.certificate.toString('pem')}\n`);
    await issue(draft, root, now);
    await rename(draft, folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, {recursive: true, force: true});
  }
}

/** New signer and time-stamp certificates. Their issuer's key is thrown away: the next set gets its own. */
async function issue(folder: string, root: KeyedCertificate, now: number): Promise<void> {
  const organisation = 'O=Sealed Capture Sandbox';
  const issuer = await makeCertificate(
    'issuer',
    `CN=Sandbox Issuer,${organisation}`,
    LEAF_DAYS,
    now,
    root,
  );
  const write = async (name: string, purpose: 'seal' | 'time stamp', subject: string) => {
    const made = await makeCertificate(
      purpose,
      `CN=${subject},${organisation}`,
      LEAF_DAYS,
      now,
      issuer,
    );
    const chain = [made, issuer].map((one) => `${one.certificate.toString('pem')}\n`);
    await writePrivateFile(join(folder, `${name}.key`), await keyPem(made.keys));
    await writePrivateFile(join(folder, `${name}.pem`), chain.join(''));
  };
  await write('signer', 'seal', 'Sandbox Seal');
  await write('timestamp', 'time stamp', 'Sandbox Time Stamp');
}

async function readRoot(folder: string): Promise<KeyedCertificate> {
  const algorithm = {name: 'ECDSA', namedCurve: 'P-256'};
  const certificate = new x509.X509Certificate(await readText(join(folder, 'root.pem')));
  const der = x509.PemConverter.decodeFirst(await readPrivateFile(join(folder, 'root.key')));
  const privateKey = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  const publicKey = await certificate.publicKey.export(algorithm, ['verify']);
  return {certificate, keys: {privateKey, publicKey}};
}
