import type {FastifyError, FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Socket} from 'node:net';
import {PROBLEM_MEDIA_TYPE} from '@sealed-capture/seal/model/problem.js';
import {drain} from './body/read-body.js';
import {LateAnswers} from '../limits/late-answers.js';
import {ProblemError, sendProblem, toProblem} from './problems.js';
import type {Refusals} from './refusals.js';

/**
 * Answers every failed request, and every unknown path or method, with a problem. Register it before the routes.
 */
export function answerErrors(app: FastifyInstance, refusals: Refusals): void {
  const methodsOf = watchRoutes(app);
  const late = new LateAnswers();
  const limited = async (
    request: FastifyRequest,
    reply: FastifyReply,
    problem: ProblemError,
  ): Promise<ProblemError> => {
    const found = await refusals.limit(request, reply, problem);
    if (found.statusCode === 429 && request.keyId === '') await late.wait(reply);
    return found;
  };
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // The client has disconnected, so nobody gets an answer, and nothing is wrong here.
    if (reply.raw.destroyed) return reply.code(400).send();
    const problem = await limited(request, reply, toProblem(error));
    if (problem.statusCode === 500) request.log.error({err: error}, 'The request failed.');
    // After a timeout of the body, its rest is not awaited.
    if (problem.statusCode !== 408) await drain(request.raw);
    // A client that keeps sending, or has fallen silent, would hold the connection open.
    if (request.raw.complete === false) void reply.header('connection', 'close');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const url = request.url.split('?', 1)[0]!;
    const allowed = methodsOf(url);
    const problem =
      // A folder of files has the method, and not the file.
      allowed.length > 0 && !allowed.includes(request.method)
        ? new ProblemError(
            405,
            `Send ${allowed.join(' or ')}: this address takes no ${request.method}.`,
            {
              headers: {allow: allowed.join(', ')},
            },
          )
        : new ProblemError(404, `There is nothing at ${url}.`);
    return sendProblem(request, reply, await limited(request, reply, problem));
  });
}

/** Returns a function that returns the methods of the routes with this path. */
function watchRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: {paths: RegExp; methods: string[]}[] = [];
  app.addHook('onRoute', ({url, method}) => {
    // Files that a plugin serves, and preflight requests for any path.
    if (/^\/?\*$/.test(url)) return;
    const pattern = url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*');
    routes.push({paths: new RegExp(`^${pattern}$`), methods: [method].flat()});
  });
  return (path) =>
    [...new Set(routes.flatMap(({paths, methods}) => (paths.test(path) ? methods : [])))].sort();
}

/** Answers what is not HTTP, or arrives too slowly to be a request. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Request Timeout']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large']
        : [400, 'Bad Request'];
  const body = JSON.stringify({type: 'about:blank', title, status});
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: ${PROBLEM_MEDIA_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Closes both directions, because such a client might never close its own.
  socket.destroySoon();
}
