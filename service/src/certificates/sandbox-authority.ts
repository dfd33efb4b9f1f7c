import 'reflect-metadata';
import {join} from 'node:path';
import * as x509 from '@peculiar/x509';
import {SANDBOX_ORGANISATION} from '@sealed-capture/seal/trust/sandbox.js';
import {
  readIfPresent,
  readPrivateFile,
  readText,
  writePrivateFile,
} from '../files/private-files.js';
import {
  keyPem,
  makeCertificate,
  type AuthorityAddresses,
  type Curve,
  type KeyedCertificate,
  type Purpose,
} from './certificate-maker.js';
import {certificateBlocks} from './signing-identity.js';

const DAY_MS = 86_400_000;
const ROOT_DAYS = 3650;
/** With the day of leeway, the 1,827 days that the program's profile allows. */
const ISSUER_DAYS = 1826;
/** With the day of leeway, less than the 366 days of assurance level 1. */
export const LEAF_DAYS = 364;

/** Name of the file with all certificates that the sandbox has issued. */
export const ISSUED = 'issued.pem';

const NAME = `C=ZZ,O=${SANDBOX_ORGANISATION}`;

/** The sandbox's authorities, keyed by the names of their files. */
const issuers = {
  issuer: {purpose: 'seal issuer', subject: `${NAME},CN=Sandbox Issuer`},
  'timestamp-issuer': {
    purpose: 'time stamp issuer',
    subject: `${NAME},CN=Sandbox Time Stamp Issuer`,
  },
} as const;
type Issuer = keyof typeof issuers;

const leaves = {
  signer: {purpose: 'seal', subject: `${NAME},CN=Sandbox Seal`, issuer: 'issuer'},
  timestamp: {
    purpose: 'time stamp',
    subject: `${NAME},CN=Sandbox Time Stamp`,
    issuer: 'timestamp-issuer',
  },
} as const;

/** The authority that issues the sandbox's certificates and answers OCSP requests about them. */
export interface SandboxAuthority {
  /** Issuers, keyed by the names in their addresses. */
  issuers: ReadonlyMap<string, KeyedCertificate>;
  /** All certificates that they have issued and that are still valid. */
  issued: readonly x509.X509Certificate[];
  /** Reads that list again: another process with this folder may have renewed certificates. */
  readIssued: () => Promise<readonly x509.X509Certificate[]>;
}

/** Addresses in the certificates that `issuer` issues; `base` is the sandbox's own address. */
const addressesAt = (base: string, issuer: string): AuthorityAddresses => ({
  ocsp: `${base}/ocsp`,
  issuer: `${base}/authorities/${issuer}.cer`,
});

/** Makes a root in a folder that has none. `curve` replaces that of the profiles. */
export async function makeSandboxRoot(folder: string, now: number, curve?: Curve): Promise<void> {
  const root = await makeCertificate({
    purpose: 'root',
    subject: `${NAME},CN=Sandbox Root`,
    days: ROOT_DAYS,
    now,
    curve,
  });
  await write(folder, 'root', root);
}

/**
 * Issues new signer and time-stamp certificates under the folder's root. Their issuers are kept while they are
 * valid and name the same address, so that the responder can answer for earlier certificates too. `curve` replaces that
 * of the profiles for new keys.
 */
