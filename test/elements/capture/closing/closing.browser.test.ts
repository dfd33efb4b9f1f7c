import {expect} from '@open-wc/testing';
import '../../../../src/elements/capture-audio.js';
import '../../../../src/elements/capture-image.js';
import type {CaptureProgress} from '../../../../src/core/queue/queue-client.js';
import {FakeCore, live, photo, type FakeProtection} from '../../fake-core.js';
import {all, pageWith, rendered, textOf, waitUntil} from '../../kit.js';

const sealedAt = '2026-11-20T15:04:00Z';

/** An element that has captured for a job. */
async function captured(tag: 'capture-image' | 'capture-audio', job?: string) {
  const core = new FakeCore();
  const element = document.createElement(tag);
  if (job) element.job = job;
  pageWith(core).append(element);
  await rendered(element);
  const {protection} = core;
  const mode = tag === 'capture-image' ? 'image' : 'audio';
  if (mode === 'image') core.camera.show(live());
  const detail = {captureId: crypto.randomUUID(), mode, blob: await photo(), capturedAt: sealedAt};
  protection.add({...detail, mode} as const, {name: 'delivered', sealedAt, deliveredAt: sealedAt});
  await rendered(element);
  const picture = mode === 'image' ? '.thumbnail' : '.notice, [part="player"]';
  await waitUntil(() => all(element, picture).length > 0, 'the capture is shown');
  return {element, protection};
}

const notSealed = (tag: 'capture-image' | 'capture-audio'): string =>
  `The ${tag === 'capture-image' ? 'photos' : 'recordings'} are safe. Only the list that closes this job is not sealed.`;

const close = ({closings}: FakeProtection, progress: CaptureProgress, to: FakeProtection) => {
  to.advance(closings[0]?.captureId ?? '', progress);
};

