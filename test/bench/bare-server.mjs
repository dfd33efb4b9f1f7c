// The baseline for the service: the least that a server can do for the same requests. Started by bare-server.ts.
//   POST /inspect  reads {"image":"<Base64>"} with the same engine in two threads, and returns the engine's result
//   POST /hash     hashes the body and returns the hash
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {isMainThread, parentPort, Worker, workerData} from 'node:worker_threads';

const OPENING = '{"image":"'.length;
const CLOSING = '"}'.length;

if (isMainThread) {
  process.once('message', (settings) => void serve(settings));
} else {
  const {initSync, WasmReader} = await import('@contentauth/c2pa-wasm');
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  initSync({module: readFileSync(path)});
  parentPort.on('message', async (body) => {
    const text = Buffer.from(body).latin1Slice(OPENING, body.byteLength - CLOSING);
    const reader = await WasmReader.fromBytes(
      'image/jpeg',
      Buffer.from(text, 'base64'),
      workerData,
    );
    const {validation_state} = JSON.parse(reader.json());
    const manifests = JSON.parse(reader.crJson());
    reader.free();
    parentPort.postMessage(JSON.stringify({validation_state, manifests}));
  });
  parentPort.postMessage('ready');
}

async function serve(settings) {
  const file = fileURLToPath(import.meta.url);
  const answered = (thread) => new Promise((resolve) => thread.once('message', resolve));
  const free = [new Worker(file, {workerData: settings}), new Worker(file, {workerData: settings})];
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
