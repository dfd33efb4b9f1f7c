import {execFileSync, spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

export const noOpenssl =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed here';

/** Runs openssl in a folder. If it fails, throws an error with its output. */
export const openssl = (folder: string, ...args: string[]): string =>
  execFileSync('openssl', args, {cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});

export interface Wish {
  /** File name without extension: NAME.pem and NAME.key. */
  name: string;
  /** Name of the issuer; without one, the certificate is self-signed. */
  issuer?: string;
  /** Lines of an openssl extension section. */
  extensions: readonly string[];
  /**
   * Subject in the form of openssl, such as /C=GB/CN=Example anna. By default it is built from the name; / means no
   * subject.
   */
  subject?: string;
  curve?: 'P-256' | 'P-384';
  /** Start of the validity, in days from now. */
  from?: number;
  to?: number;
}

export const authorityExtensions = (pathLength: number): string[] => [
  `basicConstraints=critical,CA:true,pathlen:${pathLength}`,
  'keyUsage=critical,keyCertSign,cRLSign',
  'subjectKeyIdentifier=hash',
  'authorityKeyIdentifier=keyid',
];

/** Extensions of a leaf certificate that may seal. */
export const leafExtensions = [
  'basicConstraints=critical,CA:false',
  'keyUsage=critical,digitalSignature',
  'extendedKeyUsage=emailProtection,1.3.6.1.4.1.62558.2.1',
  'authorityKeyIdentifier=keyid',
];

/** The leaf's extensions with one of them changed or removed. */
export const butFor = (name: string, value?: string): string[] => [
  ...leafExtensions.filter((line) => !line.startsWith(`${name}=`)),
  ...(value === undefined ? [] : [`${name}=${value}`]),
];

const DAY_MS = 86_400_000;
const time = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '');

/** Creates a certificate and its key with openssl. */
export function certify(folder: string, wish: Wish) {
  const {name, issuer, extensions, curve = 'P-256', from = -1, to = 300} = wish;
  const {subject = `/C=GB/O=Example Org/CN=Example ${name}`} = wish;
  openssl(
    folder,
    ...['req', '-new', '-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`, '-nodes'],
    ...['-subj', subject, '-keyout', `${name}.key`],
    ...['-out', `${name}.csr`],
  );
  writeFileSync(join(folder, `${name}.cnf`), authorityConfig(extensions));
  writeFileSync(join(folder, `${name}.index`), '');
  openssl(
    folder,
    ...['ca', '-config', `${name}.cnf`, '-batch', '-notext', '-in', `${name}.csr`],
    ...(issuer ? ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`] : ['-selfsign']),
    ...(issuer ? [] : ['-keyfile', `${name}.key`]),
    ...['-startdate', time(from), '-enddate', time(to), '-out', `${name}.pem`],
  );

  function authorityConfig(lines: readonly string[]): string {
    return [
      '[ca]\ndefault_ca=it\n[it]',
      `database=${name}.index\nserial=${name}.serial\nrand_serial=yes\nnew_certs_dir=.`,
      'default_md=sha256\npolicy=any\nx509_extensions=ext\nunique_subject=no',
      '[any]\ncountryName=optional\norganizationName=optional\ncommonName=optional',
      `[ext]\n${lines.join('\n')}\n`,
    ].join('\n');
  }
}

export const pem = (folder: string, ...names: string[]): string =>
  names.map((name) => readFileSync(join(folder, `${name}.pem`), 'utf8')).join('');

/** A file name that no other test uses. */
export const unused = (): string => randomBytes(6).toString('hex');
