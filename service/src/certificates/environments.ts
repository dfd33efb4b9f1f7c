import {X509Certificate} from 'node:crypto';
import {isIP} from 'node:net';
import {environments, type Environment} from '../environment.js';
import {
  liveCertificates,
  needsRenewal,
  sandboxCertificates,
  type EnvironmentCertificates,
} from './certificates.js';
import type {SandboxAuthority} from './sandbox-authority.js';
import type {SharedSandbox} from './shared-sandbox.js';
import {openLiveSealer, WatchedSealer, type Sealer} from './sealer.js';
import {ExpiryWarnings} from './expiry-warnings.js';
import {overlap, type SealingObstacle, type Validity} from './validity.js';
import type {RevocationState} from '../revocation/revocation-watch.js';
import {SandboxResponder} from '../revocation/sandbox-responder.js';
import {watchRevocation, type CertificateLog} from './revocation.js';
import type {Settings} from '../settings/settings.js';
import {SettingsError} from '../settings/settings-error.js';
import {openSigner} from '../signing/open-signer.js';
import type {AskedForStamp, TimeStampNotice} from '../timestamps/time-stamp-client.js';
import {
  certificatesIn,
  readAnchors,
  type ListedAnchors,
  type OwnAnchors,
} from '../trust/anchor-files.js';
import {certificateBlocks, type Certified} from './signing-identity.js';

const SANDBOX_PATH = '/protection/sandbox';
/** Milliseconds between checks of the certificates. */
const CHECK_MS = 60 * 60 * 1000;

/** What both environments seal with and trust. */
export interface Environments {
  sealer: (environment: Environment) => Sealer | undefined;
  /** Why an environment with a certificate cannot seal now. It can inspect nevertheless. */
  obstacle: (environment: Environment) => SealingObstacle | undefined;
  /** The period in which all certificates that its seals need are valid; undefined if it has none. */
  validity: (environment: Environment) => Validity | undefined;
  /** The revocation state of the certificate that seals. */
  revocation: (environment: Environment) => RevocationState | undefined;
  /** False while the key of its certificate cannot be used, which may be temporary. */
  isSigning: (environment: Environment) => boolean;
  /** The roots of each environment, and the anchors that its operator configured. */
  anchors: Readonly<Record<Environment, OwnAnchors>>;
  /** The authority that issued the sandbox's certificates. */
  sandboxAuthority: () => SandboxAuthority;
  /** Answers OCSP requests about the sandbox's certificates. */
  sandboxResponder: SandboxResponder;
  /**
   * Reads the live environment's certificates again.
   * @throws {SettingsError} if they cannot be used; the earlier ones then stay in use
   */
  reload: () => Promise<void>;
  /** Ends the renewal of the sandbox's certificates, and the watch over revocation. */
  close: () => void;
}

/** Time stamps of external authorities, for the live environment. */
export interface StampedElsewhere {
  onNotice?: (notice: TimeStampNotice) => void;
  /** Called for each request to one of them. */
  onAsked?: (asked: AskedForStamp) => void;
  /** Anchors of the trust lists in use, PEM; called when a stamp is to be verified. */
  listed?: () => string;
}

/**
 * @param shared the sandbox's certificates, if several services share them
 * @throws {SettingsError} if certificates or anchors cannot be used
 */
