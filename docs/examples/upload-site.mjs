// A site whose page takes sealed photos and uploads them. It serves the page, the elements' scripts, tokens and uploads:
// SERVICE=https://seals.example KEY_ID=… API_SECRET=… ORIGIN=http://localhost:3000 node upload-site.mjs
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname} from 'node:path';
import {tokenHandler} from './mint-token.mjs';
import {uploadHandler} from './upload-server.mjs';

const {SERVICE, KEY_ID: keyId, API_SECRET: apiSecret, ORIGIN: origin, FOLDER} = process.env;
if (!SERVICE || !keyId || !apiSecret || !origin) {
  console.error(
    'Set SERVICE, KEY_ID, API_SECRET and ORIGIN, as the first lines of this file show.',
  );
  process.exit(2);
}

/** Put your own login here: everybody who opens this site is this user, may upload, and has photos sealed with your key. */
const userOf = () => 'everybody';

const answerToken = tokenHandler({
  baseUrl: `${SERVICE}/protection/sandbox`,
  keyId,
  apiSecret,
  origin,
  userOf,
});
const isLoggedIn = (request) => userOf(request) !== undefined;
const answerUpload = uploadHandler({folder: FOLDER ?? 'uploads', isLoggedIn});
const types = {'.js': 'text/javascript', '.wasm': 'application/wasm'};

async function answerPage(response) {
  const page = await readFile(new URL('./upload-page.html', import.meta.url), 'utf8');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(page.replace('https://seals.example', SERVICE));
}

/** The elements, as the package has them. `path` is that of a URL, in which no ".." is left. */
async function answerScript(path, response) {
  const dist = new URL('./dist/web/', import.meta.resolve('sealed-capture/package.json'));
  try {
    // Relative, whatever it begins with: "//etc/…" and "file:…" would lead out of the folder.
    const file = await readFile(new URL(`.${path.slice('/sealed-capture'.length)}`, dist));
    response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
    response.end(file);
  } catch {
    response.writeHead(404).end();
  }
}

createServer(async (request, response) => {
  // Anybody can send "//", which is no address; nothing that a request contains may end this process.
  if (!URL.canParse(request.url, origin)) return response.writeHead(400).end();
  const {pathname} = new URL(request.url, origin);
  // A name of another site may be made to resolve to this server (DNS rebinding).
  const isForThisSite = request.headers.host === new URL(origin).host;
  // Another site's page cannot use this visitor's login: browsers name the origin of each POST.
  const isOwn = request.method === 'GET' || request.headers.origin === origin;
  try {
    if (!isForThisSite) response.writeHead(421).end();
    else if (!isOwn) response.writeHead(403).end();
    else if (pathname === '/') await answerPage(response);
    else if (pathname === '/token') await answerToken(request, response);
    else if (pathname === '/uploads') await answerUpload(request, response);
    else if (pathname.startsWith('/sealed-capture/')) await answerScript(pathname, response);
    else response.writeHead(404).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(new URL(origin).port, 'localhost', () => console.log(`The site is at ${origin}`));
