import {expect} from '@open-wc/testing';
import '../../src/elements/protection-provider.js';
import {FakeCore} from './fake-core.js';
import {pageWith} from './kit.js';

/** In a file of its own, because a page's scripts base cannot change, and the warning is logged once per page. */
describe('scripts-base of <protection-provider> if the head sets another', () => {
  it('is ignored with one warning that names the base in use', () => {
    const meta = document.createElement('meta');
    meta.name = 'sealed-capture-scripts';
    meta.content = '/by-head';
    document.head.append(meta);
    const page = pageWith(new FakeCore());
    const logged: string[] = [];
    for (const folder of ['/first', '/second']) {
      const provider = document.createElement('protection-provider');
      Object.assign(provider, {log: (message: string) => logged.push(message)});
      provider.scriptsBase = folder;
      page.append(provider);
    }
    expect(logged).to.eql([
      '<protection-provider>: A page has one scripts-base: “/by-head” is used, and “/first” is not. Call setScriptsBase() to change it.',
    ]);
    meta.remove();
  });
});
