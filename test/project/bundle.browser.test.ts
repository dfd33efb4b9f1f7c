import {expect, waitUntil} from '@open-wc/testing';

const bundle = '/dist/web/sealed-capture.js';

describe('the script-tag bundle', () => {
  let frame: HTMLIFrameElement;
  afterEach(() => frame.remove());

  /** A new page with this in its head. */
  const page = async (head: string): Promise<Window & typeof globalThis> => {
    frame = document.createElement('iframe');
    frame.srcdoc = `<!doctype html><head>${head}</head>`;
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await loaded;
    return frame.contentWindow as Window & typeof globalThis;
  };

  it('registers every element with a plain script tag', async () => {
    const {customElements} = await page(`<script type="module" src="${bundle}"></script>`);
    const names = ['capture-audio', 'capture-image', 'protection-provider', 'seal-inspector'];
    await waitUntil(() => names.every((name) => customElements.get(name)), 'all are registered');
  });

  it('registers every element with a classic script tag, with all its exports in one global', async () => {
    const classic = bundle.replace('.js', '.classic.js');
    const {customElements, document} = await page(`<script src="${classic}"></script><script>
      const {CaptureImage, createProtection} = sealedCapture;
      document.documentElement.title = [
        customElements.get('capture-image') === CaptureImage, typeof createProtection,
      ].join();
    </script>`);
    expect(document.documentElement.title).to.equal('true,function');
    expect(customElements.get('seal-inspector')).to.be.a('function');
  });

  it('exports the setup functions for a page’s own script', async () => {
    const {
      document: {documentElement},
    } = await page(`<script type="module">
      import * as all from '${bundle}';
      const {setScriptsBase, createProtection} = all;
      setScriptsBase('/scripts');
      document.documentElement.title = typeof createProtection;
    </script>`);
    await waitUntil(() => documentElement.title === 'function', 'it is imported');
  });

  it('keeps the elements of a copy that was loaded first, logs that once, and the page continues', async () => {
    const {document, customElements} = await page(`<script>
      window.said = [];
      console.warn = (text) => said.push(text);
    </script>
    <script type="module">
      import * as first from '${bundle}?copy=first';
      import * as second from '${bundle}?copy=second';
      const isFirst = customElements.get('capture-image') === first.CaptureImage;
      const isOther = first.CaptureImage !== second.CaptureImage;
      document.documentElement.title = JSON.stringify({isFirst, isOther, said});
    </script>`);
    await waitUntil(() => document.documentElement.title !== '', 'both are imported', {
      timeout: 10_000,
    });
    const {isFirst, isOther, said} = JSON.parse(document.documentElement.title) as {
      isFirst: boolean;
      isOther: boolean;
      said: string[];
    };
    expect([isFirst, isOther]).to.eql([true, true]);
    expect(said.length).to.equal(1);
    expect(said[0]).to.contain('on this page twice');
    expect(customElements.get('seal-inspector')).to.be.a('function');
  });
});
