import {SealedCaptureError} from '../../model/errors.js';
import {
  PROCESSOR,
  type WorkletAnswer,
  type WorkletOptions,
  type WorkletRequest,
} from './mp3/messages.js';
import {recorderWorkletUrl} from './script-urls.js';
import type {SoundSource} from './sound-source.js';
import {NAMES_FOLDER} from '../worker-channel/worker-script.js';

/** Loads the worklet's script. Rejects with `worker_unavailable` if it is blocked or not found. */
export async function addWorklet(context: AudioContext): Promise<void> {
  const address = recorderWorkletUrl();
  try {
    await context.audioWorklet.addModule(address);
  } catch (cause) {
    // The browser does not tell the page which of the two it is.
    const message = `The worklet script ${address} is not there, or the Content-Security-Policy forbids it (script-src). ${NAMES_FOLDER}`;
    throw new SealedCaptureError('worker_unavailable', message, {cause});
  }
}

/** The worklet, as the page sees it. */
export class RecorderNode {
  readonly #node: AudioWorkletNode;

  /** @param onBroken called when the worklet has thrown and sends no more */
  constructor(
    {context, node: source}: SoundSource,
    options: WorkletOptions,
    onAnswer: (answer: WorkletAnswer) => void,
    onBroken: () => void,
  ) {
    const node = new AudioWorkletNode(context, PROCESSOR, {
      channelCount: options.channels,
      channelCountMode: 'explicit',
      processorOptions: options,
    });
    node.port.onmessage = ({data}: MessageEvent<WorkletAnswer>) => onAnswer(data);
    node.onprocessorerror = onBroken;
    // Connected to a silent output: browsers may not run a node without one.
    source.connect(node).connect(context.destination);
    this.#node = node;
  }

  ask(request: WorkletRequest, ...transfer: Transferable[]): void {
    this.#node.port.postMessage(request, transfer);
  }

  close(): void {
    this.#node.onprocessorerror = this.#node.port.onmessage = null;
    this.#node.port.close();
    this.#node.disconnect();
  }
}
