import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isOfPage} from '../../../src/ports/worker-channel/of-page.js';

describe("an address of the page's own origin", () => {
  const web = {origin: 'https://a.example', protocol: 'https:', host: 'a.example'};
  const app = {origin: 'capacitor://localhost', protocol: 'capacitor:', host: 'localhost'};
  const isOf = (page: typeof web, url: string) => isOfPage(new URL(url), page);

  it('has its scheme, host and port, or is a blob: address of it', () => {
    assert.ok(isOf(web, 'https://a.example/scripts/worker.js'));
    assert.ok(isOf(web, 'blob:https://a.example/6b1e'));
    for (const other of ['http://a.example/', 'https://a.example:8443/', 'https://b.example/']) {
      assert.ok(!isOf(web, other), other);
    }
  });

  it('is recognized in an app, too, which has its own scheme', () => {
    assert.ok(isOf(app, 'capacitor://localhost/scripts/worker.js'));
    for (const other of ['capacitor://elsewhere/', 'https://localhost/', 'blob:null/6b1e']) {
      assert.ok(!isOf(app, other), other);
    }
  });

  it('is never one without an origin, even if the page itself has none', () => {
    const sandboxed = {origin: 'null', protocol: 'https:', host: 'a.example'};
    assert.ok(isOf(sandboxed, 'https://a.example/scripts/worker.js'));
    for (const other of ['data:text/javascript,1', 'other-app://a.example/', 'blob:null/6b1e']) {
      assert.ok(!isOf(sandboxed, other), other);
    }
  });
});
