import {expect} from '@open-wc/testing';
import {FakeCore} from './fake-core.js';
import {pageWith} from './kit.js';

/** In a file of its own, because the elements must not be registered yet when the markup is parsed. */
describe('elements that are in the page before their scripts are loaded', () => {
  it('work as if they were added later, whichever script is loaded first', async () => {
    const core = new FakeCore();
    const page = pageWith(core);
    page.innerHTML = `
      <protection-provider api-key="key" tags='{"a":"1"}'>
        <capture-image></capture-image>
        <capture-audio></capture-audio>
      </protection-provider>`;
    expect(customElements.get('protection-provider')).to.equal(undefined);
    const configs = () => core.protections.map(({client: {mode, config}}) => [mode, config]);

    await import('../../src/elements/capture-image.js');
    expect(configs()).to.eql([['image', {}]]);
    await import('../../src/elements/protection-provider.js');
    const given = {apiKey: 'key', tags: {a: '1'}};
    expect(core.providers.map(({client}) => client.config)).to.eql([given]);
    expect(configs()).to.eql([['image', given]]);
    await import('../../src/elements/capture-audio.js');
    expect(configs()).to.eql([
      ['image', given],
      ['audio', given],
    ]);
  });
});
