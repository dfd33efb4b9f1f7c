import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance} from 'fastify';
import type {ApiKeys} from './keys/api-keys.js';
import {newKey} from './keys/key-changes.js';
import type {UploadLimits} from './demo-upload-folder.js';
import {isOfOwnPage, serveUploads} from './demo-uploads.js';
import {knownVisitor, mayNameVisitor, nameVisitor} from './demo-visitors.js';
import {
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  writePrivateFile,
} from './files/private-files.js';
import {ProblemError} from './http/problems.js';
import type {LastingStore} from './store/expiring-store.js';
import {tokenSecret} from './auth/token-secret.js';
import {Tokens} from './auth/tokens.js';

const TOKEN_LIFETIME_S = 600;

export interface SiteOptions {
  /** Folder of the built site. */
  root: string;
  /** Folder of the built documentation, which is served at `/docs/`; without it there is none. */
  docs?: string;
  /** Headers in addition to, or instead of, the strict ones of every page. */
  headers?: Readonly<Record<string, string>>;
  /** Limits of uploads by its pages; default 500 files of 100 MB, a fifth of them for each visitor. */
  uploads?: UploadLimits;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html sealed-capture',
].join('; ');

/**
 * The script of the worker that verifies in the browser, by its name in the build. It gets a policy of its own,
 * which allows WebAssembly; pages do not.
 */
const VERIFICATION_WORKER = /\/verification-worker[^/]*\.js$/;
const VERIFICATION_WORKER_POLICY = CONTENT_SECURITY_POLICY.replace(
  "script-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
);

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)',
  'cross-origin-resource-policy': 'same-origin',
};

interface ServedSite extends SiteOptions {
  keys: ApiKeys;
  /** Host that the service listens on. */
  host: string;
  /** Stores the secret of tokens. */
  store: LastingStore;
  dataFolder: string;
}

/**
 * Serves the demo site on the service's own origin. It is also the site's backend, which gives its pages tokens and
 * stores their uploads. Everybody may use it, because a demo has no log-in, but only from the site's own origin.
 */
export async function serveSite(app: FastifyInstance, site: ServedSite): Promise<void> {
  const {host} = site;
  if (!/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    app.log.warn(
      {host},
      'The demo gives a token to whoever can reach it, and listens beyond this machine. Use it in a network that you trust alone.',
    );
  }
  const keyId = await demoKey(site.keys, site.dataFolder);
  const tokens = new Tokens(await tokenSecret(site.store, site.dataFolder, 'sandbox'), 'sandbox');
  await app.register(async (scope) => {
    scope.addHook('onSend', (request, reply, _payload, done) => {
      const [path = ''] = request.url.split('?');
      const worker = VERIFICATION_WORKER.test(path) && {
        'content-security-policy': VERIFICATION_WORKER_POLICY,
      };
      reply.headers({...HEADERS, ...worker, ...site.headers});
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (isPage && mayNameVisitor(request) && knownVisitor(request) === undefined) {
        nameVisitor(request, reply);
        reply.header('cache-control', 'private, no-cache');
      }
      done();
    });
    scope.addHook('onRoute', (route) => {
      route.config = {...route.config, rateLimit: false};
      route.schema = {...route.schema, hide: true};
    });
    scope.post('/demo/token', async (request, reply) => {
      const {origin = ''} = request.headers;
      if (!isOfOwnPage(request)) {
        throw new ProblemError(
          403,
          'This address is part of the demo: its tokens are for its own pages alone.',
        );
      }
      if (!(await site.keys.findById(keyId))) {
        throw new ProblemError(503, 'The key of the demo was revoked. A new start makes another.');
      }
      const token = await tokens.mint({keyId, origin}, TOKEN_LIFETIME_S);
      return reply.header('cache-control', 'no-store').send(token);
    });
    await scope.register(fastifyStatic, {root: site.root, dotfiles: 'ignore'});
    if (site.docs !== undefined) {
      const documentation = {
        root: site.docs,
        prefix: '/docs',
        redirect: true,
        dotfiles: 'ignore',
      } as const;
      await scope.register(fastifyStatic, {...documentation, decorateReply: false});
    }
    await scope.register(serveUploads, {
      folder: join(site.dataFolder, 'uploads'),
      limits: site.uploads,
    });
  });
}

/** Id of the site's key. The key is made on first start, and again if it was revoked, and stored with mode 0600. */
async function demoKey(keys: ApiKeys, dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'demo-key');
  const kept = (await readIfPresent(path, readPrivateFile))?.trim();
  const known = kept === undefined ? undefined : await keys.find(kept);
  if (known) return known.id;
  const key = newKey('sandbox');
  await makePrivateFolder(dataFolder);
  await writePrivateFile(path, `${key}\n`);
  const {id} = await keys.create('sandbox', 'Demo site', {key});
  return id;
}
