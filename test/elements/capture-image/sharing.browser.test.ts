import {expect} from '@open-wc/testing';
import {unzipSync, strFromU8} from 'fflate';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {CasePacker} from '../../../src/ports/inspection/case-packer.js';
import type {ShareOutcome} from '../../../src/ports/browser/share-file.js';
import {copyText} from '../../../src/elements/capture/sharing/copy-text.js';
import {all, drawn, rendered, textOf, waitUntil} from '../kit.js';
import {ViewerFixture} from './viewer-fixture.js';

const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;
const sealedFile = () => new Blob(['sealed'], {type: 'image/jpeg'});

describe('the dialog before photos are shared', () => {
  let fixture: ViewerFixture;
  beforeEach(async () => {
    fixture = await ViewerFixture.create();
    fixture.canShare = true;
  });

  /** Takes photos; the first ones get a seal. */
  async function take(count: number, sealedCount = count): Promise<string[]> {
    const ids = await fixture.take(...['#ff0000', '#00ff00', '#0000ff'].slice(0, count));
    for (const captureId of ids.slice(0, sealedCount)) {
      fixture.protection.sealedFiles.set(captureId, sealedFile());
      fixture.protection.advance(captureId, sealed);
    }
    await drawn(fixture.element);
    return ids;
  }

  const click = (selector: string) =>
    drawn(fixture.element, fixture.find<HTMLElement>(selector).click());
  const notes = () => fixture.protection.calls.filter((call) => call.startsWith('note '));

  /** Opens the dialog for all photos of the list. */
  async function askForAll() {
    await waitUntil(() => fixture.has('.all'), 'the number of photos is there');
    await click('.all');
    await waitUntil(() => fixture.has('dialog.photos[open]'), 'the list is there');
    await click('.photos .select');
    await click('.photos .select-all');
    await click('.selection .save');
    await waitUntil(() => fixture.isAsked, 'the dialog is open');
  }

  /** Opens the dialog for the only photo. */
  async function askForOne() {
    await fixture.open();
    await fixture.press('Share');
    await waitUntil(() => fixture.isAsked, 'the dialog is open');
  }

  it('says that many services remove seals, where they stay, and which services do which', async () => {
    await take(1);
    await askForOne();
    const text = fixture.text('.sharing');
    expect(text).to.contain('Many messengers and social networks remove the seal from photos.');
    expect(text).to.contain('as an e-mail attachment, through a cloud folder or as a ZIP');
    expect(text).to.contain('with WhatsApp and Telegram as a document');
    expect(fixture.has('.sharing details[open]')).to.be.false;
    await click('.sharing summary');
    expect(fixture.text('.sharing details')).to.match(
      /Facebook, .*WhatsApp, Signal,? and Telegram/,
    );
    expect(fixture.has('.sharing .unsealed'), 'it is sealed').to.be.false;
    await expect(fixture.element).to.be.accessible();
  });

  it('shares several photos in one ZIP with a list, a script, and each file as it is', async () => {
    const [first = ''] = await take(3, 2);
    await askForAll();
    expect(fixture.text('.sharing .unsealed')).to.contain('1 of 3 are not sealed here yet.');
    await fixture.choose('zip');
    await waitUntil(() => fixture.shared.length === 1, 'it is shared');
    const [name, file] = fixture.shared[0] ?? [];
    expect(name).to.match(/^photo \d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.zip$/);
    expect(file?.type).to.equal('application/zip');
    const entries = unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? []));
    const paths = Object.keys(entries);
    for (const path of ['index.html', 'README.txt', 'SHA256SUMS', 'verify.sh']) {
      expect(paths).to.include(path);
    }
    const photos = paths.filter((path) => path.endsWith('.jpg'));
    expect(photos).to.have.length(3);
    expect(photos.map((path) => path[0])).to.eql(['1', '2', '3']);
    const page = new DOMParser().parseFromString(
      strFromU8(entries['index.html'] ?? new Uint8Array()),
      'text/html',
    );
    const links = [...page.querySelectorAll('a')].map((link) =>
      decodeURI(link.getAttribute('href') ?? ''),
    );
    expect(links, 'each link leads to its file').to.eql(photos);
    const rows = [...page.querySelectorAll('li')].map(textOf);
    expect(rows.filter((row) => row.endsWith('Sealed'))).to.have.length(2);
    expect(rows[0], 'the newest first, as in the list').to.match(/Not sealed here yet$/);
    const oldest = entries[photos[2] ?? ''];
    expect(strFromU8(oldest ?? new Uint8Array()), first).to.equal('sealed');
    await waitUntil(() => notes().length === 2, 'sealed and unsealed ones are noted apart');
    const texts = () => all(fixture.element, '.photos .copy').map(textOf);
    await waitUntil(() => texts().length === 3, 'each row says so');
    expect(texts()[0]).to.match(/^Shared as ZIP, .*, not yet sealed here$/);
    expect(texts()[1]).to.match(/^Shared as ZIP, \d\d?:\d\d( [AP]M)?$/);
    expect(fixture.saved).to.eql([]);
  });

  it('names a sandbox seal as one in the list of the ZIP', async () => {
    await take(2);
    await askForAll();
    const packer = await fixture.realPacker();
    fixture.packer = {
      packFolder: async (...given) => ({
        ...(await packer.packFolder(...given)),
        isOfSandbox: given[2] === '1',
      }),
      packCover: (...given) => packer.packCover(...given),
    };
    await fixture.choose('zip');
    await waitUntil(() => fixture.shared.length === 1, 'it is shared');
    const bytes = new Uint8Array((await fixture.shared[0]?.[1].arrayBuffer()) ?? []);
    const list = strFromU8(unzipSync(bytes)['index.html'] ?? new Uint8Array());
    const rows = [...new DOMParser().parseFromString(list, 'text/html').querySelectorAll('li')];
    expect(rows.map((row) => textOf(row).split(' · ')[1])).to.eql([
      'Sandbox seal: for trying, not evidence',
      'Sealed',
    ]);
  });

  it('knows the seals that photos get while it is open', async () => {
    const ids = await take(3, 0);
    await askForAll();
    expect(fixture.text('.sharing .unsealed')).to.match(/^None of them is sealed here yet/);
    for (const captureId of ids) {
      fixture.protection.sealedFiles.set(captureId, sealedFile());
      fixture.protection.advance(captureId, sealed);
    }
    await waitUntil(() => fixture.has('.sharing .zip'), 'it offers a ZIP');
    expect(fixture.has('.sharing .unsealed')).to.be.false;
    await fixture.choose('files');
    await waitUntil(() => fixture.shared.length === 3, 'they are shared');
    const texts = await Promise.all(fixture.shared.map(([, file]) => file.text()));
    expect(texts).to.eql(['sealed', 'sealed', 'sealed']);
    await waitUntil(() => notes().length === 1, 'as sealed ones');
    expect(notes()[0]).not.to.contain('unsealed');
  });

  it('does not say of a chosen photo that it has no seal', async () => {
    const [captureId = ''] = await take(1, 0);
    const imported = {chosenAt: '2026-11-20T15:04:00Z'};
    const {protection} = fixture;
    protection.captures = protection.captures.map((capture) => ({...capture, imported}));
    await drawn(fixture.element, protection.advance(captureId, {name: 'waiting'}));
    await fixture.open();
    expect(textOf(fixture.find('.viewer .save'))).to.equal('Save');
    await fixture.press('Save');
    await waitUntil(() => fixture.saved.length === 1, 'it is saved at once');
    await waitUntil(() => fixture.has('.viewer .copy'));
    expect(fixture.text('.viewer .copy')).to.match(/^Saved, .*, not yet sealed here$/);
  });

  it('says that the list of apps was opened where the browser tells no more, and notes nothing', async () => {
    await take(1);
    await askForOne();
    fixture.share = () => Promise.resolve('offered');
    await fixture.choose('zip');
    await waitUntil(() => !fixture.isAsked, 'it is over');
    await waitUntil(() => fixture.announcement.startsWith('Your browser opened the list of apps.'));
    expect([notes(), fixture.saved, fixture.has('.viewer .copy')]).to.eql([[], [], false]);
  });

  it('saves the ZIP where the browser shares photos, and no ZIP', async () => {
    fixture.canShareZip = false;
    await take(1);
    await askForOne();
    expect(fixture.text('.sharing .zip')).to.equal('Save as ZIP');
    expect(fixture.text('.sharing .files')).to.equal('Share');
    await fixture.choose('zip');
    await waitUntil(() => fixture.saved.length === 1, 'it is saved');
    expect(fixture.saved[0]?.[0]).to.match(/\.zip$/);
    await waitUntil(() => /^Saved as ZIP, \d/.test(fixture.text('.viewer .copy')));
    expect(fixture.announcement).to.match(/^Saved as ZIP, \d/);
  });

  it('saves a ZIP that the browser has refused to share, and says so', async () => {
    await take(1);
    await askForOne();
    fixture.share = () => Promise.resolve('refused');
    await fixture.choose('zip');
    await waitUntil(() => fixture.saved.length === 1, 'it is saved');
    await waitUntil(() => fixture.announcement.startsWith('Your browser did not share it.'));
    expect(fixture.text('.viewer .copy'), 'noted as it was').to.match(/^Saved as ZIP, /);
  });

  it('says that nothing was shared if the person cancels, and notes nothing', async () => {
    await take(1);
    await askForOne();
    fixture.share = () => Promise.resolve('cancelled');
    for (const form of ['files', 'zip'] as const) {
      await fixture.choose(form);
      await waitUntil(() => fixture.told === 'Nothing was shared.', form);
      expect(fixture.isAsked, 'another choice is possible').to.be.true;
    }
    await click('.sharing .exit');
    await waitUntil(() => !fixture.isAsked);
    expect([notes(), fixture.saved, fixture.has('.viewer .copy')]).to.eql([[], [], false]);
    expect(fixture.announcement).to.equal('');
  });

  it('shares with another press if the first was too long ago, without reading again', async () => {
    await take(1);
    await askForOne();
    const outcomes: ShareOutcome[] = ['expired', 'shared'];
    const given: File[][] = [];
    fixture.share = (files) => {
      given.push([...files]);
      return Promise.resolve(outcomes.shift() ?? 'refused');
    };
    await fixture.choose('zip');
    await waitUntil(() => fixture.text('.sharing .zip') === 'Share now');
    expect(fixture.told).to.contain('one more press');
    expect(notes()).to.eql([]);
    await fixture.choose('zip');
    await waitUntil(() => !fixture.isAsked, 'it is shared');
    expect(given[0]?.[0] === given[1]?.[0], 'the same ZIP').to.be.true;
    expect(notes()).to.have.length(1);
  });

  it('says why there is no ZIP, and still shares the photo itself', async () => {
    await take(1);
    await askForOne();
    const failing = (thrown: Error): CasePacker => ({
      packFolder: () => Promise.reject(thrown),
      packCover: () => Promise.reject(thrown),
    });
    fixture.packer = failing(new SealedCaptureError('too_large', 'Too large.'));
    await fixture.choose('zip');
    await waitUntil(() => fixture.told.startsWith('These files are too large for one ZIP.'));
    fixture.packer = failing(new SealedCaptureError('worker_unavailable', 'No worker.'));
    await fixture.choose('zip');
    await waitUntil(() => fixture.told.startsWith('The ZIP could not be made.'));
    expect(notes()).to.eql([]);
    await fixture.choose('files');
    await waitUntil(() => fixture.shared.length === 1);
  });

  it('neither shares nor saves what is packed after it was closed, or after its element has left the page', async () => {
    await take(1);
    await askForOne();
    const removed = () => drawn(fixture.element, fixture.element.remove());
    for (const leave of [() => click('.sharing .exit'), removed]) {
      let pack = (): void => undefined;
      const signals: AbortSignal[] = [];
      fixture.packer = {
        packFolder: async (_file, _texts, _number, signal) => {
          signals.push(signal);
          await new Promise<void>((resolve) => (pack = resolve));
          return {folder: '1-photo', zip: new Blob(), scriptSha256: '', isOfSandbox: false};
        },
        packCover: () => Promise.resolve(new Blob()),
      };
      await fixture.choose('zip');
      await waitUntil(() => signals.length === 1, 'it is being packed');
      await leave();
      await waitUntil(() => signals[0]?.aborted, 'packing is given up');
      pack();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect([fixture.shared, fixture.saved, notes()]).to.eql([[], [], []]);
      if (fixture.element.isConnected) {
        await fixture.press('Share');
        await waitUntil(() => fixture.isAsked, 'it can be opened again');
      }
    }
    expect(all(fixture.element, 'dialog[open]')).to.eql([]);
  });

  it('notes what another app has got although the dialog was closed meanwhile', async () => {
    await take(1);
    await askForOne();
    let end: (outcome: ShareOutcome) => void = () => undefined;
    let isShared = false;
    fixture.share = () => {
      isShared = true;
      return new Promise((resolve) => (end = resolve));
    };
    await fixture.choose('files');
    await waitUntil(() => isShared);
    await click('.sharing .exit');
    end('shared');
    await waitUntil(() => fixture.has('.viewer .copy'), 'the viewer says so');
  });

  it('reports what was shared even if that cannot be noted', async () => {
    await take(1);
    await askForOne();
    fixture.protection.noteRefusal = new SealedCaptureError('storage_unavailable', 'Broken.');
    await fixture.choose('files');
    await waitUntil(() => /^Shared, \d/.test(fixture.announcement));
    expect(fixture.has('.viewer .copy')).to.be.false;
  });

  it('offers no ZIP for photos that have no seal yet, and says so', async () => {
    await take(2, 0);
    await askForAll();
    expect(fixture.text('.sharing .unsealed')).to.equal(
      'None of them is sealed here yet. The copies stay without that seal.',
    );
    expect(fixture.has('.sharing .zip')).to.be.false;
    expect(fixture.text('.sharing')).not.to.contain('messengers');
    expect(fixture.text('.sharing .files')).to.equal('Save without seal');
  });

  it('can be used with keys: the focus is in it, stays on the pressed button, and returns', async () => {
    await take(1);
    await fixture.open();
    fixture.find('.viewer .save').focus();
    await fixture.press('Share');
    await waitUntil(() => fixture.isAsked);
    expect(fixture.focused?.closest('.sharing'), 'the focus is in the dialog').to.exist;
    fixture.share = () => Promise.resolve('cancelled');
    fixture.find('.sharing .zip').focus();
    await fixture.choose('zip');
    await waitUntil(() => fixture.told === 'Nothing was shared.');
    expect(fixture.focused === fixture.find('.sharing .zip')).to.be.true;
    fixture.key('ArrowRight');
    await rendered(fixture.element);
    expect(fixture.isAsked, 'its keys do nothing elsewhere').to.be.true;
    await click('.sharing .exit');
    await waitUntil(() => fixture.focused === fixture.find('.viewer .save'), 'it returns');
  });
});

describe('the note about the last copy', () => {
  const say = {
    lang: () => 'de',
    term: (...args: readonly unknown[]) => args.join(' '),
  } as unknown as Parameters<typeof copyText>[1];
  const now = new Date(2026, 10, 20, 18);

  it('has the time of a copy of today, and the date of an earlier one', () => {
    const at = (date: Date) => ({made: 'shared', inZip: true, at: date.toISOString()}) as const;
    expect(copyText(at(new Date(2026, 10, 20, 14, 2)), say, now)).to.equal(
      'viewerCopy shared-zip 14:02',
    );
    expect(copyText(at(new Date(2026, 10, 19, 14, 2)), say, now)).to.match(/19\. Nov.* 2026/);
  });

  it('says that the copy had no seal', () => {
    const copy = {made: 'saved', unsealed: true, at: now.toISOString()} as const;
    expect(copyText(copy, say, now)).to.equal('viewerCopyUnsealed viewerCopy saved 18:00');
  });
});