export async function openEnvironments(
  settings: Settings,
  onRenewalFailed: (error: unknown) => void,
  log: CertificateLog,
  {onNotice = () => {}, onAsked, listed = () => ''}: StampedElsewhere = {},
  shared?: SharedSandbox,
): Promise<Environments> {
  const signers = await readAnchors(settings.trustAnchors);
  const timeStamps = await readAnchors(settings.timeStampAnchors);
  // Services that act as one have a common public address, or none that their certificates could name.
  const hasNone = shared !== undefined && settings.publicAddress === undefined;
  const base = hasNone ? undefined : sandboxAddress(settings);
  const readSandbox = () => sandboxCertificates(settings.dataFolder, Date.now(), base);
  const openSandbox = () => (shared ? shared.agree(readSandbox) : readSandbox());
  let sandbox = await openSandbox();
  const readLive = () =>
    liveCertificates(settings.liveFolder, Date.now(), (folder, certificates) =>
      openSigner(settings, folder, certificates, log),
    );
  const live = await readLive();
  const anchors: Record<Environment, OwnAnchors> = {
    sandbox: ownAnchors(sandbox, signers, timeStamps),
    live: ownAnchors(live, signers, timeStamps),
  };
  const stampers = () => `${anchors.live.timeStamps}\n${listed()}`;
  const sandboxResponder = new SandboxResponder(
    () => sandbox.authority,
    shared && (() => shared.issued(Date.now())),
  );
  const watchSandbox = async () => {
    const {identity, trust, validity, timeStampValidity = validity} = sandbox;
    const ask = async (request: Uint8Array) => (await sandboxResponder.answer(request)).der;
    const watched = {environment: 'sandbox', signer: identity.signer, trust, ask} as const;
    const whole = overlap(validity, timeStampValidity);
    return new WatchedSealer(identity, whole, await watchRevocation(watched, log));
  };
  const time = {anchors: stampers, onNotice, onAsked};
  const watchLive = (own: EnvironmentCertificates) =>
    openLiveSealer(settings, own, log, time, settings.dataFolder);
  const sealers: Record<Environment, WatchedSealer | undefined> = {
    sandbox: await watchSandbox(),
    live: live && (await watchLive(live)),
  };
  const renew = async () => {
    if (!sealers.sandbox || !needsRenewal(sandbox.identity, Date.now(), base)) return;
    sandbox = await openSandbox();
    const renewed = await watchSandbox();
    sealers.sandbox.close();
    sealers.sandbox = renewed;
  };
  const warnings = environments.map((name) => ({name, warns: new ExpiryWarnings(name, log)}));
  const warnOfEnd = () => {
    for (const {name, warns} of warnings) {
      const validity = sealers[name]?.validity;
      if (validity) warns.check(validity, Date.now());
    }
  };
  warnOfEnd();
  const timer = setInterval(() => void renew().catch(onRenewalFailed).finally(warnOfEnd), CHECK_MS);
  timer.unref();
  return {
    sealer: (environment) => sealers[environment]?.sealer,
    obstacle: (environment) => sealers[environment]?.obstacle,
    validity: (environment) => sealers[environment]?.validity,
    revocation: (environment) => sealers[environment]?.revocation,
    isSigning: (environment) => sealers[environment]?.sealer.identity.signer.isWorking ?? false,
    anchors,
    sandboxAuthority: () => sandbox.authority,
    sandboxResponder,
    reload: async () => {
      const reread = await readLive();
      if (!reread && sealers.live) {
        throw new SettingsError(`${settings.liveFolder} holds no signer.pem any more.`);
      }
      const before = sealers.live;
      const signer = reread?.identity.signer;
      if (before?.sealer.identity.signer.isWorking && signer?.isWorking === false) {
        // It is unknown whether the key fits the certificate.
        signer.close();
        throw new SettingsError(
          'The key that SEALED_CAPTURE_SIGNER names cannot be used now: the certificate and key of before stay in use.',
        );
      }
      const sealer = reread && (await watchLive(reread));
      sealers.live = sealer;
      anchors.live = ownAnchors(reread, signers, timeStamps);
      before?.close();
      warnOfEnd();
    },
    close: () => {
      clearInterval(timer);
      for (const one of Object.values(sealers)) one?.close();
    },
  };
}

/**
 * The sandbox's address that its certificates name: the public address, or else the host and port to listen on.
 * Plain HTTP, as the program's certificate profiles require. Undefined if any free port is used.
 */
export function sandboxAddress({publicAddress, host, port}: Settings): string | undefined {
  if (publicAddress !== undefined) {
    const {protocol, hostname, host: withPort, pathname} = new URL(publicAddress);
    const name = protocol === 'https:' ? hostname : withPort;
    return `http://${name}${pathname.replace(/\/$/, '')}${SANDBOX_PATH}`;
  }
  if (port === 0) return undefined;
  const isAny = ['0.0.0.0', '::'].includes(host);
  const name = isAny ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return new URL(`http://${name}:${port}${SANDBOX_PATH}`).href;
}

/**
 * Anchors for signers and for time. A root normally counts for both, as the sandbox's does. If the environment has
 * its own time-stamp authority, a root that only one of the two leads to counts for that one only.
 */
export function ownAnchors(
  own: EnvironmentCertificates | undefined,
  signers: ListedAnchors,
  timeStamps: ListedAnchors,
): OwnAnchors {
  const roots = certificateBlocks(own?.trust ?? '');
  const {signer, timeStamp} = own?.identity ?? {};
  const leads = (identity: Certified | undefined, root: string) =>
    identity !== undefined && leadsTo(identity, root);
  const isFor = (one: Certified | undefined, other: Certified | undefined) =>
    roots.filter((root) => !timeStamp || leads(one, root) || !leads(other, root));
  return {
    signers: certificatesIn(...isFor(signer, timeStamp), signers.pem),
    timeStamps: certificatesIn(...isFor(timeStamp, signer), timeStamps.pem),
    names: {...timeStamps.names, ...signers.names},
  };
}

function leadsTo({certificateChain}: Certified, root: string): boolean {
  const anchor = new X509Certificate(root);
  return certificateChain
    .map((der) => new X509Certificate(der))
    .some((one) => one.checkIssued(anchor) && one.verify(anchor.publicKey));
}
