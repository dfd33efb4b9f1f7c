import {expect} from '@open-wc/testing';
import {valid} from './seal-inspector-answers.js';
import {treeShowing} from './seal-inspector-tree-fixture.js';

describe('the tree of metadata', () => {
  it('is accessible', async () => {
    const host = await treeShowing(valid);
    await expect(host).to.be.accessible();
    expect(host.value('Latitude')).to.equal('48.13715° N');
  });
});
