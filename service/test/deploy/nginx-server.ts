import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import https from 'node:https';
import {join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {freePort} from '../../../test/free-port.js';
import {openssl} from '../certificates/openssl-authority.js';
import {temporaryFolder} from '../service-fixture.js';

const example = resolve('docs/deploy/nginx.conf');

/** An answer that came through the proxy. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

export interface Proxy {
  readonly origin: string;
  /** Sends POST, or GET if there is no body. Rejects if the connection ends without an answer. */
  ask(path: string, headers?: Record<string, string>, body?: string | Buffer): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts nginx with the documented example, in front of services on these local ports. */
export async function startNginx(ports: readonly number[]): Promise<Proxy> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(folder, 'req', '-x509', ...key, ...subject, '-keyout', 'site.key', '-out', 'site.pem');
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`);
  const text = (await readFile(example, 'utf8'))
    .replace(
      /(?: +server 10\.0\.0\.\d+:8080 max_fails=1 fail_timeout=2s;\n)+/,
      `  ${servers.join('\n  ')}\n`,
    )
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/nginx/seals.example.pem', join(folder, 'site.pem'))
    .replace('/etc/nginx/seals.example.key', join(folder, 'site.key'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await mkdir(join(folder, 'logs'));
  const whole = `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {worker_connections 1024;}
    http {access_log off; ${temporary.join(' ')}\n${text}}`;
  await writeFile(join(folder, 'nginx.conf'), whole);
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  });
  const ended = once(nginx, 'exit');
  const agent = new https.Agent({keepAlive: true, ca: await readFile(join(folder, 'site.pem'))});
  const proxy: Proxy = {
    origin: `https://localhost:${port}`,
    ask: (path, headers = {}, body) =>
      new Promise((done, reject) => {
        const request = https.request({
          agent,
          host: 'localhost',
          port,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...headers,
            ...(body !== undefined && {'content-length': Buffer.byteLength(body)}),
          },
        });
        request.on('error', reject).on('response', (response) => {
          const pieces: Buffer[] = [];
          response
            .on('data', (piece: Buffer) => pieces.push(piece))
            .on('error', reject)
            .on('end', () =>
              done({
                status: response.statusCode ?? 0,
                headers: response.headers,
                bytes: Buffer.concat(pieces),
              }),
            );
        });
        request.end(body);
      }),
    close: async () => {
      agent.destroy();
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, {recursive: true});
    },
  };
  for (let time = 0; time < 100; time++) {
    if (
      await proxy.ask('/healthz').then(
        () => true,
        () => false,
      )
    )
      return proxy;
    await sleep(50);
  }
  await proxy.close();
  throw new Error('nginx does not listen.');
}
