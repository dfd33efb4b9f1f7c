import {misbehavingHttp} from './misbehaving-http.js';
import {listening, type RunningServer} from './server.js';

/** A server that takes uploads and does to each what the seed says, until it is repaired. */
export async function hostileHttpServer(seed: number) {
  const elsewhere = await listening((_request, response, body) =>
    body.then(
      () => response.writeHead(204).end(),
      () => undefined,
    ),
  );
  const {answer, ...misbehaving} = misbehavingHttp({seed, elsewhere: elsewhere.address});
  const server = await listening(answer);
  return {
    ...misbehaving,
    url: `${server.address}/uploads`,
    received: () => server.received(),
    requests: server.requests,
    watch: (onMoment: RunningServer['onMoment']) => (server.onMoment = onMoment),
    close: () => [server, elsewhere].forEach((one) => one.close()),
  };
}
