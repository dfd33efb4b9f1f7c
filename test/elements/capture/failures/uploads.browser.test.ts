import {expect} from '@open-wc/testing';
import type {CaptureProgress} from '../../../../src/core/queue/queue-client.js';
import {CaptureAudio} from '../../../../src/elements/capture-audio.js';
import {CaptureImage} from '../../../../src/elements/capture-image.js';
import {languages} from '../../../../src/lang/compiled/languages.js';
import {registerStrings} from '../../../../src/elements/strings/localize.js';
import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {FakeCore, live} from '../../fake-core.js';
import {all, drawn, pageWith, textOf, waitUntil} from '../../kit.js';

class UploadingCamera extends CaptureImage {
  /** Loads the part that knows the reasons. */
  loadReasons = () => this.failures.load();
}
customElements.define('uploading-camera', UploadingCamera);
class UploadingRecorder extends CaptureAudio {
  loadReasons = () => this.failures.load();
}
customElements.define('uploading-recorder', UploadingRecorder);

const sealedAt = '2026-11-20T15:04:00Z';
const willRetryAt = '2026-11-20T15:05:00Z';

/** A file that was not uploaded. */
const failing = (
  code: ErrorCode,
  status?: number,
  more: {willRetryAt?: string; isReported?: true} = {},
): CaptureProgress => ({
  name: 'delivering',
  sealedAt,
  failure: {code, status, message: 'For developers.', retryable: true},
  ...more,
});
const goingOn = {willRetryAt, isReported: true} as const;

