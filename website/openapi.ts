import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {root} from './contents.js';

/** Bytes. */
const LARGEST = 10_000_000;

/** The parts of JSON Schema that the service's description uses. */
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

/** The parts of OpenAPI 3.1 that the site shows. */
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

/** The OpenAPI description of this build's service. */
export async function describeService(): Promise<OpenApi> {
  const program = join(root, 'website/describe-service.mjs');
  const {stdout} = await promisify(execFile)(process.execPath, [program], {maxBuffer: LARGEST});
  return JSON.parse(stdout) as OpenApi;
}
