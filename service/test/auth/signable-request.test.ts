import assert from 'node:assert/strict';
import {IncomingMessage, type IncomingHttpHeaders} from 'node:http';
import {Socket} from 'node:net';
import {describe, it} from 'node:test';
import {signableRequest} from '../../src/auth/signable-request.js';

const HOST = 'seals.example';
const asSent = (url: string, headers: IncomingHttpHeaders = {host: HOST}): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), {method: 'POST', url, headers});

describe('The signed form of a request', () => {
  it('has the address that its sender wrote', () => {
    for (const target of ['/', '/protection/seal', '/a%20b?c=%2e%2E', '/?']) {
      assert.equal(signableRequest(asSent(target), undefined)?.url, `http://${HOST}${target}`);
    }
    const behind = signableRequest(asSent('/seal'), 'https://example.org/seals');
    assert.equal(behind?.url, 'https://example.org/seals/seal');
  });

  it('does not exist if browsers would normalize the address to another one', () => {
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

  it('does not exist if the host is invalid, or not in normalized form', () => {
    for (const host of ['', 'user@seals.example', 'seals.example/x', 'seals.example:99999', '1']) {
      assert.equal(signableRequest(asSent('/seal', {host}), undefined), undefined, host);
    }
  });

  it('does not exist if a header is not text', () => {
    const request = signableRequest(asSent('/seal', {host: HOST, 'x-one': 'a'}), undefined);
    assert.equal(request?.header('x-one'), 'a');
    assert.equal(request?.header('constructor'), undefined);
  });
});
