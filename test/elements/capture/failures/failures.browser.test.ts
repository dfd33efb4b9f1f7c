import {expect, waitUntil} from '@open-wc/testing';
import {CaptureAudio} from '../../../../src/elements/capture-audio.js';
import {Failures, type FailureActions} from '../../../../src/elements/capture/failures/failures.js';
import {CaptureImage} from '../../../../src/elements/capture-image.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {FakeCore, live, photo} from '../../fake-core.js';
import {all, change, drawn, pageWith, textOf} from '../../kit.js';

let undoMs = 60_000;
let saved: [name: string, size: number][] = [];

/** The test decides when the undo time ends, and records what is saved. */
class TestedFailures extends Failures {
  constructor(host: CaptureImage | CaptureAudio, actions: FailureActions) {
    super(host, {...actions, undoMs, save: (file, name) => void saved.push([name, file.size])});
  }
}
class FailingCamera extends CaptureImage {
  protected override importFailures() {
    return Promise.resolve({Failures: TestedFailures});
  }
}
customElements.define('failing-camera', FailingCamera);
class FailingRecorder extends CaptureAudio {
  protected override importFailures() {
    return Promise.resolve({Failures: TestedFailures});
  }
}
customElements.define('failing-recorder', FailingRecorder);

const failed = (code: ErrorCode, status?: number) =>
  ({name: 'failed', failure: {code, status, message: 'No.', retryable: false}}) as const;

