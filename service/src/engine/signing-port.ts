import {MessageChannel, type MessagePort} from 'node:worker_threads';
import type {Signer} from '@sealed-capture/seal/writing/signer.js';

// Threads read hostile files, so they have no key. They ask the event loop for each signature.

/** A thread's request for a signature. */
interface SigningCall {
  name: 'sign' | 'timestamp';
  bytes: Uint8Array;
}

type SigningAnswer = {name: 'signed'; bytes: Uint8Array} | {name: 'failed'};

/** The event loop's end: signs for the thread that has the port, for the duration of one job. */
export class SigningForThread {
  /** The port for the thread. */
  readonly port: MessagePort;
  /** Why a signature or time stamp could not be made. This error is not sent through the thread. */
  failure: Error | undefined;
  readonly #own: MessagePort;
  #isClosed = false;

  /** @param onWait called when the thread begins to wait for a signature, and when it has it */
  constructor(signer: Signer, onWait: (isWaiting: boolean) => void) {
    const {port1, port2} = new MessageChannel();
    this.port = port2;
    this.#own = port1;
    port1.on('message', (call: SigningCall) => {
      onWait(true);
      void this.#answer(signer, call).then((answer) => {
        if (this.#isClosed) return;
        onWait(false);
        port1.postMessage(answer);
      });
    });
  }

  async #answer(signer: Signer, {name, bytes}: SigningCall): Promise<SigningAnswer> {
    try {
      const made = await (name === 'sign' ? signer.sign(bytes) : signer.timestamp?.(bytes));
      if (!made) throw new TypeError('There is no time-stamp authority here.');
      return {name: 'signed', bytes: made};
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      return {name: 'failed'};
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#own.close();
  }
}

/**
 * The thread's end: requests a signature or time stamp.
 * @throws if there is none; the event loop has the reason
 */
export async function askForSignature(
  port: MessagePort,
  name: SigningCall['name'],
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const answer = await new Promise<SigningAnswer>((resolve, reject) => {
    const onClose = () => reject(new Error('The job was given up.'));
    port.once('close', onClose);
    port.once('message', (given: SigningAnswer) => {
      port.off('close', onClose);
      resolve(given);
    });
    port.postMessage({name, bytes} satisfies SigningCall);
  });
  if (answer.name === 'failed') throw new Error('The event loop has made no signature.');
  return answer.bytes;
}