for (const tag of ['capture-image', 'capture-audio'] as const) {
  describe(`closeJob of <${tag}>`, () => {
    it('stores the closing record of the job as a picture, and resolves to its id', async () => {
      const {element, protection} = await captured(tag, 'claim 4711');
      const id = await element.closeJob();
      expect(protection.closings.map(({captureId}) => captureId)).to.eql([id]);
      const [{picture, shots} = {picture: new Blob(), shots: undefined}] = protection.closed;
      const {width, height} = await createImageBitmap(picture);
      expect([picture.type, width, height, shots]).to.eql(['image/jpeg', 1200, 630, []]);
    });

    it('rejects without a job, and if nothing of it was captured', async () => {
      const {element} = await captured(tag);
      const refusal = () => element.closeJob().catch(({code}) => code as unknown);
      expect(await refusal()).to.equal('configuration_invalid');
      element.job = 'another';
      expect(await refusal()).to.equal('capture_unknown');
    });

    it('changes nothing that is said of captures', async () => {
      const {element, protection} = await captured(tag, 'claim 4711');
      const counts = () => [
        element.protections.length,
        element.pendingProtections,
        element.isAllProtected,
        all(element, '[role="status"]').map(textOf),
        all(element, '.thumbnail, .all, .recordings').map(textOf),
      ];
      const before = counts();
      const captureId = await element.closeJob();
      await rendered(element);
      const {mode} = element;
      protection.client.onDelivered?.({captureId, mode, closes: 'claim 4711'});
      void protection.tellSealed(captureId, 'claim 4711');
      await rendered(element);
      expect(counts()).to.eql(before);
    });

    it('has its file handed over with the job, until the page has stored it', async () => {
      const {element, protection} = await captured(tag, 'claim 4711');
      const captureId = await element.closeJob();
      let isStored = () => {};
      const heard: (string | undefined)[] = [];
      element.addEventListener('protected', (event) => {
        heard.push(event.closes, event.detail.closes);
        event.waitUntil(new Promise<void>((resolve) => (isStored = resolve)));
      });
      element.addEventListener('delivered', ({closes}) => heard.push(closes));
      const awaited = protection.tellSealed(captureId, 'claim 4711');
      expect(awaited).to.be.instanceOf(Promise);
      isStored();
      await awaited;
      protection.client.onDelivered?.({captureId, mode: element.mode, closes: 'claim 4711'});
      expect(heard).to.eql(['claim 4711', 'claim 4711', 'claim 4711']);
      const [photo] = protection.captures;
      void protection.tellSealed(photo?.captureId ?? '');
      expect(heard.slice(3), 'a capture closes nothing').to.eql([undefined, undefined]);
    });

    it('shows a record that was not sealed, or not uploaded, and tries again', async () => {
      const {element, protection} = await captured(tag, 'claim 4711');
      const captureId = await element.closeJob();
      const notices = () => all(element, '.notice').map(textOf);
      expect(notices()).to.eql([]);
      const failure = {code: 'unauthorized', message: '', status: 401, retryable: false} as const;
      const {mode} = element;
      const error = {captureId, mode, retryable: false, attempts: 1, closes: 'claim 4711'} as const;
      close(protection, {name: 'failed', failure}, protection);
      protection.client.onProtectError({...error, ...failure});
      await rendered(element);
      expect(notices()).to.eql([
        `${notSealed(tag)} The service does not accept this page’s key. Tell the page’s owner, then try again. (unauthorized, 401) Try again Remove`,
      ]);
      expect(all(element, '[role="status"]').map(textOf)).to.include(notSealed(tag));
      await expect(element).to.be.accessible();
      all(element, '.notice .retry')[0]?.click();
      const undelivered = {...failure, code: 'request_rejected', status: 403} as const;
      close(protection, {name: 'delivering', sealedAt, failure: undelivered}, protection);
      protection.client.onProtectError({
        ...error,
        code: 'delivery_failed',
        message: '',
        status: 403,
      });
      await rendered(element);
      expect(notices()).to.eql(['Closing record not uploaded (status 403) Try again']);
      all(element, '.notice .retry')[0]?.click();
      expect(protection.calls.filter((call) => call.startsWith('retry'))).to.eql([
        `retry ${captureId}`,
        `retry ${captureId}`,
      ]);
      close(protection, {name: 'sealing'}, protection);
      await rendered(element);
      expect(notices()).to.eql([]);
    });

    it('says what keeps a record from being sealed that no retry can help', async () => {
      const {element, protection} = await captured(tag, 'claim 4711');
      await element.closeJob();
      const failure = {code: 'configuration_invalid', message: '', retryable: false} as const;
      close(protection, {name: 'waiting', failure}, protection);
      await waitUntil(() => all(element, '.notice').length > 0, 'the notice is shown');
      const [text] = all(element, '.notice').map(textOf);
      expect(text).to.contain(`${notSealed(tag)} This page is not set up right`);
      expect(text).not.to.contain('Try again');
    });

    const reasons = {
      capture_unknown:
        'This browser has lost what it recorded of the job. Tell the page’s owner, then remove the list. (capture_unknown) Remove',
      too_large:
        'Something went wrong. Try again, or remove the list. (too_large) Try again Remove',
    } as const;
    for (const code of ['capture_unknown', 'too_large'] as const) {
      it(`has a record removed for which “save it” would be no advice (${code})`, async () => {
        const {element, protection} = await captured(tag, 'claim 4711');
        await element.closeJob();
        const failure = {code, message: '', retryable: false} as const;
        close(protection, {name: 'failed', failure}, protection);
        await rendered(element);
        const notices = () => all(element, '.notice').map(textOf);
        expect(notices()).to.eql([`${notSealed(tag)} ${reasons[code]}`]);
        all(element, '.notice .remove')[0]?.click();
        await waitUntil(() => notices().length === 0, 'the notice is gone');
        expect(protection.closings).to.eql([]);
      });
    }

    it('shows no record that failed once a later one has closed the same set', async () => {
      const {element, protection} = await captured(tag, 'claim 4711');
      await element.closeJob();
      const failure = {code: 'request_rejected', message: '', retryable: false} as const;
      close(protection, {name: 'failed', failure}, protection);
      const again = await element.closeJob();
      const notices = () => all(element, '.notice').length;
      await rendered(element);
      expect(notices(), 'the later one is not sealed yet').to.equal(1);
      protection.advance(again, {name: 'sealed', sealedAt});
      await rendered(element);
      expect(notices()).to.equal(0);
      const [failed, other] = protection.closings;
      protection.closings = [failed!, {...other!, set: 'other'}];
      protection.client.onChange();
      await rendered(element);
      expect(notices(), 'of another set').to.equal(1);
    });
  });
}
