import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import Fastify from 'fastify';
import {logLevelRoute} from '../../src/admin/log-level-route.js';
import {Siblings} from '../../src/processes/siblings.js';

describe('The log level', () => {
  it('can be changed while the service runs, for the service and the admin port', async () => {
    const lines: string[] = [];
    const service = Fastify({
      logger: {level: 'info', stream: {write: (line: string) => void lines.push(line)}},
    });
    const port = Fastify({
      loggerInstance: service.log,
      ajv: {customOptions: {removeAdditional: false}},
    });
    const siblings = new Siblings();
    await port.register(logLevelRoute, {log: service.log, siblings});
    const put = (payload: object) => port.inject({method: 'PUT', url: '/log-level', payload});
    assert.deepEqual((await port.inject('/log-level')).json(), {level: 'info'});

    assert.deepEqual((await put({level: 'debug'})).json(), {level: 'debug'});
    service.log.debug('a detail');
    port.log.debug('another');
    assert.ok(lines.some((line) => line.includes('a detail')));
    assert.ok(lines.some((line) => line.includes('another')));
    assert.ok(lines.some((line) => line.includes('What is logged was changed')));

    assert.equal((await put({level: 'silent'})).statusCode, 200);
    const before = lines.length;
    service.log.fatal('nothing');
    assert.equal(lines.length, before);
    assert.deepEqual((await port.inject('/log-level')).json(), {level: 'silent'});

    for (const wrong of [{level: 'loud'}, {}, {level: 'info', more: 1}]) {
      assert.equal((await put(wrong)).statusCode, 400);
    }
    siblings.close();
    await Promise.all([service.close(), port.close()]);
  });
});