describe('a capture whose sealing failed', () => {
  let core: FakeCore;
  let page: HTMLElement;
  let element: CaptureImage;

  beforeEach(async () => {
    [undoMs, saved] = [60_000, []];
    core = new FakeCore();
    page = pageWith(core);
    element = document.createElement('failing-camera') as CaptureImage;
    element.style.inlineSize = '360px';
    await drawn(element, page.append(element));
    await drawn(element, core.camera.show(live()));
  });

  const add = async (code: ErrorCode, status?: number) => {
    core.protection.firstProgress = failed(code, status);
    const {captureId} = await element.takePicture();
    await waitUntil(() => all(element, '.failure').length > 0, 'the reason is loaded');
    await element.updateComplete;
    return captureId;
  };
  const find = (selector: string) => {
    const [found] = all(element, selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const press = (selector: string) => drawn(element, find(selector).click());
  const has = (selector: string) => all(element, selector).length > 0;
  const said = () => textOf(find('[role=status]'));
  const stored = () => core.protection.captures.map(({captureId}) => captureId);

  it('shows the reason, what to do and the code, with buttons', async () => {
    await add('unauthorized', 403);
    expect(textOf(find('.failure span'))).to.equal('1 photo not sealed');
    expect(textOf(find('.failure p'))).to.equal(
      'The service does not accept this page’s key. Tell the page’s owner, then try again. (unauthorized, 403)',
    );
    expect(all(element, '.failure button').map(textOf)).to.eql([
      'Try again',
      'Save without seal',
      'Delete',
    ]);
    await expect(element).to.be.accessible();
  });

  it('has one notice per reason, with the number of photos', async () => {
    const ids = [await add('unauthorized', 403), await add('too_large', 413)];
    ids.push(await add('unauthorized', 401));
    expect(all(element, '.failure span').map(textOf)).to.eql([
      '2 photos not sealed',
      '1 photo not sealed',
    ]);
    await press('.retry');
    expect(core.protection.calls.slice(-2)).to.eql([`retry ${ids[0]}`, `retry ${ids[2]}`]);
  });

  it('has no retry button if a retry changes nothing', async () => {
    await add('too_large', 413);
    expect(has('.retry')).to.be.false;
  });

  it('is saved as it was captured, and reported as saved', async () => {
    const file = await photo();
    core.camera.develop = () => Promise.resolve(file);
    await add('unauthorized', 403);
    await press('.save');
    await waitUntil(() => saved.length > 0, 'it is saved');
    expect(saved[0]?.[0]).to.match(/^photo \d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.jpg$/);
    expect(saved[0]?.[1]).to.equal(file.size);
    await element.updateComplete;
    expect(said()).to.equal('Saved without a seal.');
    expect(stored(), 'it stays').to.have.length(1);
    const [kept] = element.protections;
    expect(kept?.lastCopy, 'its row says so').to.include({made: 'saved', unsealed: true});
  });

  it('is reported as not saved if it is not stored any more', async () => {
    core.protection.pictures.delete(await add('unauthorized', 403));
    await press('.save');
    await waitUntil(() => /^Not saved/.test(said()), 'it is said');
    expect(saved).to.eql([]);
    expect(element.protections[0]?.lastCopy).to.equal(undefined);
  });

  it('is reported as not readable now if the storage cannot be read', async () => {
    await add('unauthorized', 403);
    core.protection.picture = () =>
      Promise.reject(new SealedCaptureError('storage_unavailable', 'Broken.'));
    await press('.save');
    await waitUntil(() => said() !== '', 'it is said');
    expect(said()).to.equal('Not saved: the file cannot be read now. Try again.');
    expect(saved).to.eql([]);
  });

  it('is kept if a person undoes the deletion', async () => {
    const captureId = await add('unauthorized', 403);
    find('.delete').focus();
    await press('.delete');
    expect(has('.failure')).to.be.false;
    expect(textOf(find('.notice'))).to.equal('1 photo deleted Undo');
    expect(said()).to.equal('1 photo deleted');
    expect(stored()).to.eql([captureId]);
    expect(element.shadowRoot?.activeElement?.className, 'the focus').to.equal('undo');
    await expect(element).to.be.accessible();
    await press('.undo');
    expect(textOf(find('.failure span'))).to.equal('1 photo not sealed');
    expect(said()).to.equal('1 photo kept.');
  });

  it('is deleted for good after the undo time', async () => {
    undoMs = 30;
    await add('unauthorized', 403);
    await press('.delete');
    expect(stored()).to.have.length(1);
    await waitUntil(() => stored().length === 0, 'it is deleted');
    await element.updateComplete;
    expect(has('.notice')).to.be.false;
  });

  it('is not deleted if it was sealed meanwhile, or if its element leaves the page', async () => {
    undoMs = 30;
    const sealed = await add('unauthorized', 403);
    await press('.delete');
    core.protection.advance(sealed, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    await waitUntil(() => !has('.notice'), 'the time is over');
    expect(stored()).to.eql([sealed]);
    const other = await add('unauthorized', 403);
    await press('.delete');
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(stored()).to.eql([sealed, other]);
  });

  it('is in its form again if it was sealed meanwhile and stays', async () => {
    undoMs = 30;
    const form = document.createElement('form');
    page.append(form);
    form.append(element);
    await change(element, {name: 'photo', submitAs: 'raw'});
    await drawn(element, core.camera.show(live()));
    const captureId = await add('unauthorized', 403);
    const files = () => new FormData(form).getAll('photo').length;
    expect(files()).to.equal(1);
    await press('.delete');
    expect(files()).to.equal(0);
    core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    await waitUntil(() => !has('.notice'), 'the time is over');
    expect(files()).to.equal(1);
  });

  it('is deleted for good after a retake that was not undone', async () => {
    undoMs = 30;
    core.protection.firstProgress = {name: 'held', awaits: 'license-plate'};
    await element.takePicture();
    const retake = () => all(element, '.plate button').find((one) => textOf(one) === 'Retake');
    await waitUntil(retake, 'the form is there');
    retake()?.click();
    await waitUntil(() => stored().length === 0, 'it is deleted');
  });

  describe('of a recorder', () => {
    let recorder: CaptureAudio;
    beforeEach(async () => {
      recorder = document.createElement('failing-recorder') as CaptureAudio;
      await drawn(recorder, page.append(recorder));
      await recorder.startRecording();
      core.recording.hear(5);
      core.protection.firstProgress = failed('service_unavailable', 503);
      await recorder.stopRecording();
      await waitUntil(() => all(recorder, '.unsealed').length > 0, 'the reason is loaded');
    });
    const shown = (selector: string) => all(recorder, selector)[0];

    it('shows the reason in its place, and can be saved and deleted', async () => {
      expect(textOf(shown('.unsealed'))).to.equal(
        'The service is not working. Try again in a few minutes. (service_unavailable, 503)',
      );
      expect(all(recorder, '.outcome .foot button').map(textOf)).to.eql([
        'Recording: not sealed · Try again',
        'Save without seal',
      ]);
      expect(textOf(shown('[part=again]'))).to.equal('New recording');
      await expect(recorder).to.be.accessible();
      shown('.save')?.click();
      await waitUntil(() => saved.length > 0, 'it is saved');
      expect(saved[0]?.[0]).to.match(/^recording .+\.mp3$/);
    });

    it('is kept if a person undoes the deletion', async () => {
      shown('[part=discard]')?.click();
      await waitUntil(() => shown('.undo'), 'it can be taken back');
      expect(textOf(shown('[part=notice]'))).to.equal('1 recording deleted Undo');
      expect(shown('[part=player]')).to.be.undefined;
      await drawn(recorder, shown('.undo')?.click());
      expect(shown('[part=player]'), 'it is shown again').not.to.be.undefined;
      expect(textOf(shown('.unsealed'))).to.match(/service_unavailable/);
      expect(stored()).to.have.length(1);
    });
  });
});
