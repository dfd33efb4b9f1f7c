// A signer for sealed-capture-service that runs with Node alone (20.19 or later), as a reference. The key stays on this
// machine. Whoever shows a certificate of the given authority has claims signed with it, and nothing else.
// docs/signing-keys.md describes the protocol.
//
//   node remote-signer.mjs --key signer.key --tls-cert server.pem --tls-key server.key --clients clients-ca.pem \
//                          [--host localhost] [--port 8443] [--allow "name of a client"]...
import {createPrivateKey, createPublicKey, sign} from 'node:crypto';
import {readFileSync, statSync} from 'node:fs';
import {createServer} from 'node:https';
import {parseArgs} from 'node:util';

const {values} = parseArgs({
  options: {
    key: {type: 'string'},
    'tls-cert': {type: 'string'},
    'tls-key': {type: 'string'},
    clients: {type: 'string'},
    host: {type: 'string', default: 'localhost'},
    port: {type: 'string', default: '8443'},
    allow: {type: 'string', multiple: true},
  },
});

const algorithms = {
  ES256: {curve: 'prime256v1', hash: 'sha256'},
  ES384: {curve: 'secp384r1', hash: 'sha384'},
};
/** A claim's Sig_structure holds the certificates and a hash of each assertion. */
const LARGEST_BODY = 256 * 1024;
const REQUEST_MS = 5_000;
/** How the Sig_structure of a COSE_Sign1 begins (RFC 9052, section 4.4): an array of four, and "Signature1". */
const START = Buffer.from('846a5369676e617475726531', 'hex');

function stop(why) {
  console.error(`remote-signer: ${why}`);
  process.exit(1);
}

/** A file that other users must not read. */
function readSecret(path) {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    stop(`${path} can be read by other users. Close it first: chmod 600 ${path}`);
  }
  return readFileSync(path);
}

for (const name of ['key', 'tls-cert', 'tls-key', 'clients']) {
  if (values[name] === undefined) stop(`--${name} is missing.`);
}
const key = createPrivateKey(readSecret(values.key));
const curve = key.asymmetricKeyDetails?.namedCurve;
const [algorithm, hash] = Object.entries(algorithms)
  .filter(([, one]) => one.curve === curve)
  .map(([name, one]) => [name, one.hash])[0] ?? [undefined, ''];
if (!algorithm) stop('The key must be an ECDSA key on P-256 or P-384.');
const publicKey = createPublicKey(key).export({type: 'spki', format: 'der'}).toString('base64');

const server = createServer({
  cert: readFileSync(values['tls-cert']),
  key: readSecret(values['tls-key']),
  ca: readFileSync(values.clients),
  requestCert: true,
  // Without a certificate of that authority there is no connection.
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  requestTimeout: REQUEST_MS,
  headersTimeout: REQUEST_MS,
});

function answer(response, status, body = {}) {
  response.writeHead(status, {'content-type': 'application/json', 'cache-control': 'no-store'});
  response.end(JSON.stringify(body));
}

/** The bytes to sign, where the request is in order. */
function dataOf(text) {
  try {
    const {algorithm: asked, data} = JSON.parse(text);
    if (asked !== algorithm || typeof data !== 'string') return undefined;
    const bytes = Buffer.from(data, 'base64');
    return bytes.subarray(0, START.length).equals(START) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

server.on('request', (request, response) => {
  // There is none once the connection is gone.
  const client = request.socket.getPeerCertificate()?.subject?.CN ?? '';
  if (values.allow && !values.allow.includes(client)) return answer(response, 403);
  if (request.method === 'GET' && request.url === '/key') {
    return answer(response, 200, {algorithm, publicKey});
  }
  if (request.method !== 'POST' || request.url !== '/sign') return answer(response, 404);
  const chunks = [];
  let length = 0;
  request.on('data', (chunk) => {
    length += chunk.length;
    if (length > LARGEST_BODY) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const data = dataOf(Buffer.concat(chunks).toString('utf8'));
    if (!data) return answer(response, 400);
    const signature = sign(hash, data, {key, dsaEncoding: 'ieee-p1363'});
    // One line for each signature: who had it made, and when.
    console.log(JSON.stringify({time: new Date().toISOString(), client, bytes: data.length}));
    answer(response, 200, {signature: signature.toString('base64')});
  });
});

server.on('error', (error) => stop(error.message));
server.listen(Number(values.port), values.host, () => {
  const {port} = server.address();
  console.log(`remote-signer listens on https://${values.host}:${port}, ${algorithm}`);
});
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => server.close(() => process.exit(0)).closeIdleConnections());
}
