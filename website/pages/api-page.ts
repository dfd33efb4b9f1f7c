import type {Content, OpenApi, Operation, Schema} from '../openapi.js';
import {answerOf, curlOf} from './api-sample.js';
import type {Page} from './page.js';

/** An operation with all paths at which the service offers it. */
export interface Endpoint {
  method: string;
  /** The live path, if there is one, and that of the sandbox. */
  paths: string[];
  operation: Operation;
}

/** Described once, at the end. */
const PROBLEM = 'application/problem+json';

/** The most used operations; the rest follows in the service's own order. */
const FIRST = ['seal', 'protect', 'inspect', 'tokens', 'redact', 'add-timestamp'].map(
  (name) => `/protection/${name}`,
);

/** All operations, each once: live and sandbox have the same. */
export function endpointsOf({paths}: OpenApi): Endpoint[] {
  const endpoints = new Map<string, Endpoint>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      const method = verb.toUpperCase();
      const key = `${method} ${path.replace('/sandbox/', '/')}`;
      const known = endpoints.get(key);
      if (known) known.paths = [path, ...known.paths].sort((a, b) => a.length - b.length);
      else endpoints.set(key, {method, paths: [path], operation});
    }
  }
  const rank = (one: Endpoint): number => {
    const at = FIRST.indexOf(one.paths[0] ?? '');
    return at < 0 ? FIRST.length : at;
  };
  return [...endpoints.values()].sort((a, b) => rank(a) - rank(b));
}

export const idOf = ({method, paths: [path = '']}: Pick<Endpoint, 'method' | 'paths'>): string =>
  `${method.toLowerCase()}${path.replace(/[^\w]+/g, '-')}`.replace(/-$/, '');

const typeOf = (schema: Schema): string => {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(' | ');
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  if (type === 'array') return `${schema.items ? typeOf(schema.items) : 'any'}[]`;
  return schema.format ? `${type} (${schema.format})` : type;
};

const rangeOf = ({minimum, maximum, minLength, maxLength}: Schema): string =>
  [
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ]
    .filter((bound) => bound !== false)
    .map((bound) => ` ${bound}`)
    .join('');

/** A line of a list about a field or parameter, and below it, folded, the fields that it has. */
function fieldLine(name: string, schema: Schema, isRequired: boolean, place = ''): string {
  const {description} = schema;
  const nested = fieldsOf(schema);
  const head = `\`${name}\` ${place}\`${typeOf(schema)}\`${rangeOf(schema)}${isRequired ? ', required' : ''}${description ? `: ${description}` : ''}`;
  if (!nested) return `- ${head}`;
  const inner = nested.replace(/^(?=.)/gm, '  ');
  return `- ${head}\n\n  <details><summary>Fields of ${name}</summary>\n\n${inner}\n\n  </details>\n`;
}

/** The fields of an object, or of the objects in a list, as a list; undefined if there are none. */
function fieldsOf(schema: Schema): string | undefined {
  const inner =
    schema.items ?? (schema.anyOf ?? schema.oneOf)?.find(({properties}) => properties) ?? schema;
  const {properties, required = []} = inner;
  if (!properties) return inner === schema ? undefined : fieldsOf(inner);
  return Object.entries(properties)
    .map(([name, field]) => fieldLine(name, field, required.includes(name)))
    .join('\n');
}

function contentOf(content: Content | undefined): string {
  if (!content) return '';
  const types = Object.keys(content).map((type) => `\`${type}\``);
  const schema = Object.values(content).find((one) => one.schema?.properties)?.schema;
  return `${types.join(' or ')}\n\n${schema ? (fieldsOf(schema) ?? '') : ''}\n`;
}

function credentialsOf({security}: Operation, {security: common = []}: OpenApi): string {
  const schemes = (security ?? common).map((one) => Object.keys(one).join(' and ')).filter(Boolean);
  return schemes.length > 0
    ? `Credentials: ${schemes.map((name) => `[\`${name}\`](#credentials)`).join(' or ')}.`
    : 'For anybody, without credentials.';
}

function section(endpoint: Endpoint, service: OpenApi): string {
  const {method, paths, operation} = endpoint;
  const {summary = '', description = '', parameters = [], requestBody, responses} = operation;
  const answers = Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, {description: told = '', content}]) => {
      const words = told === 'Default Response' ? '' : ` ${told}`;
      return `**${status}**${words}\n\n${content?.[PROBLEM] ? '' : contentOf(content)}`;
    });
  const given = parameters.map(({name, in: place, required, description: told, schema = {}}) =>
    fieldLine(name, {...schema, description: told}, required === true, `(${place}) `),
  );
  return `## ${summary} {#${idOf(endpoint)}}

<div class="operation"><div>

${paths.map((path) => `\`${method} ${path}\``).join(' · ')}

${description}

${credentialsOf(operation, service)}

${given.length > 0 ? `**Parameters**\n\n${given.join('\n')}` : ''}

${requestBody ? `**Request** ${contentOf(requestBody.content)}` : ''}

${answers.join('\n\n')}

[Problems](#problems) as every operation.

</div><div class="sample">

\`\`\`sh
${curlOf(endpoint, service)}
\`\`\`

${answerOf(operation)}

</div></div>
`;
}

/** Every operation that the service describes in `openapi.json`. */
export function apiPage(service: OpenApi): Page {
  const endpoints = endpointsOf(service);
  const {info, components, webhooks = {}} = service;
  const problem = endpoints[0]?.operation.responses.default;
  const schemes = Object.entries(components.securitySchemes ?? {}).map(
    ([name, {description = '', name: header, scheme = '', in: place = ''}]) =>
      `- \`${name}\`: ${description} ${header ? `In the ${place} \`${header}\`.` : `As \`Authorization: ${scheme}\`.`}`,
  );
  const sent = Object.entries(webhooks).flatMap(([name, operations]) =>
    Object.values(operations).map(
      ({summary = '', description = '', requestBody}) =>
        `### \`${name}\` {#webhook-${name}}\n\n${summary}\n\n${description}\n\n${contentOf(requestBody?.content)}`,
    ),
  );
  const text = `# API of the service {#api}

${info.description}

The paths below \`/protection\` are those of the live environment, with \`/sandbox\` behind it those of the sandbox. A running service describes
itself at \`/openapi.json\`; this page is made from <a href="/docs/openapi.json" target="_self">that of this version</a>. How to run it:
[the service](./service.md); what a page may hold: [keys](./keys.md).

## Credentials {#credentials}

${schemes.join('\n')}

## Operations {#operations}

${endpoints.map((one) => `- [\`${one.method} ${one.paths[0]}\`](#${idOf(one)}) ${one.operation.summary}`).join('\n')}

${endpoints.map((one) => section(one, service)).join('\n')}

## Webhooks {#webhooks}

What the service sends to you: [webhooks](./webhooks.md).

${sent.join('\n')}

## Problems {#problems}

${problem?.description ?? ''} What the elements make of them: [errors](./errors.md).

${contentOf(problem?.content)}`;
  return {
    page: 'api',
    title: 'API of the service',
    summary: info.description,
    text,
    outline: 2,
    pageClass: 'wide',
  };
}
