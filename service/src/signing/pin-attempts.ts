import {randomBytes, scryptSync} from 'node:crypto';
import {open, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import Type from 'typebox';
import {Value} from 'typebox/value';
import {readIfPresent, readPrivateFile, writePrivateFile} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {HolderFailed} from './key-holder.js';

/** Milliseconds that another process may take to log in, and between checks for it. */
const LONGEST_MS = 20_000;
const RETRY_MS = 50;

const RefusedPin = Type.Object({salt: Type.String(), hash: Type.String()});

/**
 * Prevents that a PIN which a token has refused is tried again by any process, or after a restart: tokens lock
 * after a few wrong PINs. One process at a time logs in. Refused PINs are stored in the data folder, salted and
 * hashed.
 */
export class PinAttempts {
  readonly #refused: string;
  readonly #lock: string;

  /** @param folder private folder, shared by all processes of this machine */
  constructor(folder: string) {
    this.#refused = join(folder, 'refused-pin.json');
    this.#lock = join(folder, 'login.lock');
  }

  /**
   * Logs in, unless the token has refused this PIN before.
   *
   * @param login resolves to the reason if the token refused the PIN, otherwise to undefined; rejects if the token
   *   was not asked
   * @throws {SettingsError} if the PIN was refused, now or before; {@link HolderFailed} if another process takes
   *   too long; also what `login` throws
   */
  async attempt(pin: string, login: () => Promise<string | undefined>): Promise<void> {
    await this.#refuseKnown(pin);
    await this.#takeTurn();
    try {
      // Another process may have found out meanwhile.
      await this.#refuseKnown(pin);
      const reason = await login();
      if (reason === undefined) return;
      await this.#remember(pin);
      throw this.#refusal(reason);
    } finally {
      await rm(this.#lock, {force: true});
    }
  }

  async #refuseKnown(pin: string): Promise<void> {
    const text = await readIfPresent(this.#refused, readPrivateFile);
    if (text === undefined) return;
    let known: unknown;
    try {
      known = JSON.parse(text);
    } catch {
      return;
    }
    if (Value.Check(RefusedPin, known) && hashOf(pin, known.salt) === known.hash) {
      throw this.#refusal('The PKCS #11 token has refused this PIN before.');
    }
  }

  async #remember(pin: string): Promise<void> {
    const salt = randomBytes(16).toString('base64');
    await writePrivateFile(this.#refused, JSON.stringify({salt, hash: hashOf(pin, salt)}));
  }

  #refusal(reason: string): SettingsError {
    return new SettingsError(
      `SEALED_CAPTURE_SIGNER: ${reason} It is not tried again, since tokens lock: put another PIN in its place, or delete ${this.#refused} where it is right after all.`,
    );
  }

  async #takeTurn(): Promise<void> {
    const end = performance.now() + LONGEST_MS;
    for (;;) {
      try {
        await (await open(this.#lock, 'wx', 0o600)).close();
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const since = await stat(this.#lock).then(
        ({mtimeMs}) => mtimeMs,
        () => Infinity,
      );
      // The lock of a process that was killed while it logged in.
      if (Date.now() - since > LONGEST_MS) await rm(this.#lock, {force: true});
      else if (performance.now() > end) {
        throw new HolderFailed('Another process takes too long to log in to the PKCS #11 token.');
      } else await sleep(RETRY_MS);
    }
  }
}

const hashOf = (pin: string, salt: string): string =>
  scryptSync(pin, Buffer.from(salt, 'base64'), 32).toString('base64');
