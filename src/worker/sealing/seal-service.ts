import {sendAuthenticated, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {isSilent, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {retryAfterOf} from '@sealed-capture/seal/model/service-error.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import {parseJson, serviceError} from '@sealed-capture/seal/model/service-error.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {Http, HttpRequest} from '../../ports/browser/http.js';
import {RequestAuthentication} from './authenticated-request.js';
import {multipart} from './multipart.js';

const SEAL_TIMEOUT_MS = 30_000;
/** Bytes that a connection on which a file is sealed carries in a millisecond: 256 kbit/s. */
const SLOWEST = 32;
/** Less than the lease of a chosen file, so that no other page sends it meanwhile. */
const LONGEST_PROTECT_MS = 270_000;
/** A request that fails later than this had reached the service: it was its file that took too long. */
const REACHED_MS = 20_000;

export interface SealCall {
  endpoint: string;
  authorization: Authorization;
  /** The request without the time of sending, which is added. */
  request: Omit<SealRequest, 'requestedAt'>;
  signal: AbortSignal;
}

/** A file with a seal, above which another is to be made. */
export interface ProtectCall
  extends
    Omit<SealCall, 'request'>,
    Pick<SealRequest, 'captureId' | 'mediaType' | 'metadata' | 'set'> {
  media: ArrayBuffer;
}

/**
 * Pointers to the device's times. If the service refuses one, the request is repeated without it, so that a wrong
 * clock prevents no seal.
 */
const CAPTURED_AT = '/metadata/capturedAt';
const REQUESTED_AT = '/requestedAt';

/** Requests seals from the service. */
export class SealService {
  readonly #http: Http;
  readonly #clock: Clock;
  readonly #authentication: RequestAuthentication;

  constructor(http: Http, clock: Clock, authentication = new RequestAuthentication(clock)) {
    this.#http = http;
    this.#clock = clock;
    this.#authentication = authentication;
  }

  /** Requests the manifest store for a capture. Rejects with the code of what went wrong. */
  async seal(call: SealCall): Promise<ArrayBuffer> {
    const refused = new Set<string>();
    for (;;) {
      const answer = await this.#ask(call, refused);
      if (answer instanceof ArrayBuffer) return answer;
      const more = answer.pointers.filter(
        (one) => [CAPTURED_AT, REQUESTED_AT].includes(one) && !refused.has(one),
      );
      if (more.length === 0) throw answer.error;
      for (const pointer of more) refused.add(pointer);
    }
  }

  async #ask(
    {endpoint, authorization, request, signal}: SealCall,
    refused: ReadonlySet<string>,
  ): Promise<ArrayBuffer | {error: SealedCaptureError; pointers: string[]}> {
    const isTimeless = refused.has(CAPTURED_AT);
    const metadata = {...request.metadata, ...(isTimeless && {capturedAt: undefined})};
    const requestedAt = new Date(this.#clock.now()).toISOString();
    const timed = refused.has(REQUESTED_AT) ? undefined : requestedAt;
    return this.#send(authorization, 'application/c2pa', {
      url: `${endpoint}/seal`,
      method: 'POST',
      headers: {'Content-Type': 'application/json', 'Idempotency-Key': request.captureId},
      body: JSON.stringify({...request, metadata, requestedAt: timed}),
      timeout: SEAL_TIMEOUT_MS,
      signal,
    });
  }

  /**
   * Has a file sealed above the seal that it has, even if that is broken, and returns the sealed file. Rejects like
   * {@link seal}.
   */
  async protect(call: ProtectCall): Promise<ArrayBuffer> {
    const {endpoint, authorization, captureId, mediaType, metadata, media, set, signal} = call;
    const fields = [
      ['metadata', JSON.stringify(metadata)],
      ['requestedAt', new Date(this.#clock.now()).toISOString()],
      ['parent', 'keep-broken'],
      ...(set ? [['set', JSON.stringify(set)] as const] : []),
    ] as const;
    const {type, bytes} = multipart(fields, media, mediaType);
    // Only JSON can be encrypted: this is protected by https alone.
    const plain = 'encrypts' in authorization ? {...authorization, encrypts: false} : authorization;
    const began = this.#clock.now();
    const answer = await this.#send(plain, mediaType, {
      url: `${endpoint}/protect`,
      method: 'POST',
      headers: {'Content-Type': type, 'Idempotency-Key': captureId},
      body: bytes,
      timeout: Math.min(SEAL_TIMEOUT_MS + bytes.byteLength / SLOWEST, LONGEST_PROTECT_MS),
      signal,
    }).catch((thrown: unknown) => {
      const isSlow =
        thrown instanceof SealedCaptureError &&
        isSilent(thrown.code) &&
        this.#clock.now() - began >= REACHED_MS;
      throw isSlow ? tooSlow(thrown) : thrown;
    });
    if (answer instanceof ArrayBuffer) return answer;
    throw answer.error;
  }

  /** Sends a request; resolves to the body of an answer of this type, or to what went wrong. */
  async #send(
    authorization: Authorization,
    type: string,
    asked: HttpRequest,
  ): Promise<ArrayBuffer | {error: SealedCaptureError; pointers: string[]}> {
    const accepted = {Accept: `${type}, application/problem+json`};
    const unsigned = {...asked, headers: {...asked.headers, ...accepted}};
    const {status, headers, body} = await sendAuthenticated({
      authenticate: () => this.#authentication.authenticate(unsigned, authorization),
      send: (sent) => this.#http.send(sent.request),
      correctClock: (answer, {correction}) =>
        this.#authentication.correctClock(answer.headers.get('Date'), correction),
    });
    if (status !== 200) {
      // A Retry-After date is by the service's clock, because the device's may be wrong.
      const now = Date.parse(headers.get('Date') ?? '') || this.#clock.now();
      const retryAfter = retryAfterOf(headers.get('Retry-After'), now);
      const text = new TextDecoder().decode(body);
      const error = serviceError(status, text, retryAfter, unsigned.url);
      return {error, pointers: pointersOf(status, text)};
    }
    if (!headers.get('Content-Type')?.startsWith(type)) {
      throw new SealedCaptureError('response_invalid', 'What answered is not a sealing service.', {
        status,
      });
    }
    return body;
  }
}

/** Counted, unlike a service that does not answer: the same file would be sent without end. */
const tooSlow = (cause: SealedCaptureError): SealedCaptureError =>
  new SealedCaptureError('service_unavailable', 'The connection is too slow for this file.', {
    cause,
  });

/** JSON Pointers to the fields that the service refuses. */
function pointersOf(status: number, body: string): string[] {
  const problem = status === 400 ? parseJson(body) : undefined;
  const errors = isRecord(problem) && Array.isArray(problem['errors']) ? problem['errors'] : [];
  return errors.map((one: unknown) => (isRecord(one) ? String(one['pointer']) : ''));
}
