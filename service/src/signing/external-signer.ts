import {randomBytes, verify, X509Certificate, type KeyObject} from 'node:crypto';
import {sealAlgorithms, type SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import type {CertificateLog} from '../certificates/revocation.js';
import {seldom} from '../http/log-seldom.js';
import {SettingsError} from '../settings/settings-error.js';
import {CircuitBreaker} from '../timestamps/circuit-breaker.js';
import {SignerUnavailable, type ClaimSigner} from './claim-signer.js';
import {HolderFailed, type KeyHolder} from './key-holder.js';

/**
 * Longest pause in milliseconds between attempts while the key cannot be used, which clients are told as retry
 * time.
 */
const LONGEST_PAUSE_MS = 30_000;
const SHORTEST_RETRY_MS = 1_000;
/** Milliseconds that the start waits for the key: a module or a connection may be slow at first. */
const START_MS = 15_000;
/** Milliseconds for which a replaced signer serves requests that have begun with it. */
const FAREWELL_MS = 60_000;

export interface ExternalSignerOptions {
  /** DER, leaf first. */
  certificateChain: readonly Uint8Array[];
  /** The algorithm for the key of the first certificate. */
  algorithm: SealAlgorithm;
  holder: KeyHolder;
  /** The certificate's file, named in errors. */
  source: string;
  /** Longest time for a signature in milliseconds. */
  timeout: number;
  log: CertificateLog;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  random?: () => number;
}

/**
 * Signs with a key that another service or device holds. Every signature is verified with the certificate before it
 * is used. While signatures fail, the holder is asked at growing intervals of up to 30 seconds.
 */
export class ExternalSigner implements ClaimSigner {
  readonly certificateChain: readonly Uint8Array[];
  readonly algorithm: SealAlgorithm;
  readonly isElsewhere = true;
  readonly #options: ExternalSignerOptions;
  readonly #publicKey: KeyObject;
  readonly #breaker: CircuitBreaker;
  readonly #mayLog = seldom();
  /** True once the key was found to be that of the certificate. */
  #isChecked = false;
  #hasFailed = false;

  private constructor(options: ExternalSignerOptions) {
    const {certificateChain, algorithm, now = () => performance.now()} = options;
    const [leaf = new Uint8Array()] = certificateChain;
    this.certificateChain = certificateChain;
    this.algorithm = algorithm;
    this.#options = options;
    this.#publicKey = new X509Certificate(leaf).publicKey;
    this.#breaker = new CircuitBreaker(now, options.random ?? Math.random, LONGEST_PAUSE_MS);
  }

  /**
   * Opens a signer, and checks that its key is that of the certificate. If the holder does not answer now, the key
   * is checked before the first signature, and the log says so.
   * @throws {SettingsError} if the key cannot be used with this certificate
   */
  static async open(options: ExternalSignerOptions): Promise<ExternalSigner> {
    const signer = new ExternalSigner(options);
    try {
      await signer.#check(AbortSignal.timeout(Math.max(START_MS, options.timeout)));
    } catch (error) {
      if (error instanceof SettingsError) {
        options.holder.close();
        throw error;
      }
      signer.#failed(error);
    }
    return signer;
  }

  get isWorking(): boolean {
    return !this.#hasFailed;
  }

  async sign(bytes: Uint8Array): Promise<Uint8Array> {
    const {holder, timeout, log} = this.#options;
    if (!this.#breaker.enter()) throw this.#unavailable();
    try {
      const signal = AbortSignal.timeout(timeout);
      if (!this.#isChecked) await this.#check(signal);
      const signature = await unlessAborted(holder.sign(bytes, signal), signal);
      if (!this.#verifies(bytes, signature)) {
        throw new HolderFailed('Its signature does not hold for the certificate.');
      }
      this.#breaker.succeeded();
      if (this.#hasFailed) log.info(`The key that ${holder.name} holds can be used again.`);
      this.#hasFailed = false;
      return signature;
    } catch (error) {
      this.#failed(error);
      throw this.#unavailable(error);
    }
  }

  close(): void {
    // Requests in flight may still sign with it.
    setTimeout(() => this.#options.holder.close(), FAREWELL_MS).unref();
  }

  /** @throws {SettingsError} if the key is not that of the certificate */
  async #check(signal: AbortSignal): Promise<void> {
    const {holder, source} = this.#options;
    const key = await unlessAborted(holder.publicKey(signal), signal);
    const isSame = key ? this.#publicKey.equals(key) : await this.#isShownBySignature(signal);
    if (!isSame) {
      throw new SettingsError(
        `${source}: the key that ${holder.name} holds does not belong to the first certificate.`,
      );
    }
    this.#isChecked = true;
  }

  async #isShownBySignature(signal: AbortSignal): Promise<boolean> {
    const bytes = randomBytes(32);
    const signature = await unlessAborted(this.#options.holder.sign(bytes, signal), signal);
    return this.#verifies(bytes, signature);
  }

  #verifies(bytes: Uint8Array, signature: Uint8Array): boolean {
    const {hash, signatureLength} = sealAlgorithms[this.algorithm];
    const key = {key: this.#publicKey, dsaEncoding: 'ieee-p1363'} as const;
    return signature.length === signatureLength && verify(hash, bytes, key, signature);
  }

  #failed(error: unknown): void {
    const {holder, log} = this.#options;
    this.#breaker.failed();
    this.#hasFailed = true;
    const reason = reasonOf(error);
    if (!this.#mayLog(reason)) return;
    log.error(
      {signer: holder.name, reason},
      'The key that seals cannot be used: nothing is sealed until it can be again.',
    );
  }

  #unavailable(cause?: unknown): SignerUnavailable {
    const {wait} = this.#breaker;
    return new SignerUnavailable(
      `The key that ${this.#options.holder.name} holds cannot be used now.`,
      Math.max(SHORTEST_RETRY_MS, wait),
      {cause},
    );
  }
}

/** What went wrong, for the log and the operator, without any text from the remote side. */
export function reasonOf(error: unknown): string {
  if (error instanceof HolderFailed || error instanceof SettingsError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'It took too long.';
  return 'It failed unexpectedly.';
}

/** Resolves with the answer, or rejects with the signal's reason if that comes first. */
async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, {once: true});
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
