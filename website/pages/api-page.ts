import type {Page} from '../layout.js';
import {renderInline, type Heading} from '../markdown.js';
import {markup, type Markup} from '../markup.js';
import type {Content, OpenApi, Operation, Schema} from '../openapi.js';

/** An operation with all paths at which the service offers it. */
interface Endpoint {
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

const range = ({minimum, maximum, minLength, maxLength}: Schema): string => {
  const bounds = [
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter((bound) => bound !== false);
  return bounds.length > 0 ? ` ${bounds.join(' ')}` : '';
};

/** The fields of an object; nested fields have the name of their object as a prefix. */
function fieldsOf(schema: Schema): Markup | undefined {
  const inner =
    schema.items ?? (schema.anyOf ?? schema.oneOf)?.find(({properties}) => properties) ?? schema;
  const {properties, required = []} = inner;
  if (!properties) return inner === schema ? undefined : fieldsOf(inner);
  return markup`<ul class="fields">${Object.entries(properties).map(([name, field]) => {
    const head = markup`<code>${name}</code> <span class="type">${typeOf(field)}${range(field)}${required.includes(name) && ', required'}</span>${field.description && markup` <span>${renderInline(field.description)}</span>`}`;
    const nested = fieldsOf(field);
    return nested
      ? markup`<li><details><summary>${head}</summary>${nested}</details></li>`
      : markup`<li>${head}</li>`;
  })}</ul>`;
}

const contentOf = (content: Content | undefined): Markup | undefined => {
  if (!content) return undefined;
  const types = Object.keys(content);
  const schema = Object.values(content).find((one) => one.schema)?.schema;
  return markup`<p class="types">${types.map((type) => markup`<code>${type}</code> `)}</p>${schema && fieldsOf(schema)}`;
};

function section(endpoint: Endpoint, shared: OpenApi): Markup {
  const {method, paths, operation} = endpoint;
  const security = operation.security ?? shared.security ?? [];
  const schemes = security.map((one) => Object.keys(one).join(' and ')).filter(Boolean);
  return markup`<section class="entry operation">
<h3 id="${idOf(endpoint)}">${operation.summary}<a class="anchor" href="#${idOf(endpoint)}" aria-label="Link to ${operation.summary ?? ''}">#</a></h3>
<p class="paths">${paths.map((path) => markup`<code>${method} ${path}</code> `)}</p>
${operation.description && markup`<p>${renderInline(operation.description)}</p>`}
<p>${schemes.length > 0 ? markup`Credentials: ${schemes.map((name, index) => markup`${index > 0 && ' or '}<a href="#credentials"><code>${name}</code></a>`)}.` : 'For anybody, without credentials.'}</p>
${
  operation.parameters &&
  markup`<h4>Parameters</h4><ul class="fields">${operation.parameters.map(
    ({name, in: place, required, description, schema}) =>
      markup`<li><code>${name}</code> <span class="type">${place}, ${schema ? typeOf(schema) : 'string'}${required === true && ', required'}</span>${description && markup` <span>${renderInline(description)}</span>`}</li>`,
  )}</ul>`
}
${operation.requestBody && markup`<h4>Request</h4>${contentOf(operation.requestBody.content)}`}
<h4>Answers</h4>
${Object.entries(operation.responses)
  .filter(([status]) => status !== 'default')
  .map(
    ([status, {description, content}]) =>
      markup`<p><strong>${status}</strong> ${description === 'Default Response' ? '' : renderInline(description ?? '')}</p>${!content?.[PROBLEM] && contentOf(content)}`,
  )}
<p><a href="#problems">Problems</a> as every operation.</p>
</section>`;
}

/** Every operation that the service describes in `openapi.json`. */
export function apiPage(description: OpenApi): Page {
  const endpoints = endpointsOf(description);
  const {info, components, webhooks = {}} = description;
  const problem = endpoints[0]?.operation.responses.default;
  const content = markup`<h1 id="api">API of the service</h1>
<p class="lead">${info.description}</p>
<p>The paths below <code>/protection</code> are those of the live environment, with <code>/sandbox</code> behind it those of the sandbox. A running service describes itself at <code>/openapi.json</code>; this page is made from <a href="openapi.json">that of this version</a>. How to run it: <a href="service.html">the service</a>; what a page may hold: <a href="keys.html">keys</a>.</p>
<h2 id="credentials">Credentials</h2>
<dl class="wide">${Object.entries(components.securitySchemes ?? {}).map(
    ([name, {description: text, name: header, scheme, in: place}]) =>
      markup`<dt><code>${name}</code></dt><dd>${text && renderInline(text)} ${header ? markup`In the ${place} <code>${header}</code>.` : markup`As <code>Authorization: ${scheme ?? ''}</code>.`}</dd>`,
  )}</dl>
<h2 id="operations">Operations</h2>
<ul class="operations">${endpoints.map(
    (one) =>
      markup`<li><a href="#${idOf(one)}"><code>${one.method} ${one.paths[0]}</code></a> ${one.operation.summary}</li>`,
  )}</ul>
${endpoints.map((one) => section(one, description))}
<h2 id="webhooks">Webhooks</h2>
<p>What the service sends to you: <a href="webhooks.html">webhooks</a>.</p>
${Object.entries(webhooks).map(
  ([name, operations]) =>
    markup`<h3 id="webhook-${name}"><code>${name}</code></h3>${Object.values(operations).map(
      ({summary, description: text, requestBody}) =>
        markup`<p>${summary ?? ''}</p>${text && markup`<p>${renderInline(text)}</p>`}${contentOf(requestBody?.content)}`,
    )}`,
)}
<h2 id="problems">Problems</h2>
<p>${problem?.description ?? ''} What the elements make of them: <a href="errors.html">errors</a>.</p>
${contentOf(problem?.content)}`;
  const headings: Heading[] = [
    ['credentials', 'Credentials'] as const,
    ['operations', 'Operations'] as const,
    ['webhooks', 'Webhooks'] as const,
    ['problems', 'Problems'] as const,
  ].map(([id, text]) => ({id, text, depth: 2}));
  return {
    file: 'api.html',
    title: 'API of the service',
    summary: info.description,
    content,
    headings,
    sections: endpoints.map((one) => ({
      heading: {id: idOf(one), text: `${one.method} ${one.paths[0]}`, depth: 3},
      text: `${one.operation.summary ?? ''} ${one.operation.description ?? ''}`,
    })),
  };
}