describe('a sealed file that is not uploaded', () => {
  let core: FakeCore;
  let page: HTMLElement;
  let element: CaptureImage | CaptureAudio;

  beforeEach(() => {
    core = new FakeCore();
    page = pageWith(core);
  });

  const find = (selector: string) => {
    const [found] = all(element, selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const has = (selector: string) => all(element, selector).length > 0;
  const notice = () => textOf(find('.notice span'));
  const said = () => textOf(find('[role=status]'));
  const show = (captureId: string, progress: CaptureProgress) =>
    drawn(element, core.protection.advance(captureId, progress));
  /** Shows the failure and reports it, as the queue does. */
  const report = async (captureId: string, progress: CaptureProgress & {willRetryAt?: string}) => {
    await show(captureId, progress);
    const {mode} = element;
    const {client} = core.protection;
    const detail = {code: 'delivery_failed', message: '', retryable: true, attempts: 1} as const;
    const next = progress.willRetryAt && {willRetryAt: progress.willRetryAt};
    await drawn(element, client.onProtectError({...detail, captureId, mode, ...next}));
  };

  describe('of a camera', () => {
    beforeEach(async () => {
      const camera = document.createElement('uploading-camera') as UploadingCamera;
      camera.style.inlineSize = '360px';
      page.append(camera);
      await camera.loadReasons();
      await drawn(camera, core.camera.show(live()));
      element = camera;
    });

    const take = async () => (await (element as CaptureImage).takePicture()).captureId;
    const takeSome = async (count: number) => {
      const ids: string[] = [];
      while (ids.length < count) ids.push(await take());
      return ids;
    };

    it('has the reason in its notice, with the status of the answer', async () => {
      await show(await take(), failing('request_rejected', 404));
      expect(notice()).to.equal(
        '1 photo sealed, but not uploaded The server does not take this photo (status 404).',
      );
      await expect(element).to.be.accessible();
    });

    it('is too large with 413, also where the size was known without a status', async () => {
      const captureId = await take();
      await show(captureId, failing('too_large', 413));
      expect(notice()).to.match(/uploaded The photo is too large for the server \(status 413\)\.$/);
      await show(captureId, failing('too_large'));
      expect(notice()).to.match(/uploaded The photo is too large for the server\.$/);
    });

    it('has no status if the browser hides the answer', async () => {
      await show(await take(), failing('origin_not_allowed', undefined, goingOn));
      expect(notice()).to.match(
        /uploaded The server’s answer cannot be read by this page \(CORS\): status unknown\.$/,
      );
    });

    it('is not said to be refused by an answer that only fails to confirm it', async () => {
      await show(await take(), failing('response_invalid', 200, goingOn));
      expect(notice()).to.match(
        /uploaded The server does not confirm the upload \(status 200\)\.$/,
      );
    });

    it('has no reason that no answer has given', async () => {
      const captureId = await take();
      for (const code of ['delivery_failed', 'timeout', 'response_invalid'] as const) {
        await show(captureId, failing(code));
        expect(notice(), code).to.equal('1 photo sealed, but not uploaded');
        expect(has('.notice .retry'), code).to.be.true;
      }
    });

    it('waits, without a reason, until the page is told; then it has one, and is sent at once on request', async () => {
      const captureId = await take();
      await show(captureId, failing('service_unavailable', 503, {willRetryAt}));
      expect(notice()).to.equal('1 photo sealed, waiting to upload');
      expect(has('.notice .retry')).to.be.false;
      await show(captureId, failing('service_unavailable', 503, goingOn));
      expect(notice()).to.match(/uploaded The server does not take this photo \(status 503\)\.$/);
      find('.notice .retry').click();
      expect(core.protection.calls.at(-1)).to.equal(`retry ${captureId}`);
    });

    it('is counted with the others, each status is named once, and one button sends all that the page was told of', async () => {
      const [first = '', second = '', third = '', untold = ''] = await takeSome(4);
      await show(first, failing('service_unavailable', 500, goingOn));
      await show(second, failing('service_unavailable', 503));
      await show(third, failing('service_unavailable', 500));
      await show(untold, failing('service_unavailable', 502, {willRetryAt}));
      expect(notice()).to.equal(
        '3 photos sealed, but not uploaded The server does not take these photos (status 500, 503).',
      );
      find('.notice .retry').click();
      expect(core.protection.calls.slice(-3)).to.eql(
        [first, second, third].map((captureId) => `retry ${captureId}`),
      );
    });

    it('is counted apart from those with another reason, which is less frequent', async () => {
      const [first = '', second = '', third = '', fourth = ''] = await takeSome(4);
      await show(first, failing('too_large', 413));
      await show(second, failing('service_unavailable', 500));
      await show(third, failing('service_unavailable', 500));
      await show(fourth, failing('delivery_failed'));
      expect(all(element, '.notice')).to.have.length(1);
      expect(notice()).to.equal(
        '2 photos sealed, but not uploaded The server does not take these photos (status 500). 2 photos sealed, but not uploaded',
      );
      await show(second, failing('delivery_failed'));
      // Of reasons that are equally frequent, the first is named.
      expect(notice()).to.equal(
        '1 photo sealed, but not uploaded The photo is too large for the server (status 413). 3 photos sealed, but not uploaded',
      );
    });

    it('has room for its reason and its button in long words and large letters', async () => {
      const {strings} = (await languages.get('de')?.()) ?? {};
      registerStrings('de', strings ?? {});
      const root = document.documentElement;
      root.style.fontSize = '200%';
      try {
        await drawn(element, element.setAttribute('lang', 'de'));
        const captureId = await take();
        await show(captureId, failing('origin_not_allowed', undefined, goingOn));
        await waitUntil(() => notice().includes('nicht lesen'), 'it is in German');
        const around = find('.notice').getBoundingClientRect();
        for (const part of all(element, '.notice > *')) {
          const {left, right} = part.getBoundingClientRect();
          expect(left, part.localName).to.be.at.least(around.left);
          expect(right, part.localName).to.be.at.most(around.right);
        }
        const [icon, text] = all(element, '.notice > *').map((one) => one.getBoundingClientRect());
        expect(icon?.right, 'the icon is beside the text').to.be.at.most(text?.left ?? 0);
      } finally {
        root.style.fontSize = '';
      }
    });

    it('is announced once with its reason, and when it was uploaded', async () => {
      const captureId = await take();
      const text =
        '1 photo sealed, but not uploaded. The server does not take this photo (status 503).';
      await report(captureId, failing('service_unavailable', 503, goingOn));
      expect(said()).to.equal(text);
      const announced = find('[role=status]').textContent;
      // The tenth failure says nothing new.
      await report(captureId, failing('service_unavailable', 503));
      expect(find('[role=status]').textContent).to.equal(announced);
      // A person has tried again in vain.
      await report(captureId, failing('service_unavailable', 503));
      expect(said()).to.equal(text);
      expect(find('[role=status]').textContent).not.to.equal(announced);
      await drawn(element, core.protection.client.onDelivered?.({captureId, mode: 'image'}));
      expect(said()).to.equal('Uploaded.');
    });

    it('is announced with what its notice says of several files', async () => {
      const [first = '', second = ''] = await takeSome(2);
      await report(first, failing('service_unavailable', 503, goingOn));
      await report(second, failing('too_large', 413));
      expect(said()).to.equal(
        '1 photo sealed, but not uploaded. The server does not take this photo (status 503). 1 photo sealed, but not uploaded',
      );
    });

    it('has its reason in the list of photos and in the viewer, where it can be sent again', async () => {
      const [captureId = '', other = ''] = await takeSome(2);
      await show(captureId, failing('service_unavailable', 503, goingOn));
      await show(other, failing('service_unavailable', 503, {willRetryAt}));
      await waitUntil(() => has('.all'), 'the list can be opened');
      find('.all').click();
      await waitUntil(() => all(element, '.photos .row').length === 2, 'the list is there');
      const [untold, told] = all(element, '.photos .row').map(textOf);
      expect(untold)
        .to.match(/^Sealed, waiting to upload/)
        .and.not.to.match(/status/);
      expect(told).to.match(
        /^Sealed, not uploaded .*The server does not take this photo \(status 503\)\.$/,
      );
      const marks = all(element, '.photos .photo').map(({dataset}) => dataset['state']);
      expect(marks, 'the tick is for what is uploaded').to.eql(['waiting', 'failed']);
      expect(all(element, '.photos .retry')).to.have.length(1);
      find('.photos .row:last-child .photo').click();
      await waitUntil(() => has('.viewer .retry'), 'the viewer is there');
      expect(textOf(find('.standing'))).to.match(
        /The server does not take this photo \(status 503\)\. Try again$/,
      );
      find('.viewer .retry').click();
      expect(core.protection.calls.at(-1)).to.equal(`retry ${captureId}`);
    });
  });

  describe('of a recorder', () => {
    beforeEach(async () => {
      const recorder = document.createElement('uploading-recorder') as UploadingRecorder;
      page.append(recorder);
      await recorder.loadReasons();
      await drawn(recorder);
      element = recorder;
    });

    const record = async () => {
      await drawn(element, (element as CaptureAudio).startRecording());
      core.recording.hear(5);
      return (await (element as CaptureAudio).stopRecording()).captureId;
    };

    it('has its reason where that of a seal that failed would be, and a button', async () => {
      const captureId = await record();
      await show(captureId, failing('service_unavailable', 503, {willRetryAt}));
      expect([has('.unsealed'), has('button[part=seal]')]).to.eql([false, false]);
      await show(captureId, failing('service_unavailable', 503, goingOn));
      expect(textOf(find('.unsealed'))).to.equal(
        'The server does not take this recording (status 503).',
      );
      expect(textOf(find('button[part=seal]'))).to.equal(
        'Recording: sealed, not uploaded · Try again',
      );
      expect(textOf(find('.outcome')), 'its file is sealed').not.to.contain('without seal');
      await expect(element).to.be.accessible();
      find('button[part=seal]').click();
      expect(core.protection.calls.at(-1)).to.equal(`retry ${captureId}`);
    });

    it('has its reason in the notice if another one is shown', async () => {
      const [first, second] = [await record(), await record()];
      await record();
      await show(first, failing('too_large', 413));
      expect(notice()).to.equal(
        '1 recording sealed, but not uploaded The recording is too large for the server (status 413).',
      );
      await show(second, failing('too_large', 413));
      expect(notice()).to.equal(
        '2 recordings sealed, but not uploaded The recordings are too large for the server (status 413).',
      );
      await show(first, {name: 'delivering', sealedAt, sent: 4, total: 10});
      await show(second, {name: 'delivering', sealedAt, sent: 4, total: 10});
      expect(notice()).to.equal('Uploading 2 recordings, 40 %');
    });

    it('is announced as a recording', async () => {
      await report(await record(), failing('request_rejected', 400));
      expect(said()).to.equal(
        '1 recording sealed, but not uploaded. The server does not take this recording (status 400).',
      );
    });
  });
});
