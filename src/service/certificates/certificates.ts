import 'reflect-metadata';
import {randomUUID, X509Certificate} from 'node:crypto';
import {rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {X509Certificate as ParsedCertificate} from '@peculiar/x509';
import {
  isMissing,
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  readText,
} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {
  isAt,
  issueSandbox,
  makeSandboxRoot,
  readSandboxAuthority,
  type SandboxAuthority,
} from './sandbox-authority.js';
import {checkChain, type ChainPurpose} from './check-chain.js';
import type {ClaimSigner, SealingIdentity} from '../signing/claim-signer.js';
import {openFileSigner} from '../signing/file-signer.js';
import {readCertificates, readIdentity, withoutRoot, type Certified} from './signing-identity.js';
import {validityOf, type Validity} from './validity.js';

const DAY_MS = 86_400_000;
/** Seals are made with a certificate that stays valid for at least this long. */
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** An environment's means to seal, and the roots that its seals lead to. */
export interface EnvironmentCertificates {
  identity: SealingIdentity;
  /** PEM. */
  trust: string;
  /** When its signer, all issuers and the root are valid. */
  validity: Validity;
  /** The same of its own time-stamp authority. */
  timeStampValidity?: Validity;
}

/** What the sandbox seals with, and who issued it. */
export interface SandboxCertificates extends EnvironmentCertificates {
  authority: SandboxAuthority;
}

/**
 * The sandbox's certificates: root → issuer → signer, and root → time-stamp issuer → time stamp. Made on first start,
 * kept afterwards, and renewed under the same root before they end, when the address that they name is another, and
 * where an earlier version made them.
 *
 * @param base the sandbox's own address, which certificates name; without it, new ones name none
 */
export async function sandboxCertificates(
  dataFolder: string,
  now: number,
  base?: string,
): Promise<SandboxCertificates> {
  const folder = join(dataFolder, 'sandbox');
  await makePrivateFolder(dataFolder);
  if ((await readIfPresent(join(folder, 'root.pem'), readText)) === undefined) {
    await makeFirst(dataFolder, folder, now, base);
  }
  const trust = await readText(join(folder, 'root.pem'));
  try {
    const identity = await readSealingIdentity(folder);
    const authority = await readSandboxAuthority(folder, now);
    if (authority && identity.timeStamp && !needsRenewal(identity, now, base)) {
      return {identity, trust, authority, ...sandboxValidity(identity, trust)};
    }
  } catch (error) {
    // A renewal that was cut off half-way is simply done again; other damage is the operator's to see.
    if (!(error instanceof SettingsError || isMissing(error))) throw error;
    if (error instanceof SettingsError && !/does not belong/.test(error.message)) throw error;
  }
  await issueSandbox(folder, now, base);
  const authority = await readSandboxAuthority(folder, now);
  if (!authority) throw new SettingsError(`${folder} was emptied while certificates were made.`);
  const identity = await readSealingIdentity(folder);
  return {identity, trust, authority, ...sandboxValidity(identity, trust)};
}

/** The sandbox has one root, which no chain contains. */
function sandboxValidity({signer, timeStamp}: SealingIdentity, trust: string) {
  const roots = readCertificates(trust, 'root.pem');
  const of = ({certificateChain}: Certified) => validityOf([...certificateChain, ...roots]);
  return {validity: of(signer), ...(timeStamp && {timeStampValidity: of(timeStamp)})};
}

/** Finds the key for the certificates (PEM, leaf first) of the live environment's folder. @throws {SettingsError} */
export type OpenSigner = (folder: string, certificates: string) => Promise<ClaimSigner>;

/**
 * The live environment's certificates, or undefined while the folder holds none: signer.pem (leaf first),
 * signer.key unless the key is elsewhere, trust.pem (the roots), and optionally timestamp.pem with timestamp.key.
 * @throws {SettingsError} where only some are there, they do not fit each other, or readers would reject their seals
 * at any time
 */
export async function liveCertificates(
  folder: string,
  now: number,
  openSigner: OpenSigner = openFileSigner,
): Promise<EnvironmentCertificates | undefined> {
  const certificates = await readIfPresent(join(folder, 'signer.pem'), readText);
  if (certificates === undefined) return undefined;
  try {
    const trust = await readText(join(folder, 'trust.pem'));
    const roots = readCertificates(trust, join(folder, 'trust.pem'));
    const check = (name: string, {certificateChain}: Certified, purpose: ChainPurpose) => {
      const chain = certificateChain.map((der) => new X509Certificate(der));
      const root = checkChain(chain, roots, purpose, join(folder, name), now);
      return validityOf([...chain, root]);
    };
    const chain = withoutRoot(readCertificates(certificates, join(folder, 'signer.pem')));
    const validity = check('signer.pem', {certificateChain: chain}, 'seal');
    const {timeStamp} = await readTimeStampIdentity(folder);
    const timeStampValidity = timeStamp && check('timestamp.pem', timeStamp, 'time stamp');
    // Last, since it may hold a session elsewhere.
    const signer = await openSigner(folder, certificates);
    return {
      identity: {signer, ...(timeStamp && {timeStamp})},
      trust,
      validity,
      ...(timeStampValidity && {timeStampValidity}),
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new SettingsError(
      `${folder} holds signer.pem, but not all of signer.key, trust.pem and, with timestamp.pem, timestamp.key.`,
      {cause: error},
    );
  }
}

/** True where a certificate ends so soon that new ones should be made, or names another address. */
export const needsRenewal = (
  {signer, timeStamp}: SealingIdentity,
  now: number,
  base: string | undefined,
): boolean =>
  [signer, timeStamp].some(
    (one) =>
      one &&
      (validityOf(one.certificateChain).until - now < RENEW_BEFORE_MS ||
        !one.certificateChain.every((der) => isAt(new ParsedCertificate(Buffer.from(der)), base))),
  );

/** Of the sandbox, whose keys are files without a passphrase. */
async function readSealingIdentity(folder: string): Promise<SealingIdentity> {
  const certificates = await readText(join(folder, 'signer.pem'));
  return {
    signer: await openFileSigner(folder, certificates),
    ...(await readTimeStampIdentity(folder)),
  };
}

/** The folder's own time-stamp authority, where it has one. */
async function readTimeStampIdentity(folder: string): Promise<Pick<SealingIdentity, 'timeStamp'>> {
  const source = join(folder, 'timestamp.pem');
  const certificates = await readIfPresent(source, readText);
  if (certificates === undefined) return {};
  const key = await readPrivateFile(join(folder, 'timestamp.key'));
  return {timeStamp: readIdentity({certificates, key, source})};
}

/** Makes the whole set beside the folder and moves it there at once: of two first starts, one wins. */
async function makeFirst(
  dataFolder: string,
  folder: string,
  now: number,
  base: string | undefined,
): Promise<void> {
  const draft = join(dataFolder, `.sandbox-${randomUUID()}`);
  await makePrivateFolder(draft);
  try {
    await makeSandboxRoot(draft, now);
    await issueSandbox(draft, now, base);
    await rename(draft, folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, {recursive: true, force: true});
  }
}
