import {Agent, request as httpRequest} from 'node:http';

export interface Answer {
  status: number;
  body: Buffer;
}

/**
 * Shared by all groups, which may run at the same time, so it is never closed. Its idle connections do not keep the
 * process alive.
 */
const agent = new Agent({keepAlive: true, maxSockets: Infinity});

/** Sends a POST on a kept connection and reads the whole answer. Rejects if there is none. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {method: 'POST', agent, headers: {...headers, 'content-length': body.length}},
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          resolve({status: response.statusCode ?? 0, body: Buffer.concat(chunks)});
        });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

export async function postForOk(...[url, headers, body]: Parameters<typeof post>): Promise<Buffer> {
  const answer = await post(url, headers, body);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body.toString()}`);
  return answer.body;
}
