import {request as httpRequest, type IncomingMessage} from 'node:http';
import {request as httpsRequest} from 'node:https';

export interface CheckRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /**
   * The body is only the beginning of one of `length` bytes. The connection is ended `wait` milliseconds after it was sent,
   * unless the server has answered before.
   */
  unfinished?: {length: number; wait: number};
  /** Milliseconds until the request is given up, including the answer's body. */
  timeout: number;
}

/** A complete answer. Redirects are not followed. */
export interface Answer {
  name: 'answered';
  status: number;
  headers: Headers;
  body: string;
  /** Milliseconds from the request to the end of the answer. */
  took: number;
}

export type Outcome =
  | Answer
  /** `reason` is a sentence. */
  | {name: 'failed'; reason: string}
  | {name: 'late'};

/** Longer answers are not read to their end: no answer to an upload is that long. */
const MOST_BYTES = 1_000_000;

/** Sends one request on a connection of its own. Always resolves, after `timeout` at the latest. */
export function send(asked: CheckRequest): Promise<Outcome> {
  const {url, method, body, unfinished, timeout} = asked;
  const started = performance.now();
  const length = unfinished?.length ?? body?.length ?? (method === 'POST' ? 0 : undefined);
  const headers = {
    ...asked.headers,
    ...(length === undefined ? undefined : {'Content-Length': String(length)}),
  };
  return new Promise((resolve) => {
    let state: 'asking' | 'answering' | 'over' = 'asking';
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = open(url, {method, headers, agent: false});
    let timer = setTimeout(() => done({name: 'late'}), timeout);
    function done(outcome: Outcome): void {
      state = 'over';
      clearTimeout(timer);
      resolve(outcome);
      request.destroy();
    }
    const fail = (error: Error): void => done({name: 'failed', reason: reasonOf(error, url)});
    request.on('response', (response) => {
      state = 'answering';
      answerOf(response, started).then(done, fail);
    });
    request.on('error', (error) => {
      // A server that refuses a file may close the connection while the file is being sent. Its answer counts.
      if (state === 'asking') fail(error);
    });
    if (!unfinished) return void request.end(body);
    request.write(body ?? '', () => {
      if (state === 'over') return;
      clearTimeout(timer);
      timer = setTimeout(() => done({name: 'late'}), Math.min(unfinished.wait, timeout));
    });
  });
}

async function answerOf(response: IncomingMessage, started: number): Promise<Answer> {
  const {statusCode: status = 0} = response;
  const body = await textOf(response);
  const took = performance.now() - started;
  return {name: 'answered', status, headers: headersOf(response), body, took};
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

function headersOf({rawHeaders}: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    headers.append(name, value);
  }
  return headers;
}

function reasonOf(error: Error & {code?: string}, {host, protocol}: URL): string {
  switch (error.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host ${host}, or no network.`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${host}: the connection was refused.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The server ended the connection without an answer.';
    default:
      return protocol === 'https:'
        ? `The connection failed (${error.message}). Browsers need a certificate that they trust, too.`
        : `The connection failed (${error.message}).`;
  }
}
