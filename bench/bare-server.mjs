// The baseline for the service: the least that a server can do for the same requests. Started by bare-server.ts.
//   POST /inspect  reads {"image":"<Base64>"} with the same engine in two threads, without asking whom to trust, and
//                  returns the engine's result
//   POST /hash     hashes the body and returns the hash
import {createHash} from 'node:crypto';
import {createServer} from 'node:http';
import {fileURLToPath} from 'node:url';
import {isMainThread, parentPort, Worker} from 'node:worker_threads';
import {bareInspection, startBareEngine} from './bare-engine.mjs';

const OPENING = '{"image":"'.length;
const CLOSING = '"}'.length;

if (isMainThread) {
  await serve();
} else {
  startBareEngine();
  parentPort.on('message', async (body) => {
    const text = Buffer.from(body).latin1Slice(OPENING, body.byteLength - CLOSING);
    parentPort.postMessage(await bareInspection(Buffer.from(text, 'base64')));
  });
  parentPort.postMessage('ready');
}

async function serve() {
  const file = fileURLToPath(import.meta.url);
  const answered = (thread) => new Promise((resolve) => thread.once('message', resolve));
  const free = [new Worker(file), new Worker(file)];
  await Promise.all(free.map(answered));
  const waiting = [];

  async function inspect(body) {
    const thread = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
    thread.postMessage(body.buffer, [body.buffer]);
    const answer = await answered(thread);
    const next = waiting.shift();
    if (next) next(thread);
    else free.push(thread);
    return answer;
  }

  const server = createServer((request, response) => {
    // A page of another origin asks, too, with the headers of the bench's browser.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return response.end();
    const body = Buffer.allocUnsafeSlow(Number(request.headers['content-length']));
    let length = 0;
    request.on('data', (chunk) => (length += chunk.copy(body, length)));
    request.on('end', async () => {
      if (request.url === '/inspect') return response.end(await inspect(body));
      const hash = createHash('sha256').update(body).digest('base64');
      response.setHeader('content-digest', `sha-256=:${hash}:`).end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
}
