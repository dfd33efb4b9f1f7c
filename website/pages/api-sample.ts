import type {OpenApi, Operation, Schema} from '../openapi.js';
import type {Endpoint} from './api-page.js';

const EXAMPLES: Readonly<Record<string, string>> = {
  'date-time': '2026-11-29T08:15:00.000Z',
  uuid: '6c84fb90-12c4-11e1-840d-7b25c5ee775a',
  binary: '…',
};

/** A value as the schema has it: required fields, and of others those of objects of few. */
function valueOf(schema: Schema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = (schema.anyOf ?? schema.oneOf)?.[0];
  if (option) return valueOf(option, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return schema.items ? [valueOf(schema.items, depth + 1)] : [];
  if (type === 'object') {
    const {properties = {}, required = []} = schema;
    const all = Object.entries(properties);
    const needed = all.filter(([name]) => required.includes(name));
    const shown = depth === 0 ? all.slice(0, 8) : needed.length > 0 ? needed : all.slice(0, 3);
    return Object.fromEntries(shown.map(([name, field]) => [name, valueOf(field, depth + 1)]));
  }
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  if (schema.description?.includes('ISO 8601')) return EXAMPLES['date-time'];
  return EXAMPLES[schema.format ?? ''] ?? '…';
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  ApiKeyAuth: "-H 'X-API-Key: YOUR_KEY'",
  Token: "-H 'Authorization: Bearer YOUR_TOKEN'",
  RequestSignature: "-H 'Signature-Input: …' -H 'Signature: …'",
};

function bodyOf({requestBody}: Operation): string[] {
  const content = requestBody?.content ?? {};
  if (content['application/octet-stream']) {
    return ["-H 'Content-Type: application/octet-stream'", '--data-binary @photo.jpg'];
  }
  const form = content['multipart/form-data']?.schema;
  if (form) {
    const fields = Object.entries(form.properties ?? {});
    return fields.map(([name, {format}]) =>
      format === 'binary' ? `-F ${name}=@photo.jpg` : `-F '${name}=…'`,
    );
  }
  const json = content['application/json']?.schema;
  if (!json) return [];
  return ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(valueOf(json))}'`];
}

/** A command that calls the operation in the sandbox, where it has one. */
export function curlOf({method, paths, operation}: Endpoint, service: OpenApi): string {
  const [security] = operation.security ?? service.security ?? [];
  const credentials = Object.keys(security ?? {}).map((name) => CREDENTIALS[name] ?? '');
  const headers = (operation.parameters ?? [])
    .filter(({in: place, required}) => place === 'header' && required)
    .map(({name, schema}) => `-H '${name}: ${String(valueOf(schema ?? {}))}'`);
  const verb = method === 'GET' || operation.requestBody ? [] : [`-X ${method}`];
  const path = paths.find((one) => one.includes('/sandbox/')) ?? paths[0];
  return [
    'curl',
    ...verb,
    ...credentials,
    ...headers,
    ...bodyOf(operation),
    `http://localhost:8080${path}`,
  ].join(' \\\n  ');
}

/** What a success is answered with, as a block of code; a sentence if that is no JSON. */
export function answerOf({responses}: Operation): string {
  const [status = '', answer] = Object.entries(responses)[0] ?? [];
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? [];
  if (type === undefined) return `Answer: \`${status}\`, without a body.`;
  if (!type.includes('json') || !content?.schema) return `Answer: \`${status}\`, \`${type}\`.`;
  return `Answer: \`${status}\`\n\n\`\`\`json\n${JSON.stringify(valueOf(content.schema), null, 2)}\n\`\`\``;
}
