import {expect} from '@open-wc/testing';
import {strFromU8, unzipSync} from 'fflate';
import {textOf} from '../kit.js';
import {command, Flow, waitUntil} from './flow.js';

describe('a sealed photo that is saved as a ZIP in this engine', () => {
  let flow: Flow;
  beforeEach(async () => {
    flow = await Flow.create();
  });
  afterEach(() => flow.end());

  it('is on disk as it was sealed, with its list, its sums and the script that checks them', async function () {
    this.timeout(90_000);
    await flow.open();
    const captureId = await flow.take();
    const sealed = await flow.sealed(captureId);
    await waitUntil(() => flow.has('.thumbnail'), 'the thumbnail is there');
    flow.find('.thumbnail').click();
    await waitUntil(() => flow.has('dialog.viewer[open] .save'), 'the viewer is open');
    flow.find('.viewer .save').click();
    await waitUntil(() => flow.has('dialog.sharing[open] .zip'), 'the dialog is open');
    await expect(flow.element).to.be.accessible();
    // Of these engines as they run here, none gives files to other apps.
    const isShared = navigator.canShare?.({
      files: [new File([], 'a.zip', {type: 'application/zip'})],
    });
    expect(textOf(flow.find('.sharing .zip'))).to.contain(isShared ? 'Share' : 'Save');
    // Files have times in whole seconds on some disks.
    const since = Date.now() - 1000;
    flow.find('.sharing .zip').click();
    const zip = await command<string>('saved-zip', {since});
    await waitUntil(() => !flow.has('dialog.sharing[open]'), 'the dialog is closed');
    await waitUntil(() => flow.has('.viewer .copy'), 'the viewer says so');
    expect(flow.text('.viewer .copy')).to.match(/Saved as ZIP/);

    const entries = unzipSync(Uint8Array.from(atob(zip), (one) => one.charCodeAt(0)));
    const names = Object.keys(entries);
    expect(names).to.include.members(['index.html', 'README.txt', 'SHA256SUMS', 'verify.sh']);
    const [photo = '', ...others] = names.filter((name) => name.endsWith('.jpg'));
    expect(others).to.eql([]);
    expect(entries[photo]).to.eql(new Uint8Array(await sealed.arrayBuffer()));
    const page = new DOMParser().parseFromString(
      strFromU8(entries['index.html'] ?? new Uint8Array()),
      'text/html',
    );
    expect(decodeURI(page.querySelector('a')?.getAttribute('href') ?? '')).to.equal(photo);
    expect(textOf(page.querySelector('li'))).to.match(/Sandbox seal: for trying, not evidence$/);
  });
});
