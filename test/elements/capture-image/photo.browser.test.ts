import {aTimeout, expect, oneEvent, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {
  CaptureEvent,
  DeliveredEvent,
  ProtectedEvent,
  ProtectErrorEvent,
  StorageLowEvent,
} from '../../../src/elements/events.js';
import type {CaptureProgress} from '../../../src/core/queue/queue-client.js';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {dateWithTime, readerLocale} from '../../../src/elements/strings/date-with-time.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {CaptureImageFixture, unauthorized} from './fixture.js';
import {live, photo, type FakeCore} from '../fake-core.js';
import {drawn} from '../kit.js';

describe('a photo of <capture-image>', () => {
  let fixture: CaptureImageFixture;
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await CaptureImageFixture.create();
    ({core, element} = fixture);
    await fixture.show(live());
  });

  it('is reported with capture, then protected, with the fields on the event and on detail', async () => {
    const seen: (CaptureEvent | ProtectedEvent)[] = [];
    document.addEventListener('capture', (event) => seen.push(event), {once: true});
    document.addEventListener('protected', (event) => seen.push(event), {once: true});
    const taken = await element.takePicture();
    const sealed = {
      captureId: taken.captureId,
      mode: 'image' as const,
      protectedBlob: taken.blob,
      sealedAt: '2026-11-20T15:04:00Z',
      restored: false,
      delivery: 1,
    };
    core.protection.client.onProtected(sealed);
    expect(seen.map(({type}) => type)).to.eql(['capture', 'protected']);
    expect(seen.map(({target, bubbles, composed}) => [target, bubbles, composed])).to.eql([
      [element, true, true],
      [element, true, true],
    ]);
    const [capture, protectedEvent] = seen;
    expect(capture?.detail).to.eql(taken);
    expect(capture).to.include(taken);
    expect(protectedEvent?.detail).to.eql(sealed);
    expect(protectedEvent).to.include(sealed);
  });

  it('is reported with captured right after capture, with the same fields, and then with onCapture', async () => {
    const seen: CaptureEvent[] = [];
    const hear = (event: CaptureEvent) => seen.push(event);
    document.addEventListener('capture', hear, {once: true});
    document.addEventListener('captured', hear, {once: true});
    let heardBefore = 0;
    element.onCapture = () => void (heardBefore = seen.length);
    const taken = await element.takePicture();
    expect(seen.map(({type}) => type)).to.eql(['capture', 'captured']);
    expect(heardBefore).to.equal(2);
    expect(seen[1]?.detail).to.eql(taken);
    expect(seen[1]).to.include(taken);
    expect([seen[1]?.target, seen[1]?.bubbles, seen[1]?.composed]).to.eql([element, true, true]);
  });

  it('stays stored while a listener or the callback processes its sealed file', async () => {
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => ends.push(resolve));
    const heard: ProtectedEvent[] = [];
    element.addEventListener('protected', (event) => {
      heard.push(event);
      event.waitUntil(work());
    });
    element.onProtected = work;
    const waited = Promise.resolve(core.protection.tellSealed('a'));
    let isOver = false;
    void waited.then(() => (isOver = true));
    ends[0]?.();
    await aTimeout(0);
    const [event] = heard;
    // One promise is pending.
    event?.waitUntil(work());
    ends[1]?.();
    await aTimeout(0);
    expect(isOver).to.be.false;
    ends[2]?.();
    await waited;
    const late = () => event?.waitUntil(work());
    expect(late).to.throw(DOMException).with.property('name', 'InvalidStateError');
  });

  it('stays stored if the callback itself calls waitUntil; errors of the callback are thrown if nothing is awaited', async () => {
    let end = (): void => undefined;
    const upload = new Promise<void>((resolve) => (end = resolve));
    element.onProtected = (event) => event.waitUntil(upload);
    const waited = core.protection.tellSealed('a');
    expect(waited).to.be.instanceOf(Promise);
    end();
    await waited;
    element.onProtected = () => {
      throw new Error('of the page');
    };
    expect(() => core.protection.tellSealed('b')).to.throw('of the page');
  });

  it('is not waited for unless requested, and counts as failed if any awaited promise rejects', async () => {
    expect(core.protection.tellSealed('a')).to.equal(undefined);
    const failed = new Error('No network.');
    let isOver = false;
    element.addEventListener('protected', (event) => {
      event.waitUntil(Promise.reject(failed));
      event.waitUntil(aTimeout(20).then(() => (isOver = true)));
    });
    const waited = Promise.resolve(core.protection.tellSealed('b'));
    const thrown = await waited.catch((thrown: unknown) => thrown);
    expect(thrown).to.equal(failed);
    expect(isOver).to.be.true;
  });

  it('is passed to the callbacks as the same object, after the listeners', async () => {
    const seen: unknown[] = [];
    element.addEventListener('capture', (event) => seen.push(event));
    element.onCapture = (event) => void seen.push(event);
    element.onProtectError = (event) => void seen.push(event.code);
    await element.takePicture();
    expect(seen).to.have.length(2);
    expect(seen[0]).to.equal(seen[1]);
    core.protection.client.onProtectError(unauthorized('x'));
    expect(seen[2]).to.equal('unauthorized');
  });

  it('is taken with the shutter, which never waits for a seal', async () => {
    const shutter = fixture.find<HTMLButtonElement>('[part=shutter]');
    shutter.click();
    await drawn(element, oneEvent(element, 'capture'));
    expect(core.protection.captures[0]?.progress.name).to.equal('sealing');
    expect(shutter.disabled).to.be.false;
    shutter.click();
    await oneEvent(element, 'capture');
    expect(element.pendingProtections).to.equal(2);
  });

  for (const [name, key] of Object.entries({Space: ' ', Enter: 'Enter'})) {
    it(`is taken with ${name}, once however long the key is held`, async () => {
      fixture.find('[part=shutter]').focus();
      const taken = oneEvent(element, 'capture');
      await sendKeys({press: key});
      await taken;
      const held = new KeyboardEvent('keydown', {key, repeat: true, cancelable: true});
      expect(fixture.find('[part=shutter]').dispatchEvent(held)).to.be.false;
      expect(element.pendingProtections).to.equal(1);
    });
  }

  it('dims the picture for a moment', async () => {
    const taken = element.takePicture();
    const [dimming] = fixture.find('.shade').getAnimations();
    expect(dimming?.effect?.getComputedTiming().duration).to.equal(120);
    await taken;
  });

  it('is counted as pending or completed', async () => {
    expect([element.pendingProtections, element.isAllProtected]).to.eql([0, true]);
    const taken = element.takePicture();
    expect(element.isCapturing).to.be.true;
    const {captureId} = await taken;
    expect(element.isCapturing).to.be.false;
    expect([element.pendingProtections, element.isAllProtected]).to.eql([1, false]);
    core.protection.advance(captureId, {name: 'failed', failure: unauthorized(captureId)});
    expect([element.pendingProtections, element.isAllProtected]).to.eql([1, false]);
    expect(element.failedProtections).to.equal(1);
    core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    expect([element.pendingProtections, element.completedProtections]).to.eql([0, 1]);
    expect(element.isAllProtected).to.be.true;
  });

  it('shows its seal state beside its thumbnail, never only by color', async () => {
    const captureId = await fixture.takePicture();
    const label = () => fixture.find('.thumbnail').getAttribute('aria-label');
    expect(label()).to.equal('Last photo: sealing');
    expect(fixture.has('.arc')).to.be.true;
    const keyless = {code: 'credentials_missing' as const, message: '', retryable: false};
    await drawn(element, core.protection.advance(captureId, {name: 'waiting', failure: keyless}));
    expect(label()).to.equal('Last photo: not sealed yet');
    expect(fixture.text('.notice')).to.equal(
      '1 photo kept here, not sealed yet. This page is not set up right: tell its owner.',
    );
    element.protection = createProtection({getToken: () => Promise.reject(new Error('Nobody.'))});
    await element.updateComplete;
    expect(fixture.text('.notice')).to.equal('1 photo waiting for you to log in');
    const silent = {code: 'service_unreachable' as const, message: '', retryable: true};
    await drawn(element, core.protection.advance(captureId, {name: 'waiting', failure: silent}));
    expect(label()).to.equal('Last photo: saved, waiting for the service');
    expect(fixture.text('.notice')).to.equal(
      '1 photo saved on this device, sealed when the service answers',
    );
    const offline = {code: 'network_failed' as const, message: '', retryable: true};
    await drawn(element, core.protection.advance(captureId, {name: 'waiting', failure: offline}));
    expect(label()).to.equal('Last photo: waiting for the network');
    expect(fixture.text('.notice')).to.equal('1 photo waiting for the network');
    const failure = {code: 'unauthorized' as const, message: '', retryable: false};
    await drawn(element, core.protection.advance(captureId, {name: 'failed', failure}));
    expect(label(), 'a press opens it, and does not try again').to.equal('Last photo: not sealed');
    core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    await element.updateComplete;
    expect(label()).to.equal('Last photo: sealed');
    expect(fixture.has('.thumbnail svg')).to.be.true;
    expect(fixture.has('.notice')).to.be.false;
  });

  it('is not sealed if the page has a wrong setting, which notice, thumbnail and live region report', async () => {
    const captureIds = [await fixture.takePicture(), await fixture.takePicture()];
    const failure = {code: 'configuration_invalid', message: 'No.', retryable: false} as const;
    const status = () => fixture.text('[role=status]');
    const tell = (captureId: string) => {
      const detail = {...failure, captureId, mode: 'image', attempts: 0} as const;
      core.protection.client.onProtectError(detail);
    };
    const {code, message} = failure;
    const tags = {option: 'tags', value: 'object', code, message};
    await drawn(element, core.protection.client.onConfigurationError?.(tags));
    expect(status()).to.equal('Photo taken. Sealing.');
    for (const captureId of captureIds) {
      core.protection.advance(captureId, {name: 'waiting', failure});
      tell(captureId);
    }
    await element.updateComplete;
    const words =
      '2 photos kept here, not sealed yet. This page is not set up right: tell its owner.';
    expect(fixture.text('.notice')).to.equal(words);
    expect(status()).to.equal(words);
    // A retry would change nothing.
    expect(fixture.has('.retry')).to.be.false;
    const thumbnail = fixture.find('.thumbnail');
    expect(thumbnail.getAttribute('aria-label')).to.equal('Last photo: not sealed yet');
    expect(thumbnail.dataset['state']).to.equal('waiting');
  });

  it('is reported as waiting for the network as soon as it does, and the next one at once', async () => {
    const offline = {code: 'network_failed' as const, message: '', retryable: true};
    const waiting = {name: 'waiting', failure: offline} as const;
    const status = () => fixture.text('[role=status]');
    const first = await fixture.takePicture();
    expect(status()).to.equal('Photo taken. Sealing.');
    await drawn(element, core.protection.advance(first, waiting));
    expect(status()).to.equal('1 photo waiting for the network');
    core.protection.firstProgress = waiting;
    const second = await fixture.takePicture();
    expect(status()).to.equal('Photo taken. 2 photos waiting for the network');
    // What was announced since then stays.
    core.protection.advance(second, {name: 'held'});
    await drawn(element, core.protection.tellSealed(first));
    await drawn(element, core.protection.advance(first, waiting));
    expect(status()).to.equal('Photo sealed.');
  });

  it('is reported once as waiting for the service, which the page learns of later', async () => {
    const status = () => fixture.text('[role=status]');
    const failure = {code: 'timeout' as const, message: '', retryable: true};
    const captureIds = [await fixture.takePicture(), await fixture.takePicture()];
    for (const captureId of captureIds) {
      core.protection.advance(captureId, {name: 'waiting', failure});
    }
    await element.updateComplete;
    const words = '2 photos saved on this device, sealed when the service answers';
    expect([status(), fixture.text('.notice')]).to.eql([words, words]);
    const detail = {...failure, captureId: captureIds[0]!, mode: 'image', attempts: 0} as const;
    await drawn(element, core.protection.client.onProtectError(detail));
    expect(status()).to.equal(words);
    // Without a network, that is what a person can do something about.
    const offline = {...failure, code: 'network_failed' as const};
    await drawn(
      element,
      core.protection.advance(captureIds[0]!, {name: 'waiting', failure: offline}),
    );
    expect(fixture.text('.notice')).to.equal('2 photos waiting for the network');
  });

  it('is reported as being uploaded, waiting, or in need of a person', async () => {
    const captureId = await fixture.takePicture();
    const label = () => fixture.find('.thumbnail').getAttribute('aria-label');
    const seal = {name: 'delivering', sealedAt: '2026-11-20T15:04:00Z'} as const;
    const show = (progress: CaptureProgress) =>
      drawn(element, core.protection.advance(captureId, progress));
    const state = () => fixture.find('.thumbnail').dataset['state'];
    for (const progress of [{...seal, name: 'sealed' as const}, seal]) {
      await show({...progress, isToSend: true});
      expect([label(), state()], 'before the page has it').to.eql([
        'Last photo: sealed, waiting to upload',
        'waiting',
      ]);
    }
    await show({...seal, sent: 4, total: 10});
    expect([label(), fixture.text('.notice')]).to.eql([
      'Last photo: sealed, uploading',
      'Uploading 1 photo, 40 %',
    ]);
    const failure = {code: 'network_failed', message: '', retryable: true} as const;
    await show({...seal, failure, willRetryAt: '2026-11-20T15:05:00Z'});
    expect([label(), fixture.text('.notice')]).to.eql([
      'Last photo: sealed, waiting to upload',
      '1 photo sealed, waiting to upload',
    ]);
    await show({...seal, failure: {code: 'too_large', message: '', retryable: false}});
    expect(fixture.text('.notice span')).to.equal(
      '1 photo sealed, but not uploaded The photo is too large for the server.',
    );
    fixture.find('.retry').click();
    expect(core.protection.calls.at(-1)).to.equal(`retry ${captureId}`);
    expect([element.pendingProtections, element.isAllProtected]).to.eql([0, true]);
    await show({...seal, name: 'delivered', deliveredAt: seal.sealedAt, uploaded: true});
    expect([label(), fixture.has('.notice')]).to.eql(['Last photo: sealed and uploaded', false]);
  });

  it('has its location in the page’s own storage reported', async () => {
    const captureId = await fixture.takePicture();
    const called: string[] = [];
    element.onDelivered = (event) => void called.push(event.captureId);
    setTimeout(() =>
      core.protection.client.onDelivered?.({captureId, mode: 'image', location: '/1'}),
    );
    const event = await oneEvent<DeliveredEvent>(element, 'delivered');
    expect([event.location, event.detail.captureId, event.bubbles, called]).to.eql([
      '/1',
      captureId,
      true,
      [captureId],
    ]);
  });

  it('can be read again as a sealed file', async () => {
    const captureId = await fixture.takePicture();
    const file = new Blob(['sealed']);
    core.protection.sealedFiles.set(captureId, file);
    expect(await element.sealedFile(captureId)).to.equal(file);
  });

  it('is listed with its state, its reason and its two times', async () => {
    const captureId = await fixture.takePicture();
    const [{capturedAt = '', mode} = {}] = element.protections;
    expect(element.protections).to.have.length(1);
    expect(mode).to.equal('image');
    core.protection.advance(captureId, {name: 'failed', failure: unauthorized(captureId)});
    expect(element.protections[0]?.progress).to.have.nested.include({
      name: 'failed',
      'failure.code': 'unauthorized',
      'failure.retryable': false,
    });
    const sealedAt = '2026-11-20T15:04:00Z';
    await drawn(element, core.protection.advance(captureId, {name: 'sealed', sealedAt}));
    const shown = (at: string) => dateWithTime(readerLocale('en'), new Date(at));
    expect(fixture.find('.thumbnail').title).to.equal(
      `Last photo: sealed\nTaken ${shown(capturedAt)}\nSealed ${shown(sealedAt)}`,
    );
  });

  it('is followed by an event and a notice if storage is low, until there is space', async () => {
    await fixture.takePicture();
    expect(element.storage).to.equal(undefined);
    setTimeout(() => core.protection.leave(10, true));
    const event = await oneEvent<StorageLowEvent>(element, 'storage-low');
    expect([event.left, event.detail.used, event.bubbles, event.composed]).to.eql([
      10,
      1,
      true,
      true,
    ]);
    await element.updateComplete;
    expect(element.storage?.left).to.equal(10);
    expect(fixture.text('.notice span')).to.equal(
      'Storage is nearly full. Free up space, or new photos cannot be kept.',
    );
    expect(fixture.text('[role=status]')).to.equal(fixture.text('.notice span'));
    await drawn(element, core.protection.leave(1e9, false));
    expect(fixture.has('.notice')).to.be.false;
  });

  it('is retried from the notice, with all that failed', async () => {
    const first = await fixture.takePicture();
    const second = (await element.takePicture()).captureId;
    for (const captureId of [first, second]) {
      core.protection.advance(captureId, {name: 'failed', failure: unauthorized(captureId)});
    }
    await waitUntil(() => fixture.has('.failure'), 'the notice is there');
    expect(fixture.text('.notice span')).to.equal('2 photos not sealed');
    fixture.find('.retry').click();
    expect(core.protection.calls.slice(-2)).to.eql([`retry ${first}`, `retry ${second}`]);
  });

  for (const code of ['storage_full', 'worker_unavailable'] as const) {
    it(`that cannot be retried causes an error event and a message: ${code}`, async () => {
      const captureId = await fixture.takePicture();
      core.protection.advance(captureId, {name: 'failed', failure: unauthorized(captureId)});
      await waitUntil(() => fixture.has('.retry'), 'the notice is there');
      core.protection.refusal = new SealedCaptureError(code, 'No space is left.');
      setTimeout(() => fixture.find('.retry').click());
      const event: ProtectErrorEvent = await oneEvent(element, 'protect-error');
      expect([event.code, event.captureId]).to.eql([code, captureId]);
      await element.updateComplete;
      expect(fixture.text('[role=status]')).to.equal('Photo not sealed. Keep this page open.');
    });
  }

  it('that waits for a worker is stored here, which the notice reports with a button', async () => {
    const captureId = await fixture.takePicture();
    const failure = {code: 'worker_unavailable', message: 'None.', retryable: true} as const;
    core.protection.advance(captureId, {name: 'waiting', failure});
    await waitUntil(() => fixture.has('.retry'), 'the notice is there');
    expect(fixture.text('.notice span')).to.equal('1 photo kept here, not sealed yet');
    core.protection.refusal = new SealedCaptureError('worker_unavailable', 'None.');
    setTimeout(() => fixture.find('.retry').click());
    await oneEvent(element, 'protect-error');
    expect(core.protection.calls.at(-1)).to.equal(`retry ${captureId}`);
    await element.updateComplete;
    expect(fixture.text('[role=status]')).to.equal('Photo not sealed. It is kept here.');
  });

  it('leaves only a small picture in memory', async () => {
    await fixture.takePicture();
    const canvas = fixture.find<HTMLCanvasElement>('.thumbnail canvas');
    expect([canvas.width, canvas.height]).to.eql([399, 224]);
    expect(isNear(pixel(canvas), [47, 74, 55])).to.be.true;
  });

  it('keeps the newest thumbnail even if an older one is drawn later', async () => {
    core.camera.develop = () => photo('#3b6ea5', 6000, 4000);
    await element.takePicture();
    core.camera.develop = () => photo('#3b6ea5', 64, 36, '#aa3322');
    await element.takePicture();
    await waitUntil(() => fixture.has('.thumbnail'), 'the thumbnail is drawn');
    await createImageBitmap(await photo('#3b6ea5', 6000, 4000));
    await drawn(element, aTimeout(50));
    expect(isNear(pixel(fixture.find<HTMLCanvasElement>('.thumbnail canvas')), [170, 51, 34])).to.be
      .true;
  });

  it('is announced to screen readers', async () => {
    await drawn(element, element.takePicture());
    expect(fixture.text('[role=status]')).to.equal('Photo taken. Sealing.');
    const [{captureId} = {captureId: ''}] = core.protection.captures;
    await drawn(element, core.protection.tellSealed(captureId));
    expect(fixture.text('[role=status]')).to.equal('Photo sealed.');
  });

  it('is announced each time, even with the same text, and once for simultaneous announcements', async () => {
    const region = fixture.find('[role=status]');
    const heard: string[] = [];
    const observer = new MutationObserver(() => heard.push(fixture.text('[role=status]')));
    observer.observe(region, {characterData: true, childList: true, subtree: true});
    for (let count = 1; count <= 3; count++) {
      await drawn(element, element.takePicture());
      await waitUntil(() => heard.length === count, 'it is heard');
    }
    const captureIds = core.protection.captures.map(({captureId}) => captureId);
    for (const captureId of captureIds) void core.protection.tellSealed(captureId);
    await drawn(element, aTimeout(0));
    expect(heard).to.eql([...Array<string>(3).fill('Photo taken. Sealing.'), '3 photos sealed.']);
    observer.disconnect();
  });

  it('that the shutter could not take causes an error event, and takePicture rejects with it', async () => {
    const failure = () =>
      Promise.reject<Blob>(new SealedCaptureError('encoding_failed', 'no encoder'));
    core.camera.develop = failure;
    setTimeout(() => fixture.find('[part=shutter]').click());
    const event: ProtectErrorEvent = await oneEvent(element, 'protect-error');
    expect([event.code, event.captureId, event.mode]).to.eql(['encoding_failed', '', 'image']);
    const code = await element.takePicture().catch((error: SealedCaptureError) => error.code);
    expect(code).to.equal('encoding_failed');
  });

  it('cannot be taken while the camera is off', async () => {
    await fixture.show({name: 'off'});
    const code = await element.takePicture().catch((error: SealedCaptureError) => error.code);
    expect(code).to.equal('not_capturing');
  });

  it('is released, retried and discarded with the methods', async () => {
    const {captureId} = await element.takePicture();
    await element.enqueueProtection(captureId, {tags: {case: '7'}});
    await element.enqueueProtection();
    await element.retryProtection(captureId);
    expect(core.protection.calls.slice(-3)).to.eql([
      `enqueue ${captureId} {"tags":{"case":"7"}}`,
      'enqueue all {}',
      `retry ${captureId}`,
    ]);
    await element.discard(captureId);
    expect(element.pendingProtections).to.equal(0);
    const code = await element.discard(captureId).catch((e: SealedCaptureError) => e.code);
    expect(code).to.equal('capture_unknown');
  });
});

/** A pixel of the ground in the picture. */
const pixel = (canvas: HTMLCanvasElement) =>
  [...(canvas.getContext('2d')?.getImageData(200, 200, 1, 1).data ?? [])].slice(0, 3);

/** Equal except for differences from JPEG and scaling. */
const isNear = (colour: readonly number[], wanted: readonly number[]) =>
  colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12);
