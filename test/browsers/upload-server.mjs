// Upload servers, beside a browser test run. The command `upload-server` returns their addresses. They are started when
// the first test needs them.
import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';

const MEGABYTE = 1_000_000;

/** The server's answer at each path, after it has read the body. */
const answers = {
  '/stored': (response) => response.writeHead(204).end(),
  '/created': (response) => response.writeHead(response.req.method === 'GET' ? 405 : 201).end(),
  '/says-created': (response) => response.writeHead(201).end(),
  // What a GET gets: a list in JSON.
  '/list': (response) => response.end('[]'),
  '/presigned': (response) => response.writeHead(200, {etag: '"1"'}).end(),
  '/located': (response) => response.writeHead(201, {location: '/stored/1'}).end(),
  '/portal': (response) => {
    response
      .writeHead(200, {'content-type': 'text/html'})
      .end('<!doctype html><title>Sign in</title>');
  },
  '/busy': (response) => {
    const detail = 'Too many photos today.';
    response.writeHead(429, {'retry-after': '7'}).end(JSON.stringify({detail}));
  },
  '/silent': () => undefined,
  '/cut': (response) => response.writeHead(405).end(),
};

function allowAll(response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', '*');
  response.setHeader('access-control-allow-headers', '*');
  response.setHeader('access-control-expose-headers', 'ETag, Location, Retry-After');
}

async function listen(listener) {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {server, address: `http://localhost:${server.address().port}`};
}

/** Answers at `/shelf/…`: keeps each file that is sent there, lists the names of all, and returns each by its name. */
const shelves = () => {
  const files = new Map();
  return async (request, response, pathname) => {
    if (request.method === 'GET') {
      const file = files.get(pathname);
      const names = [...files.keys()]
        .filter((path) => path.startsWith(`${pathname}/`))
        .map((path) => path.slice(pathname.length + 1));
      return response.end(file ?? JSON.stringify(names));
    }
    files.set(`${pathname}/${request.headers['idempotency-key']}`, await buffer(request));
    return response.writeHead(204).end();
  };
};

export const uploadServer = () => {
  let running;

  const start = async () => {
    const {FileStore} = await import('@tus/file-store');
    const {Server} = await import('@tus/server');
    const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-uploads-'));
    const elsewhere = await listen((request, response) => {
      allowAll(response);
      request.resume().on('end', () => response.writeHead(204).end());
    });
    const shelf = shelves();
    const http = await listen((request, response) => {
      allowAll(response);
      const {pathname} = new URL(request.url, 'http://localhost');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      if (pathname.startsWith('/shelf/')) return void shelf(request, response, pathname);
      if (pathname === '/cut' && request.method !== 'GET') {
        let received = 0;
        return request.on('data', ({length}) => {
          received += length;
          if (received > MEGABYTE) request.socket.resetAndDestroy();
        });
      }
      if (pathname === '/digest') {
        const digest = createHash('sha256').setEncoding('hex');
        return request.pipe(digest).on('finish', () => response.end(digest.read()));
      }
      if (pathname === '/echo') {
        return request.pipe(response.setHeader('content-type', request.headers['content-type']));
      }
      return request.resume().on('end', () => {
        const [, status, to] = /^\/redirect-(\d+)-(.*)/.exec(pathname) ?? [];
        if (to && request.method === 'GET') return answers['/list'](response);
        if (to) {
          const location = to === 'itself' ? pathname : `/${to}`;
          return response.writeHead(Number(status), {location}).end();
        }
        if (pathname === '/uploads') {
          return response.writeHead(request.method === 'POST' ? 204 : 405).end();
        }
        if (pathname !== '/redirect') return answers[pathname](response);
        return response.writeHead(307, {location: `${elsewhere.address}/stored`}).end();
      });
    });
    const tus = new Server({
      path: '/files',
      datastore: new FileStore({directory: folder}),
      namingFunction: () => randomUUID(),
    });
    let cut = 10 * MEGABYTE;
    const files = await listen((request, response) => {
      // The first upload is interrupted once.
      request.on('data', ({length}) => {
        if (cut > 0 && (cut -= length) <= 0) request.socket.resetAndDestroy();
      });
      request.pause();
      void tus.handle(request, response);
    });
    return {
      addresses: {
        http: http.address,
        elsewhere: elsewhere.address,
        files: `${files.address}/files`,
      },
      async close() {
        for (const {server} of [elsewhere, http, files]) {
          server.close();
          server.closeAllConnections();
        }
        await rm(folder, {recursive: true, force: true});
      },
    };
  };

  return {
    name: 'upload-server',
    async executeCommand({command}) {
      if (command !== 'upload-server') return undefined;
      return (await (running ??= start())).addresses;
    },
    async serverStop() {
      await (await running)?.close();
    },
  };
};
