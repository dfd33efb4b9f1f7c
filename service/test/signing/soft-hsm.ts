import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {openssl} from '../certificates/openssl-authority.js';
import {installPeer} from './optional-peers.js';

/** Paths at which distributions install it. */
export const softHsm = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find((path) => existsSync(path));

/** False if SoftHSM and graphene-pk11 can be used; otherwise the reason for skipping their tests. */
export const noSoftHsm: string | false = softHsm
  ? installPeer('graphene-pk11')
  : 'SoftHSM (softhsm2) is not installed';

/** Signers that are required: tests fail without them instead of being skipped. */
const required = (process.env['REQUIRED_SIGNERS'] ?? '').split(',');
if (noSoftHsm !== false && required.includes('pkcs11')) {
  throw new Error(`REQUIRED_SIGNERS: ${noSoftHsm}.`);
}

export const PIN = '57005';
const SO_PIN = '1234567';

/** A folder of tokens; this process uses one at a time. */
export class SoftHsm {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'tokens'), {recursive: true});
    const configuration = join(folder, 'softhsm2.conf');
    writeFileSync(
      configuration,
      `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
    );
    // SoftHSM has no other configuration; each test file is a separate process.
    process.env['SOFTHSM2_CONF'] = configuration;
  }

  makeToken(label: string): void {
    this.#util('--init-token', '--free', '--label', label, '--so-pin', SO_PIN, '--pin', PIN);
  }

  /** Imports the key of a folder, and deletes it there. */
  import(live: string, token: string, label: string, id = '01'): void {
    openssl(
      live,
      ...['pkcs8', '-topk8', '-nocrypt', '-in', 'signer.key', '-out', join(this.folder, 'p8.pem')],
    );
    this.#util(
      ...['--import', join(this.folder, 'p8.pem'), '--token', token],
      ...['--label', label, '--id', id, '--pin', PIN],
    );
    renameSync(join(live, 'signer.key'), join(this.folder, 'was-signer.key'));
  }

  /** Removes all tokens from their slots. */
  remove(): void {
    const tokens = join(this.folder, 'tokens');
    mkdirSync(join(this.folder, 'away'));
    for (const name of readdirSync(tokens)) {
      renameSync(join(tokens, name), join(this.folder, 'away', name));
    }
  }

  putBack(): void {
    const away = join(this.folder, 'away');
    for (const name of readdirSync(away)) {
      renameSync(join(away, name), join(this.folder, 'tokens', name));
    }
  }

  #util(...args: string[]): void {
    execFileSync('softhsm2-util', args, {stdio: ['ignore', 'ignore', 'pipe']});
  }
}