export async function issueSandbox(
  folder: string,
  now: number,
  base: string | undefined,
  curve?: Curve,
): Promise<void> {
  const root = await readKeyed(folder, 'root');
  const issued = await readIssued(folder, now);
  const make = async (
    purpose: Purpose,
    subject: string,
    days: number,
    issuer: KeyedCertificate,
    issuerName: string,
  ) => {
    const addresses = base === undefined ? undefined : addressesAt(base, issuerName);
    const made = await makeCertificate({purpose, subject, days, now, issuer, addresses, curve});
    issued.push(made.certificate);
    return made;
  };
  const made = new Map<Issuer, KeyedCertificate>();
  for (const [name, {purpose, subject}] of entries(issuers)) {
    const kept = await readKeyed(folder, name).catch(() => undefined);
    const isKept = kept && lasts(kept.certificate, now) && isAt(kept.certificate, base);
    const issuer = isKept ? kept : await make(purpose, subject, ISSUER_DAYS, root, 'root');
    if (!isKept) await write(folder, name, issuer);
    made.set(name, issuer);
  }
  for (const [name, {purpose, subject, issuer: issuerName}] of entries(leaves)) {
    const issuer = made.get(issuerName)!;
    const leaf = await make(purpose, subject, LEAF_DAYS, issuer, issuerName);
    // Written before the certificate is used, so that the responder never calls it unknown.
    await writePrivateFile(join(folder, ISSUED), issued.map(pem).join(''));
    await write(folder, name, leaf, issuer);
  }
}

/** Reads the folder's authorities; undefined for a folder of an earlier version, which deleted its issuers' keys. */
export async function readSandboxAuthority(
  folder: string,
  now: number,
): Promise<SandboxAuthority | undefined> {
  if ((await readIfPresent(join(folder, 'issuer.pem'), readText)) === undefined) return undefined;
  const read = new Map<string, KeyedCertificate>();
  for (const name of ['root', ...Object.keys(issuers)]) {
    read.set(name, await readKeyed(folder, name));
  }
  const issued = await readIssued(folder, now);
  return {issuers: read, issued, readIssued: () => readIssued(folder, now)};
}

/** True if a certificate names the responder at this address, or any responder while the own address is unknown. */
export function isAt(certificate: x509.X509Certificate, base: string | undefined): boolean {
  return base === undefined || ocspAddress(certificate) === addressesAt(base, '').ocsp;
}

/** Address of a certificate's responder; undefined if it names none. */
export const ocspAddress = (certificate: x509.X509Certificate): string | undefined =>
  certificate.getExtension(x509.AuthorityInfoAccessExtension)?.ocsp.find(({type}) => type === 'url')
    ?.value;

/** True if the authority outlives the certificates that it issues now. */
const lasts = ({notAfter}: x509.X509Certificate, now: number): boolean =>
  notAfter.getTime() > now + LEAF_DAYS * DAY_MS;

async function readIssued(folder: string, now: number): Promise<x509.X509Certificate[]> {
  return parseIssued((await readIfPresent(join(folder, ISSUED), readText)) ?? '', now);
}

/** The certificates in a PEM text that are still valid. */
export const parseIssued = (text: string, now: number): x509.X509Certificate[] =>
  certificateBlocks(text)
    .map((block) => new x509.X509Certificate(block))
    .filter(({notAfter}) => notAfter.getTime() > now);

async function write(
  folder: string,
  name: string,
  {certificate, keys}: KeyedCertificate,
  ...issuer: KeyedCertificate[]
): Promise<void> {
  await writePrivateFile(join(folder, `${name}.key`), await keyPem(keys));
  const chain = [certificate, ...issuer.map((one) => one.certificate)];
  await writePrivateFile(join(folder, `${name}.pem`), chain.map(pem).join(''));
}

async function readKeyed(folder: string, name: string): Promise<KeyedCertificate> {
  const certificate = new x509.X509Certificate(await readText(join(folder, `${name}.pem`)));
  const algorithm = certificate.publicKey.algorithm as EcKeyImportParams;
  const pkcs8 = x509.PemConverter.decodeFirst(await readPrivateFile(join(folder, `${name}.key`)));
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']);
  const publicKey = await certificate.publicKey.export(algorithm, ['verify']);
  return {certificate, keys: {privateKey, publicKey}};
}

const pem = (certificate: x509.X509Certificate): string => `${certificate.toString('pem')}\n`;

const entries = <Key extends string, Value>(of: Record<Key, Value>): [Key, Value][] =>
  Object.entries(of) as [Key, Value][];
