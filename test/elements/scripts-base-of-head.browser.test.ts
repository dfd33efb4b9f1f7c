import {expect} from '@open-wc/testing';
import '../../src/elements/protection-provider.js';
import {FakeCore} from './fake-core.js';
import {pageWith} from './kit.js';

/** Its own file: what a page says of its scripts holds, and is warned of once, until it is left. */
describe('scripts-base of <protection-provider> where the head names another', () => {
  it('is told not to be used, once, with the one that is', () => {
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
      'A page has one scripts-base: “/by-head” is used, and “/first” is not. Call setScriptsBase() to change it.',
    ]);
    meta.remove();
  });
});
