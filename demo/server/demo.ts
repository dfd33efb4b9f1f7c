import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {ServiceOptions} from '../../service/src/index.js';
import {refuseOtherHosts} from './hosts.js';
import {policyWith} from './policy.js';
import {refusal} from './refusal.js';
import type {UploadLimits} from './upload-folder.js';
import {isOfOwnPage, serveUploads} from './uploads.js';
import {knownVisitor, mayNameVisitor, nameVisitor} from './visitors.js';

const TOKEN_LIFETIME_S = 600;

export interface DemoSite {
  /** Folder of the built site. */
  root: string;
  /** Folder of the built documentation, which is served at `/docs/`; without it there is none. */
  docs?: string;
  /** Headers in addition to, or instead of, the strict ones of every page. */
  headers?: Readonly<Record<string, string>>;
  /** Limits of uploads by its pages; default 500 files of 100 MB, a fifth of them for each visitor. */
  uploads?: UploadLimits;
}

const CONTENT_SECURITY_POLICY = `manifest-src 'self'; frame-ancestors 'none'; ${policyWith('lit-html sealed-capture demo')}`;

/**
 * The script of the worker that verifies in the browser, by its name in the build. It gets a policy of its own,
 * which allows WebAssembly; pages do not.
 */
const VERIFICATION_WORKER = /\/verification-worker[^/]*\.js$/;
const VERIFICATION_WORKER_POLICY = CONTENT_SECURITY_POLICY.replace(
  "script-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
);

/** The documentation's pages are drawn by Vue, which makes a policy of its own for Trusted Types. */
const DOCUMENTATION_POLICY = CONTENT_SECURITY_POLICY.replace('lit-html', 'vue lit-html');

function policyOf(path: string): string {
  if (VERIFICATION_WORKER.test(path)) return VERIFICATION_WORKER_POLICY;
  return path.startsWith('/docs/') ? DOCUMENTATION_POLICY : CONTENT_SECURITY_POLICY;
}

const HEADERS: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Options with which the service serves a site on its own origin. It is also the site's backend, which gives its pages
 * tokens and stores their uploads. Everybody may use it, because a demo has no log-in, but only from the site's own
 * origin. Not for a public service.
 */
export const demo = (site: DemoSite): Pick<ServiceOptions, 'onRequest' | 'plugins'> => ({
  onRequest: refuseOtherHosts,
  plugins: [(app) => serveSite(app, site)],
});

async function serveSite(app: FastifyInstance, site: DemoSite): Promise<void> {
  const {keys, tokens} = app;
  const {host, dataFolder} = app.settings;
  if (!/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    app.log.warn(
      {host},
      'The demo gives a token to whoever can reach it, and listens beyond this machine. Use it in a network that you trust alone.',
    );
  }
  const keyId = await demoKey(app);
  app.addHook('onSend', async (request, reply, payload) => {
    const [path = ''] = request.url.split('?');
    const notFound = await notFoundPage(request, reply, site.docs);
    const policy = notFound === undefined ? policyOf(path) : DOCUMENTATION_POLICY;
    reply.headers({'content-security-policy': policy, ...HEADERS, ...site.headers});
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (isPage && mayNameVisitor(request) && knownVisitor(request) === undefined) {
      nameVisitor(request, reply);
      reply.header('cache-control', 'private, no-cache');
    }
    if (notFound === undefined) return payload;
    reply.type('text/html; charset=utf-8').removeHeader('content-length');
    return notFound;
  });
  app.addHook('onRoute', (route) => {
    route.config = {...route.config, rateLimit: false};
    route.schema = {...route.schema, hide: true};
  });
  app.post('/demo/token', async (request, reply) => {
    const {origin = ''} = request.headers;
    if (!isOfOwnPage(request)) {
      throw refusal(
        403,
        'This address is part of the demo: its tokens are for its own pages alone.',
      );
    }
    if (!(await keys.findById(keyId))) {
      throw refusal(503, 'The key of the demo was revoked. A new start makes another.');
    }
    const token = await tokens.sandbox.mint({keyId, origin}, TOKEN_LIFETIME_S);
    return reply.header('cache-control', 'no-store').send(token);
  });
  const files = {dotfiles: 'ignore', preCompressed: true} as const;
  await app.register(fastifyStatic, {...files, root: site.root});
  if (site.docs !== undefined) {
    const documentation = {extensions: ['html'], root: site.docs, prefix: '/docs', redirect: true};
    await app.register(fastifyStatic, {...files, ...documentation, decorateReply: false});
  }
  await app.register(serveUploads, {
    folder: join(dataFolder, 'uploads'),
    limits: site.uploads,
  });
}

/** What a person sees at an unknown address: the documentation's page for that. Undefined for programs, and without one. */
async function notFoundPage(
  {method, headers}: FastifyRequest,
  {statusCode}: FastifyReply,
  docs: string | undefined,
): Promise<string | undefined> {
  const isPerson = method === 'GET' && headers.accept?.includes('text/html');
  if (statusCode !== 404 || !isPerson || docs === undefined) return undefined;
  return await readFile(join(docs, '404.html'), 'utf8').catch(() => undefined);
}

/** Id of the site's key. The key is made on first start, and again if it was revoked, and stored with mode 0600. */
async function demoKey({keys, settings}: FastifyInstance): Promise<string> {
  const path = join(settings.dataFolder, 'demo-key');
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const known = stored === undefined ? undefined : await keys.find(stored.trim());
  if (known) return known.id;
  const {id, key} = await keys.create('sandbox', 'Demo site');
  await writeFile(path, `${key}\n`, {mode: 0o600});
  return id;
}
