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
/** A certificate is renewed when it is valid for less than this, in milliseconds. */
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** The signer of an environment, and the roots of its seals. */
export interface EnvironmentCertificates {
  identity: SealingIdentity;
  /** The roots, PEM. */
  trust: string;
  /** The period in which signer, all issuers and the root are valid. */
  validity: Validity;
  /** The same period for the environment's own time-stamp authority. */
  timeStampValidity?: Validity;
}

/** The sandbox's signer, and the authority that issued it. */
export interface SandboxCertificates extends EnvironmentCertificates {
  authority: SandboxAuthority;
}

/**
 * The sandbox's certificates: root → issuer → signer, and root → time-stamp issuer → time stamp. They are made on
 * first start and kept. They are renewed under the same root before they expire, when the address that they name
 * has changed, and when an earlier version made them.
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
    // An interrupted renewal is repeated; other damage is reported to the operator.
    if (!(error instanceof SettingsError || isMissing(error))) throw error;
    if (error instanceof SettingsError && !/does not belong/.test(error.message)) throw error;
  }
  await issueSandbox(folder, now, base);
  const authority = await readSandboxAuthority(folder, now);
  if (!authority) throw new SettingsError(`${folder} was emptied while certificates were made.`);
  const identity = await readSealingIdentity(folder);
  return {identity, trust, authority, ...sandboxValidity(identity, trust)};
}

/** The sandbox has a single root, which no chain contains. */
function sandboxValidity({signer, timeStamp}: SealingIdentity, trust: string) {
  const roots = readCertificates(trust, 'root.pem');
  const of = ({certificateChain}: Certified) => validityOf([...certificateChain, ...roots]);
  return {validity: of(signer), ...(timeStamp && {timeStampValidity: of(timeStamp)})};
}

/**
 * Opens the signer for the certificates (PEM, leaf first) of the live folder.
 * @throws {SettingsError}
 */
export type OpenSigner = (folder: string, certificates: string) => Promise<ClaimSigner>;

/**
 * Reads the live environment's certificates: signer.pem (leaf first), signer.key unless the key is elsewhere,
 * trust.pem (the roots), and optionally timestamp.pem with timestamp.key. Undefined if the folder has none of them.
 * @throws {SettingsError} if some are missing, they do not belong together, or readers would reject their seals at
 *   any time
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
    // Opened last, because it may hold a session with a token or a remote service.
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

/** True if a certificate is about to expire, or names another address, so that new ones should be made. */
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

/** Reads the sandbox's identity, whose keys are files without a passphrase. */
async function readSealingIdentity(folder: string): Promise<SealingIdentity> {
  const certificates = await readText(join(folder, 'signer.pem'));
  return {
    signer: await openFileSigner(folder, certificates),
    ...(await readTimeStampIdentity(folder)),
  };
}

/** Reads the folder's own time-stamp authority, if it has one. */
async function readTimeStampIdentity(folder: string): Promise<Pick<SealingIdentity, 'timeStamp'>> {
  const source = join(folder, 'timestamp.pem');
  const certificates = await readIfPresent(source, readText);
  if (certificates === undefined) return {};
  const key = await readPrivateFile(join(folder, 'timestamp.key'));
  return {timeStamp: readIdentity({certificates, key, source})};
}

/** Makes the whole set in a temporary folder and renames that, so that one of two simultaneous first starts wins. */
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
