import assert from 'node:assert/strict';
import type {FastifyInstance, InjectOptions, LightMyRequestResponse as Answer} from 'fastify';
import Schema from 'typebox/schema';

interface Described {
  content?: Record<string, {schema: object}>;
}

interface Operation {
  responses: Record<string, Described>;
}

/** The parts of `GET /openapi.json` with which answers are compared. */
export interface ServiceDescription {
  paths: Record<string, Record<string, Operation>>;
}

/** A described operation that was called, and its answer. */
export interface Seen {
  operation: string;
  status: number;
}

/** Matches a path as the framework does: `/ocsp/*` matches any rest. */
const matches = (template: string, path: string): boolean =>
  new RegExp(
    `^${template
      .replace(/[.]/g, '\\$&')
      .replace(/\{\*\}/g, '.*')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  ).test(path);

/** The operation for a request; undefined if none is described. */
function operationOf({paths}: ServiceDescription, method: string, path: string) {
  const template = Object.keys(paths).find((one) => matches(one, path));
  const described = template && paths[template]?.[method.toLowerCase()];
  return described ? {name: `${method} ${template}`, described} : undefined;
}

/**
 * Throws if the status, media type or JSON of the answer differs from the description.
 *
 * @returns undefined if the description has no such operation
 */
export function checkAnswer(
  description: ServiceDescription,
  method: string,
  path: string,
  {statusCode: status, headers, payload}: Pick<Answer, 'statusCode' | 'headers' | 'payload'>,
): Seen | undefined {
  const operation = operationOf(description, method, path);
  if (!operation) return undefined;
  const {name, described} = operation;
  const response =
    described.responses[String(status)] ?? (status >= 400 && described.responses.default);
  assert.ok(response, `${name} is not described to answer ${status}`);
  const seen = {operation: name, status};
  // Some routes send no body with an error unless one is requested.
  if (payload === '' && (status >= 400 || !response.content)) return seen;
  const type = String(headers['content-type']).split(';', 1)[0]!;
  const content = response.content?.[type];
  assert.ok(content, `${name} is not described to answer ${status} as ${type}`);
  if (!/json$/.test(type)) return seen;
  const [isAsDescribed, errors] = Schema.Errors(content.schema, JSON.parse(payload));
  const told = errors.map(({instancePath, message}) => `${instancePath} ${message}`).join('; ');
  assert.ok(isAsDescribed, `${name} ${status}: ${told}\n${payload.slice(0, 500)}`);
  return seen;
}

/** Compares each answer of the service to `inject` with its own description. */
export function withDescribedAnswers(
  app: FastifyInstance,
  onSeen: (seen: Seen) => void = () => undefined,
): FastifyInstance {
  let description: ServiceDescription | undefined;
  const inject = async (asked: string | InjectOptions): Promise<Answer> => {
    const answer = await app.inject(asked);
    // Read without a request, which would appear in the log and the metrics.
    description ??= app.swagger() as unknown as ServiceDescription;
    const {method = 'GET', url = ''} = typeof asked === 'string' ? {url: asked} : asked;
    const path = typeof url === 'string' ? url.split('?', 1)[0]! : (url.pathname ?? '');
    const seen = checkAnswer(description, method, path, answer);
    if (seen) onSeen(seen);
    return answer;
  };
  return new Proxy(app, {
    get: (target, name) =>
      name === 'inject' ? inject : (Reflect.get(target, name, target) as unknown),
  });
}
