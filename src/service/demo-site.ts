import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance} from 'fastify';
import {newKey, type ApiKeys} from './api-keys.js';
import {
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  writePrivateFile,
} from './private-files.js';

export interface SiteOptions {
  /** Folder of the built site. */
  root: string;
  /** Headers beside, or instead of, the strict ones that every page of the site gets. */
  headers?: Readonly<Record<string, string>>;
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

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)',
  'cross-origin-resource-policy': 'same-origin',
};

interface ServedSite extends SiteOptions {
  keys: ApiKeys;
  dataFolder: string;
}

/** Serves the demo site on the service's own origin, and tells it its sandbox key. */
export async function serveSite(app: FastifyInstance, site: ServedSite): Promise<void> {
  const apiKey = await demoKey(site.keys, site.dataFolder);
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({...HEADERS, ...site.headers});
    });
    scope.addHook('onRoute', (route) => {
      route.config = {...route.config, rateLimit: false};
      route.schema = {...route.schema, hide: true};
    });
    scope.get('/demo/configuration.json', (_request, reply) =>
      reply.header('cache-control', 'no-store').send({apiKey}),
    );
    await scope.register(fastifyStatic, {root: site.root});
  });
}

/** The site's key: made on first start, and again where it was revoked. Its text is kept, mode 0600. */
async function demoKey(keys: ApiKeys, dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'demo-key');
  const kept = (await readIfPresent(path, readPrivateFile))?.trim();
  if (kept !== undefined && (await keys.find(kept))) return kept;
  const key = newKey('sandbox');
  await makePrivateFolder(dataFolder);
  await writePrivateFile(path, `${key}\n`);
  await keys.create('sandbox', 'Demo site', {key});
  return key;
}
