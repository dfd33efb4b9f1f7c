import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';

describe('A service that is embedded', () => {
  let service: ServiceFixture;
  before(async () => {
    service = await startFixture({
      openRequestsPerMinute: 3,
      onRequest: (request, _reply, done) => {
        if (request.host !== 'refused.example') return done();
        done(Object.assign(new Error('Not under this name.'), {statusCode: 421, expose: true}));
      },
      plugins: [
        async (app) => {
          const {id} = await app.keys.create('sandbox', 'of the plugin');
          const hidden = {schema: {hide: true}};
          app.get('/own', hidden, () => ({id, folder: app.settings.dataFolder}));
          app.get('/token', hidden, () =>
            app.tokens.sandbox.mint({keyId: id, origin: 'https://a.b'}, 60),
          );
          app.get<{Params: {expose: string; status: string}}>(
            '/fail/:status/:expose',
            (request) => {
              const {expose, status} = request.params;
              const error = new Error('Only for those whom it concerns.');
              throw Object.assign(error, {statusCode: Number(status), expose: expose === 'true'});
            },
          );
        },
      ],
    });
  });
  after(() => service.close());

  /** Each from a network of its own, so that only one test reaches the limit. */
  let networks = 0;
  const get = (url: string, headers = {}) =>
    service.app.inject({url, headers, remoteAddress: `203.0.${networks++}.1`});

  it('gives plugins its settings, keys and tokens', async () => {
    const {id, folder} = (await get('/own')).json<{id: string; folder: string}>();
    assert.equal(folder, service.folder);
    assert.equal((await service.keys.findById(id))?.name, 'of the plugin');
    const {token} = (await get('/token')).json<{token: string}>();
    const headers = {'x-api-key': '', authorization: `Bearer ${token}`, origin: 'https://a.b'};
    assert.equal((await service.post('/check', '{}', headers)).statusCode, 204);
  });

  it('starts however long its parts take on a busy machine', () => {
    assert.equal(service.app.initialConfig.pluginTimeout, 0);
  });

  it('serves routes of plugins with its headers and limits', async () => {
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await service.app.inject('/own'));
    assert.deepEqual(
      answers.map(({statusCode}) => statusCode),
      [200, 200, 200, 429],
    );
    assert.equal(answers[0]?.headers['x-content-type-options'], 'nosniff');
  });

  it('shows clients the text of an error only if its author allows it', async () => {
    for (const status of [403, 503, 507]) {
      const shown = await get(`/fail/${status}/true`);
      assert.equal(shown.statusCode, status);
      assert.equal(shown.headers['content-type'], 'application/problem+json');
      assert.equal(shown.json<Problem>().detail, 'Only for those whom it concerns.');
      assert.doesNotMatch((await get(`/fail/${status}/false`)).body, /concerns/);
    }
  });

  it('runs the hook on each request, also on those that CORS answers and that lead nowhere', async () => {
    const headers = {host: 'refused.example', origin: 'https://a.b'};
    for (const [method, url] of [
      ['GET', '/own'],
      ['GET', '/nowhere'],
      ['GET', '/healthz'],
      ['POST', '/protection/sandbox/seal'],
      ['OPTIONS', '/protection/sandbox/seal'],
    ] as const) {
      const answer = await service.app.inject({method, url, headers});
      assert.equal(answer.statusCode, 421, `${method} ${url}`);
    }
  });
});
