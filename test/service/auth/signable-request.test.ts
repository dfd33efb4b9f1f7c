import assert from 'node:assert/strict';
import {IncomingMessage, type IncomingHttpHeaders} from 'node:http';
import {Socket} from 'node:net';
import {describe, it} from 'node:test';
import {signableRequest} from '../../../src/service/auth/signable-request.js';

const HOST = 'seals.example';
const asSent = (url: string, headers: IncomingHttpHeaders = {host: HOST}): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), {method: 'POST', url, headers});

describe('A request that may be signed', () => {
  it('has the address that its sender wrote', () => {
    for (const target of ['/', '/protection/seal', '/a%20b?c=%2e%2E', '/?']) {
      assert.equal(signableRequest(asSent(target), undefined)?.url, `http://${HOST}${target}`);
    }
    const behind = signableRequest(asSent('/seal'), 'https://example.org/seals');
    assert.equal(behind?.url, 'https://example.org/seals/seal');
  });

  it('is none where browsers would make another address of what was sent', () => {
    for (const target of [
      '/protection/./seal',
      '/protection/../seal',
      '/protection/sandbox/%2e%2E/seal',
      '/protection\\seal',
      '/a b',
      '/ü',
      '/seal#fragment',
      '/a\tb',
      '/seal ',
      'http://other.example/seal',
      '*',
      '',
    ]) {
      for (const root of [undefined, 'https://example.org/seals']) {
        assert.equal(signableRequest(asSent(target), root), undefined, `${target} ${root}`);
      }
    }
  });

  it('is none where the host is not one, or is written in another way', () => {
    for (const host of ['', 'user@seals.example', 'seals.example/x', 'seals.example:99999', '1']) {
      assert.equal(signableRequest(asSent('/seal', {host}), undefined), undefined, host);
    }
  });

  it('has no header that is not text', () => {
    const request = signableRequest(asSent('/seal', {host: HOST, 'x-one': 'a'}), undefined);
    assert.equal(request?.header('x-one'), 'a');
    assert.equal(request?.header('constructor'), undefined);
  });
});
