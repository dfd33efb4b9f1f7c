import type {HttpRequest, HttpResponse, Upload, UploadOptions} from 'tus-js-client';
import {otherBytes} from '@sealed-capture/seal/model/delivery/answer.js';
import {digestVerdict} from '@sealed-capture/seal/model/delivery/digests.js';
import {givenUp, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {DeliveryContext} from '@sealed-capture/seal/model/protection-config.js';
import {deliveryAddress} from './delivery-request.js';
import {headersOf} from './readable-headers.js';
import {
  AddressFailed,
  failureOf,
  namedUseless,
  offsetAfter,
  offsetOf,
  requireAnswer,
  takesNothing,
  xhrOf,
} from './tus-answer.js';
import type {RememberedUpload} from './tus-memory.js';

export interface TusAttemptSettings {
  file: Blob;
  chunkSize: number;
  withCredentials: boolean;
  /** Milliseconds without progress until `timeout`. */
  patience: number;
  /** Attempts in which a remembered address may fail to say what it has, before it is given up. */
  mostUnanswered: number;
  /** What an attempt has failed with, as far as it can be found out. */
  explain: (thrown: unknown) => Promise<unknown>;
  /** Stores what was learned of the address. */
  note: (learned: RememberedUpload) => Promise<void>;
}

/** Times the size of the file that the requests of one attempt may carry together. */
const MOST_SIZES = 2;

/** One attempt to upload a file, at a new address or at a remembered one. */
export class TusAttempt {
  readonly #upload: Upload;
  readonly #settings: TusAttemptSettings;
  #learned: RememberedUpload;
  /** Whether a remembered address was asked what it has. */
  #head: 'none' | 'asked' | 'answered' = 'none';
  #bytes = 0;
  /** The request with the last bytes was sent, and not answered yet. */
  #isLastSent = false;

  constructor(upload: Upload, settings: TusAttemptSettings, known?: RememberedUpload) {
    this.#upload = upload;
    this.#settings = settings;
    this.#learned = known ?? {url: '', offset: 0, unanswered: 0, stuck: 0, isRefused: false};
  }

  /** Resolves once the server has the file. Rejects with {@link AddressFailed} if a remembered address is of no use. */
  async run(context: DeliveryContext): Promise<{location?: string}> {
    const {offset: before} = this.#learned;
    try {
      return await this.#send(context);
    } catch (failure) {
      const thrown = await this.#settings.explain(failure);
      const {unanswered, stuck, offset, url} = this.#learned;
      const isHidden = thrown instanceof SealedCaptureError && thrown.code === 'origin_not_allowed';
      const isAnswered =
        isHidden || (thrown instanceof SealedCaptureError && thrown.status !== undefined);
      // What the browser hides may be a refusal, after which a HEAD shows all bytes as well.
      if (isHidden && this.#isLastSent) await this.#note({isRefused: true});
      if (context.signal.aborted || !url || thrown instanceof AddressFailed) throw thrown;
      if (this.#head === 'asked') {
        if (unanswered + 1 >= this.#settings.mostUnanswered)
          throw new AddressFailed('', {cause: thrown});
        await this.#note({unanswered: unanswered + 1});
      } else if (isAnswered && offset <= before) await this.#note({stuck: stuck + 1});
      throw thrown;
    }
  }

  #note(learned: Partial<RememberedUpload>): Promise<void> {
    this.#learned = {...this.#learned, ...learned};
    return this.#settings.note(this.#learned);
  }

  #send({signal, onProgress}: DeliveryContext): Promise<{location?: string}> {
    const {patience, withCredentials} = this.#settings;
    const upload = this.#upload;
    return new Promise((resolve, reject) => {
      let stalled: ReturnType<typeof setTimeout> | undefined;
      let isOver = false;
      const settled = (): void => {
        isOver = true;
        clearTimeout(stalled);
        signal.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error): void => {
        settled();
        reject(error);
      };
      const giveUp = (error: SealedCaptureError): void => {
        fail(error);
        void upload.abort();
      };
      const onAbort = (): void => giveUp(givenUp());
      const goesOn = (): void => {
        if (isOver) return;
        clearTimeout(stalled);
        stalled = setTimeout(() => {
          const message = 'The server that takes uploads did not answer in time.';
          giveUp(new SealedCaptureError('timeout', message));
        }, patience);
      };
      Object.assign(upload.options, {
        onBeforeRequest: async (request) => {
          await this.#mayAsk(request);
          // Aborted while the library looked up the file's address.
          if (isOver) throw givenUp();
          goesOn();
          xhrOf(request).withCredentials = withCredentials;
        },
        onAfterResponse: (request, response) => this.#accept(request, response),
        onProgress: (sent, total) => {
          goesOn();
          onProgress(sent, total);
        },
        onSuccess: () => {
          settled();
          resolve({location: upload.url ?? undefined});
        },
        onError: (error) => fail(failureOf(error)),
      } satisfies UploadOptions);
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, {once: true});
      goesOn();
      upload.start();
    });
  }

  /** @throws before a request that must not be sent */
  async #mayAsk(request: HttpRequest): Promise<void> {
    const method = request.getMethod();
    const isRemembered = method === 'HEAD';
    try {
      deliveryAddress(request.getURL());
    } catch (thrown) {
      if (isRemembered) throw new AddressFailed('No address for uploads.', {cause: thrown});
      throw namedUseless(request.getURL(), thrown);
    }
    if (isRemembered) this.#head = 'asked';
    if (method !== 'PATCH') return;
    const {size} = this.#settings.file;
    const url = request.getURL();
    if (url !== this.#learned.url) await this.#note({url, offset: 0});
    this.#bytes += this.#lengthOf(request);
    if (this.#bytes > MOST_SIZES * size) throw takesNothing(204);
    this.#isLastSent = this.#isLast(request);
  }

  async #accept(request: HttpRequest, response: HttpResponse): Promise<void> {
    const {size} = this.#settings.file;
    const method = request.getMethod();
    if (method === 'PATCH') return this.#acceptPart(request, response);
    requireAnswer(request, response);
    if (method !== 'HEAD') return;
    const offset = offsetOf(response, size);
    const {isRefused, stuck} = this.#learned;
    if (offset === size && isRefused) {
      throw new AddressFailed('The server has all bytes, and has refused the file.');
    }
    this.#head = 'answered';
    const isFurther = offset > this.#learned.offset;
    await this.#note({offset, unanswered: 0, stuck: isFurther ? 0 : stuck});
  }

  /** A refusal of the last bytes is noted, because a HEAD shows the same offset after it as after a success. */
  async #acceptPart(request: HttpRequest, response: HttpResponse): Promise<void> {
    const length = this.#lengthOf(request);
    this.#isLastSent = false;
    try {
      requireAnswer(request, response);
      if (this.#isLast(request)) await this.#refuseOtherBytes(response);
      await this.#note({offset: offsetAfter(request, response, length), stuck: 0});
    } catch (thrown) {
      if (this.#isLast(request)) await this.#note({isRefused: true});
      throw thrown;
    }
  }

  async #refuseOtherBytes(response: HttpResponse): Promise<void> {
    const headers = headersOf(xhrOf(response));
    const digest = await digestVerdict(headers, response.getBody(), this.#settings.file);
    if (digest === 'other') throw otherBytes(response.getStatus());
  }

  #isLast(request: HttpRequest): boolean {
    return this.#startOf(request) + this.#lengthOf(request) >= this.#settings.file.size;
  }

  readonly #startOf = (request: HttpRequest): number => Number(request.getHeader('Upload-Offset'));

  #lengthOf(request: HttpRequest): number {
    const {file, chunkSize} = this.#settings;
    return Math.min(chunkSize, file.size - this.#startOf(request));
  }
}
