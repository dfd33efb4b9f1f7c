import {expect} from '@open-wc/testing';
import {chooseScriptsBase, sideFile} from '../../../src/ports/worker-channel/side-file.js';

/** The result of `new URL(…, import.meta.url)` with one bundler: an address without an origin. */
const withoutOrigin = {href: '/_next/media/some-worker.js', origin: ''} as URL;
const bundled = () => new URL('https://cdn.example/assets/some-worker.js');
const addressOf = (beside: () => URL) => sideFile('some-worker.js', beside)().href;

describe('the address of a file beside the modules', () => {
  it('is where the bundler put it', () => {
    expect(addressOf(bundled)).to.equal('https://cdn.example/assets/some-worker.js');
  });

  it('has the page’s own origin if the bundler omits it', () => {
    expect(addressOf(() => withoutOrigin)).to.equal(
      `${location.origin}/_next/media/some-worker.js`,
    );
  });

  it('is in the folder that the page’s HTML names, before any script runs', () => {
    const meta = document.createElement('meta');
    meta.name = 'sealed-capture-scripts';
    meta.content = '/from-meta/';
    document.head.append(meta);
    expect(addressOf(bundled)).to.equal(`${location.origin}/from-meta/some-worker.js`);
    meta.remove();
    expect(addressOf(bundled)).to.contain('cdn.example');
  });

  it('is in no folder of another origin, and in none that is named outside the head', () => {
    const meta = document.createElement('meta');
    meta.name = 'sealed-capture-scripts';
    meta.content = 'https://other.example/scripts';
    document.head.append(meta);
    expect(addressOf(bundled)).to.contain('cdn.example');
    meta.content = '/from-a-person';
    document.body.append(meta);
    expect(addressOf(bundled)).to.contain('cdn.example');
    meta.remove();
  });

  it('is in the folder that was set', () => {
    chooseScriptsBase('/scripts');
    expect(addressOf(bundled)).to.equal(`${location.origin}/scripts/some-worker.js`);
    chooseScriptsBase('https://static.example/v1/');
    expect(addressOf(bundled)).to.equal('https://static.example/v1/some-worker.js');
    chooseScriptsBase(undefined);
    expect(addressOf(bundled)).to.contain('cdn.example');
  });
});
