import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type * as service from '../../src/service/index.js';
import {root} from './contents.js';

/** JSON Schema, as far as the service's description uses it. */
export interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export type Content = Record<string, {schema?: Schema}>;

export interface Operation {
  summary?: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
  }[];
  requestBody?: {content: Content};
  responses: Record<string, {description?: string; content?: Content}>;
  security?: Record<string, string[]>[];
}

/** OpenAPI 3.1, as far as the site shows it. */
export interface OpenApi {
  info: {title: string; description: string; version: string};
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  security?: Record<string, string[]>[];
  components: {
    securitySchemes?: Record<
      string,
      {description?: string; name?: string; in?: string; scheme?: string}
    >;
  };
}

/** What a service of this build says of itself, asked without a port. */
export async function describeService(): Promise<OpenApi> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-described-'));
  const built = pathToFileURL(join(root, 'dist/service/index.js')).href;
  const {createService} = (await import(built)) as typeof service;
  const app = await createService({dataFolder: folder, threads: 1, logLevel: 'fatal'});
  try {
    return (await app.inject('/openapi.json')).json<OpenApi>();
  } finally {
    await app.close();
    await rm(folder, {recursive: true, force: true});
  }
}
