import {expect} from '@open-wc/testing';
import {FakeCore} from './fake-core.js';
import {pageWith} from './kit.js';

/** Its own file: the elements' classes must not be registered when the markup is read. */
describe('elements that are in the page before their scripts', () => {
  it('work as if they came later, whichever script is first', async () => {
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
