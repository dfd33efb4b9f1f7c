import {hash as hashOf} from 'node:crypto';
import {Worker} from 'node:worker_threads';
import {sealAlgorithms, type SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {threadScript} from '../files/thread-script.js';
import {SettingsError} from '../settings/settings-error.js';
import type {Pkcs11Setting} from '../settings/signer-setting.js';
import {HolderFailed, type KeyHolder} from './key-holder.js';
import {peerAddress} from './peer.js';
import {PinAttempts} from './pin-attempts.js';
import type {Pkcs11Answer, Pkcs11Call, Pkcs11WorkerData} from './pkcs11-calls.js';
import {readSecret} from './secret.js';

type Failed = Extract<Pkcs11Answer, {name: 'failed'}>;
type Sent<Call> = Call extends Pkcs11Call ? Omit<Call, 'id'> : never;

/**
 * Signs with a key of a PKCS #11 token, in a thread of its own, with the library that the operator has installed.
 * After a failure the token is looked up again.
 *
 * @param dataFolder where refused PINs are recorded
 * @throws {SettingsError} if the library is not installed, or a required PIN is missing
 */
export async function openPkcs11(
  {pin: source, ...setting}: Pkcs11Setting,
  algorithm: SealAlgorithm,
  dataFolder: string,
): Promise<KeyHolder> {
  const pin = source && (await readSecret(source));
  const library = peerAddress('graphene-pk11');
  const {hash} = sealAlgorithms[algorithm];
  return new Pkcs11Holder({library, setting}, pin, hash, new PinAttempts(dataFolder));
}

class Pkcs11Holder implements KeyHolder {
  readonly name = 'the PKCS #11 token';
  readonly #workerData: Pkcs11WorkerData;
  readonly #pin: string | undefined;
  readonly #hash: string;
  readonly #pending = new Map<number, (answer: Pkcs11Answer) => void>();
  #worker: Worker | undefined;
  #lastId = 0;
  #opened: Promise<void> | undefined;
  readonly #attempts: PinAttempts;

  constructor(
    workerData: Pkcs11WorkerData,
    pin: string | undefined,
    hash: string,
    attempts: PinAttempts,
  ) {
    this.#hash = hash;
    this.#attempts = attempts;
    this.#workerData = workerData;
    this.#pin = pin;
  }

  async publicKey(): Promise<undefined> {
    await this.#open();
  }

  async sign(data: Uint8Array): Promise<Uint8Array> {
    const digest = hashOf(this.#hash, data, 'buffer');
    const opened = this.#open();
    await opened;
    const answer = await this.#ask({name: 'sign', digest});
    if (answer.name === 'signed') return answer.signature;
    // The next signature looks the token up again, unless that has begun already.
    if (this.#opened === opened) this.#opened = undefined;
    throw problemOf(answer);
  }

  close(): void {
    void this.#worker?.terminate();
  }

  #open(): Promise<void> {
    const pin = this.#pin;
    this.#opened ??= (pin === undefined ? this.#askToOpen() : this.#logIn(pin)).catch(
      (error: unknown) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  #logIn(pin: string): Promise<void> {
    return this.#attempts.attempt(pin, async () => {
      const answer = await this.#ask({name: 'open', pin});
      if (answer.name === 'failed' && answer.kind === 'pin') return answer.reason;
      if (answer.name !== 'opened') throw problemOf(answer);
      return undefined;
    });
  }

  async #askToOpen(): Promise<void> {
    const answer = await this.#ask({name: 'open', pin: undefined});
    if (answer.name !== 'opened') throw problemOf(answer);
  }

  #ask(call: Sent<Pkcs11Call>): Promise<Pkcs11Answer> {
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      worker.postMessage({...call, id});
    });
  }

  #start(): Worker {
    const {filename, execArgv} = threadScript(import.meta.url, 'pkcs11-worker');
    const worker = new Worker(filename, {workerData: this.#workerData, execArgv});
    worker.on('message', (answer: Pkcs11Answer) => {
      const resolve = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      // An idle thread must not keep the process running.
      if (this.#pending.size === 0) worker.unref();
      resolve?.(answer);
    });
    // If the thread ends, its pending requests fail.
    const onEnd = () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#opened = undefined;
      for (const [id, resolve] of this.#pending) {
        resolve({
          id,
          name: 'failed',
          reason: 'The PKCS #11 module ended its thread.',
          kind: 'passing',
        });
      }
      this.#pending.clear();
    };
    worker.on('error', onEnd).on('exit', onEnd);
    return worker;
  }
}

function problemOf(answer: Pkcs11Answer): Error {
  const {reason, kind} = answer as Failed;
  return kind === 'passing'
    ? new HolderFailed(reason)
    : new SettingsError(`SEALED_CAPTURE_SIGNER: ${reason}`);
}
