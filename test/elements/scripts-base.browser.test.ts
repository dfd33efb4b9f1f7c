import {expect} from '@open-wc/testing';
import {setScriptsBase} from '../../src/core/wiring/script-addresses.js';
import type {ProtectionProvider} from '../../src/elements/protection-provider.js';
import {sideFile} from '../../src/ports/worker-channel/side-file.js';
import {FakeCore} from './fake-core.js';
import {pageWith} from './kit.js';

/** In a file of its own with tests in a fixed order, because a page's scripts base cannot change once it is used. */
describe('scripts-base of <protection-provider>', () => {
  const file = sideFile('some-worker.js', () => new URL('https://cdn.example/some-worker.js'));
  const put = (name: string, attributes: Record<string, string> = {}) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    pageWith(new FakeCore()).append(element);
    return element as ProtectionProvider & {log(message: string): void};
  };
  /** What the element logs to the console. */
  const logOf = (element: object): string[] => {
    const logged: string[] = [];
    Object.assign(element, {log: (message: string) => logged.push(message)});
    return logged;
  };
  const inOwn = (folder: string) => `${location.origin}${folder}/some-worker.js`;

  it('is read before the provider is upgraded', () => {
    put('protection-provider', {'scripts-base': '/in-html'});
    expect(file().href).to.equal(inOwn('/in-html'));
  });

  it('ignores a folder of another origin; before the upgrade, the first of the page’s own origin is used', async () => {
    put('protection-provider', {'scripts-base': 'https://other.example/scripts'});
    expect(file().href).to.contain('cdn.example');
    const own = document.createElement('protection-provider');
    own.setAttribute('scripts-base', '/own');
    document.querySelector('protection-provider')?.after(own);
    expect(file().href).to.equal(inOwn('/own'));
    own.remove();
    await import('../../src/elements/protection-provider.js');
    const provider = put('protection-provider');
    const logged = logOf(provider);
    provider.setAttribute('scripts-base', 'https://other.example/scripts');
    expect(logged.join()).to.contain("a folder of the page's own origin");
    expect(provider.scriptsBase).to.equal(undefined);
    expect(file().href).to.contain('cdn.example');
  });

  it('is that of the first provider, also as a property, and another is reported once', async () => {
    const first = put('protection-provider');
    first.scriptsBase = '/first';
    await first.updateComplete;
    expect(file().href).to.equal(inOwn('/first'));
    const second = put('protection-provider');
    const logged = logOf(second);
    for (const folder of ['/first', '/second', '/third']) {
      second.setAttribute('scripts-base', folder);
      await second.updateComplete;
    }
    expect(logged).to.eql([
      '<protection-provider>: A page has one scripts-base: “/first” is used, and “/second” is not. Call setScriptsBase() to change it.',
    ]);
    first.remove();
    expect(file().href).to.equal(inOwn('/first'));
  });

  it("has lower precedence than the head, which only the page's author writes", () => {
    const meta = document.createElement('meta');
    meta.name = 'sealed-capture-scripts';
    meta.content = '/by-head';
    document.head.append(meta);
    expect(file().href).to.equal(inOwn('/by-head'));
    meta.remove();
    expect(file().href).to.equal(inOwn('/first'));
  });

  it('has lower precedence than setScriptsBase', () => {
    setScriptsBase('/by-script');
    expect(file().href).to.equal(inOwn('/by-script'));
  });
});
