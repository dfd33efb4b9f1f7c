import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {Environment} from '../environment.js';
import {liveCertificates, needsRenewal, sandboxCertificates} from './certificates.js';
import {createSealer, type Sealer} from './sealer.js';
import type {Settings} from '../settings/settings.js';
import {SettingsError} from '../settings/settings-error.js';
import {certificateBlocks, readCertificates} from './signing-identity.js';

const RENEWAL_CHECK_MS = 12 * 60 * 60 * 1000;

/** What both environments seal with and trust. */
export interface Environments {
  sealer: (environment: Environment) => Sealer | undefined;
  /**
   * PEM of all that the environment's inspection trusts: its own roots and the operator's. Certificates alone, as
   * anybody may read it: an operator's file may hold more.
   */
  trustAnchors: Readonly<Record<Environment, string>>;
  /** Ends the renewal of the sandbox's certificates. */
  close: () => void;
}

/** @throws {SettingsError} where certificates or anchors cannot be used */
export async function openEnvironments(
  settings: Settings,
  onRenewalFailed: (error: unknown) => void,
): Promise<Environments> {
  const anchors = await readAnchors(settings.trustAnchors);
  const sandbox = await sandboxCertificates(settings.dataFolder, Date.now());
  const live = await liveCertificates(settings.liveFolder);
  const sealers: Record<Environment, Sealer | undefined> = {
    sandbox: createSealer(sandbox.identity),
    live: live && createSealer(live.identity),
  };
  const renew = async () => {
    if (!sealers.sandbox || !needsRenewal(sealers.sandbox.identity, Date.now())) return;
    const renewed = await sandboxCertificates(settings.dataFolder, Date.now());
    sealers.sandbox = createSealer(renewed.identity);
  };
  const timer = setInterval(() => void renew().catch(onRenewalFailed), RENEWAL_CHECK_MS);
  timer.unref();
  return {
    sealer: (environment) => sealers[environment],
    trustAnchors: {
      sandbox: certificatesIn(sandbox.trust, anchors),
      live: certificatesIn(live?.trust ?? '', anchors),
    },
    close: () => clearInterval(timer),
  };
}

/** Each certificate once, as one PEM text. */
function certificatesIn(...texts: string[]): string {
  const blocks = texts.flatMap((text) => certificateBlocks(text));
  return [...new Set(blocks)].map((block) => `${block}\n`).join('');
}

/** The PEM file, or all PEM files of the folder, as one text; empty without a path. */
async function readAnchors(path: string | undefined): Promise<string> {
  if (path === undefined) return '';
  try {
    const files = (await stat(path)).isDirectory()
      ? (await readdir(path))
          .filter((name) => name.endsWith('.pem'))
          .map((name) => join(path, name))
      : [path];
    const texts = await Promise.all(
      files.sort().map(async (file) => {
        const text = await readFile(file, 'utf8');
        readCertificates(text, file);
        return text;
      }),
    );
    return texts.join('\n');
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`The trust anchors at ${path} cannot be read.`, {cause: error});
  }
}
