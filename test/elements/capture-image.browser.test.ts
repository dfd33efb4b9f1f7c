import {aTimeout, expect, oneEvent, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import '../../src/elements/capture-image.js';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {CaptureEvent, ProtectedEvent, ProtectErrorEvent} from '../../src/elements/events.js';
import type {CameraState} from '../../src/core/camera-session.js';
import {SealedCaptureError} from '../../src/model/errors.js';
import {FakeCore, live, pageWith, photo} from './fake-core.js';

describe('<capture-image>', () => {
  let core: FakeCore;
  let page: HTMLElement;
  let element: CaptureImage;

  beforeEach(async () => {
    core = new FakeCore();
    page = pageWith(core);
    element = document.createElement('capture-image');
    page.append(element);
    await element.updateComplete;
  });
  afterEach(() => {
    page.remove();
  });

  const find = <E extends Element = HTMLElement>(selector: string): E => {
    const found = element.shadowRoot?.querySelector<E>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const has = (selector: string) => Boolean(element.shadowRoot?.querySelector(selector));
  const text = (selector: string) => find(selector).textContent.trim();
  const show = async (state: CameraState) => {
    core.camera.show(state);
    await element.updateComplete;
  };
  const takePicture = async () => {
    const {captureId} = await element.takePicture();
    await waitUntil(() => has('.thumbnail'), 'the thumbnail is drawn');
    return captureId;
  };

  describe('the camera', () => {
    it('opens by itself only where the browser would not ask', () => {
      expect(core.camera.calls).to.eql(['openIfGranted environment']);
      expect(element.permissionStatus).to.equal('unknown');
      expect(text('.heading')).to.equal('Camera is off');
      find('.button').click();
      expect(core.camera.calls).to.include('open environment');
    });

    it('asks for the camera that is wanted, and says how it ended', async () => {
      element.facing = 'user';
      const answer = element.requestPermissions();
      core.camera.show({name: 'denied'});
      expect(await answer).to.equal('denied');
      expect(core.camera.calls).to.include('open user');
    });

    it('shows the preview muted and inline, mirrored only towards the person', async () => {
      await show(live('environment'));
      const video = find<HTMLVideoElement>('video');
      expect(video.muted).to.be.true;
      expect(video.hasAttribute('playsinline')).to.be.true;
      expect(getComputedStyle(video).transform).to.equal('none');
      await show(live('user'));
      expect(getComputedStyle(video).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
    });

    it('never restarts the preview when something else changes', async () => {
      await show(live());
      const video = find<HTMLVideoElement>('video');
      let restarts = 0;
      video.addEventListener('emptied', () => (restarts += 1));
      element.requestUpdate();
      await element.updateComplete;
      await aTimeout(20);
      expect(restarts).to.equal(0);
      expect(video.srcObject).to.be.instanceOf(MediaStream);
    });

    it('switches when facing changes, reflects it, and has a button for it where there are two', async () => {
      await show(live('environment', false));
      expect(has('[part=switch]')).to.be.false;
      await show(live('environment', true));
      find('[part=switch]').click();
      await element.updateComplete;
      expect(element.getAttribute('facing')).to.equal('user');
      expect(core.camera.calls.at(-1)).to.equal('setFacing user');
      element.setAttribute('facing', 'environment');
      await element.updateComplete;
      expect(core.camera.calls.at(-1)).to.equal('setFacing environment');
    });

    it('keeps the picture and the permission while one camera gives way to the other', async () => {
      await show(live());
      const seen: string[] = [];
      element.addEventListener('permission-change', ({permissionStatus}) => {
        seen.push(permissionStatus);
      });
      await show({name: 'pending'});
      expect(has('video')).to.be.true;
      expect(has('[part=shutter]')).to.be.true;
      await show(live('user'));
      expect(has('video.mirrored')).to.be.true;
      expect(seen).to.eql([]);
    });

    it('is not opened anew where it is live already', async () => {
      await show(live());
      expect(await element.requestPermissions()).to.equal('granted');
      expect(core.camera.calls).to.eql(['openIfGranted environment']);
    });

    it('says each change of the permission once', async () => {
      const seen: string[] = [];
      page.addEventListener('permission-change', (event) => {
        seen.push(`${event.permissionStatus} ${event.detail.mode} ${String(event.composed)}`);
      });
      await show({name: 'pending'});
      await show(live());
      await show(live('user'));
      await show({name: 'blocked', byPolicy: false});
      expect(seen).to.eql(['pending image true', 'granted image true', 'blocked image true']);
    });
  });

  describe('leaving the page', () => {
    it('turns the camera off and leaves the queue, at once', async () => {
      const stream = picture();
      await show({name: 'live', stream, facing: 'environment', canSwitch: false});
      const {camera, protection} = core;
      const seen: string[] = [];
      element.addEventListener('permission-change', ({permissionStatus}) => {
        seen.push(permissionStatus);
      });
      element.remove();
      expect(seen).to.eql([]);
      expect(camera.calls.at(-1)).to.equal('close');
      expect(stream.getTracks().map(({readyState}) => readyState)).to.eql(['ended']);
      expect(protection.calls.at(-1)).to.equal('release');
      expect(element.permissionStatus).to.equal('unknown');
    });

    it('hears nothing of a camera that it has left', async () => {
      const {camera} = core;
      element.remove();
      camera.show(live());
      await element.updateComplete;
      expect(element.permissionStatus).to.equal('unknown');
      expect(has('video')).to.be.false;
    });

    it('starts again where it is put back, if it was live', async () => {
      await show(live());
      page.prepend(element);
      expect(core.cameras).to.have.length(2);
      expect(core.camera.calls).to.eql(['open environment']);
      element.remove();
      page.append(element);
      expect(core.camera.calls).to.eql(['openIfGranted environment']);
    });

    // WebKit has no moveBefore yet: there is nothing to keep there.
    const itWithMoveBefore = 'moveBefore' in Element.prototype ? it : () => undefined;
    itWithMoveBefore('keeps the camera on when it is moved by moveBefore', async () => {
      await show(live());
      const target: HTMLElement & {moveBefore?(node: Node, before: null): void} =
        document.createElement('div');
      page.append(target);
      target.moveBefore?.(element, null);
      expect(target.contains(element)).to.be.true;
      expect(core.cameras).to.have.length(1);
      expect(core.camera.calls).to.eql(['openIfGranted environment']);
      expect(element.permissionStatus).to.equal('granted');
    });
  });

  describe('a photo', () => {
    beforeEach(() => show(live()));

    it('fires capture, then protected, with the fields on the event and on detail', async () => {
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

    it('calls the page back with the same object, after the listeners', async () => {
      const seen: unknown[] = [];
      element.addEventListener('capture', (event) => seen.push(event));
      element.onCapture = (event) => {
        seen.push(event);
      };
      element.onProtectError = (event) => {
        seen.push(event.code);
      };
      await element.takePicture();
      expect(seen).to.have.length(2);
      expect(seen[0]).to.equal(seen[1]);
      core.protection.client.onProtectError(unauthorized('x'));
      expect(seen[2]).to.equal('unauthorized');
    });

    it('is taken with the shutter, which never has to wait for a seal', async () => {
      const shutter = find<HTMLButtonElement>('[part=shutter]');
      shutter.click();
      await oneEvent(element, 'capture');
      await element.updateComplete;
      expect(core.protection.captures[0]?.progress.name).to.equal('sealing');
      expect(shutter.disabled).to.be.false;
      shutter.click();
      await oneEvent(element, 'capture');
      expect(element.pendingProtections).to.equal(2);
    });

    for (const [name, key] of Object.entries({Space: ' ', Enter: 'Enter'})) {
      it(`is taken with ${name}, once however long it is held`, async () => {
        find('[part=shutter]').focus();
        const taken = oneEvent(element, 'capture');
        await sendKeys({press: key});
        await taken;
        const held = new KeyboardEvent('keydown', {key, repeat: true, cancelable: true});
        expect(find('[part=shutter]').dispatchEvent(held)).to.be.false;
        expect(element.pendingProtections).to.equal(1);
      });
    }

    it('dims the picture for a moment', async () => {
      const taken = element.takePicture();
      const [dimming] = find('.shade').getAnimations();
      expect(dimming?.effect?.getComputedTiming().duration).to.equal(120);
      await taken;
    });

    it('counts what is pending and what is done', async () => {
      expect([element.pendingProtections, element.isAllProtected]).to.eql([0, true]);
      const taken = element.takePicture();
      expect(element.isCapturing).to.be.true;
      const {captureId} = await taken;
      expect(element.isCapturing).to.be.false;
      expect([element.pendingProtections, element.isAllProtected]).to.eql([1, false]);
      core.protection.advance(captureId, {name: 'failed', failure: unauthorized(captureId)});
      expect([element.pendingProtections, element.isAllProtected]).to.eql([1, false]);
      core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
      expect([element.pendingProtections, element.completedProtections]).to.eql([0, 1]);
      expect(element.isAllProtected).to.be.true;
    });

    it('shows its seal state beside its thumbnail, never by colour alone', async () => {
      const captureId = await takePicture();
      const label = () => find('.thumbnail').getAttribute('aria-label');
      expect(label()).to.equal('Last photo: sealing');
      expect(has('.arc')).to.be.true;
      const keyless = {code: 'credentials_missing' as const, message: ''};
      core.protection.advance(captureId, {name: 'waiting', failure: keyless});
      await element.updateComplete;
      expect(label()).to.equal('Last photo: not sealed yet');
      const offline = {code: 'network_failed' as const, message: ''};
      core.protection.advance(captureId, {name: 'waiting', failure: offline});
      await element.updateComplete;
      expect(label()).to.equal('Last photo: waiting for the network');
      expect(text('.notice')).to.equal('1 photo waiting for the network');
      core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
      await element.updateComplete;
      expect(label()).to.equal('Last photo: sealed');
      expect(has('.thumbnail svg')).to.be.true;
      expect(has('.notice')).to.be.false;
    });

    it('is tried again from its thumbnail, and all that failed from the notice', async () => {
      const first = await takePicture();
      const second = (await element.takePicture()).captureId;
      for (const captureId of [first, second]) {
        core.protection.advance(captureId, {name: 'failed', failure: unauthorized(captureId)});
      }
      const wanted = () => element.shadowRoot?.querySelector('button.thumbnail');
      await waitUntil(wanted, 'the thumbnail has become a button');
      expect(text('.notice span')).to.equal('2 photos not sealed');
      find('[part=retry]').click();
      expect(core.protection.calls.slice(-2)).to.eql([`retry ${first}`, `retry ${second}`]);
    });

    it('keeps only a small picture', async () => {
      await takePicture();
      const canvas = find<HTMLCanvasElement>('.thumbnail canvas');
      expect([canvas.width, canvas.height]).to.eql([112, 112]);
      expect(isNear(pixel(canvas), [47, 74, 55])).to.be.true;
    });

    it('leaves the newest thumbnail, although an older one is drawn later', async () => {
      core.camera.develop = () => photo('#3b6ea5', 6000, 4000);
      await element.takePicture();
      core.camera.develop = () => photo('#3b6ea5', 64, 36, '#aa3322');
      await element.takePicture();
      await waitUntil(() => has('.thumbnail'), 'the thumbnail is drawn');
      await createImageBitmap(await photo('#3b6ea5', 6000, 4000));
      await aTimeout(50);
      await element.updateComplete;
      expect(isNear(pixel(find<HTMLCanvasElement>('.thumbnail canvas')), [170, 51, 34])).to.be.true;
    });

    it('is told to people who do not see it', async () => {
      await element.takePicture();
      await element.updateComplete;
      expect(text('[role=status]')).to.equal('Photo taken. Sealing.');
      const [{captureId} = {captureId: ''}] = core.protection.captures;
      core.protection.client.onProtected({
        captureId,
        mode: 'image',
        protectedBlob: new Blob(),
        sealedAt: '2026-11-20T15:04:00Z',
        restored: false,
      });
      await element.updateComplete;
      expect(text('[role=status]')).to.equal('Photo sealed.');
    });

    it('that the shutter could not take is an error event, and takePicture rejects with it', async () => {
      const failure = () =>
        Promise.reject<Blob>(new SealedCaptureError('encoding_failed', 'no encoder'));
      core.camera.develop = failure;
      setTimeout(() => {
        find('[part=shutter]').click();
      });
      const event: ProtectErrorEvent = await oneEvent(element, 'protect-error');
      expect([event.code, event.captureId, event.mode]).to.eql(['encoding_failed', '', 'image']);
      const code = await element.takePicture().catch((error: SealedCaptureError) => error.code);
      expect(code).to.equal('encoding_failed');
    });

    it('cannot be taken while the camera is off', async () => {
      await show({name: 'off'});
      const code = await element.takePicture().catch((error: SealedCaptureError) => error.code);
      expect(code).to.equal('not_capturing');
    });

    it('is enqueued, tried again and forgotten through the methods', async () => {
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

  it('moves the focus on when the pressed button goes away', async () => {
    find('.button').focus();
    await show({name: 'pending'});
    expect(element.shadowRoot?.activeElement?.className).to.equal('heading');
    await show(live());
    expect(element.shadowRoot?.activeElement?.className).to.equal('shutter');
  });

  describe('each state', () => {
    const screens: [CameraState, string, string?][] = [
      [{name: 'off'}, 'Camera is off', 'Turn on camera'],
      [{name: 'pending'}, 'Waiting for your permission'],
      [{name: 'denied'}, 'Camera is not allowed', 'Ask again'],
      [{name: 'blocked', byPolicy: false}, 'Camera is blocked', 'Try again'],
      [{name: 'blocked', byPolicy: true}, 'Camera is blocked'],
      [{name: 'not-found'}, 'No camera found', 'Try again'],
      [{name: 'in-use'}, 'Camera is in use', 'Try again'],
      [{name: 'insecure'}, 'This page is not secure'],
      [
        {name: 'failed', error: new SealedCaptureError('device_lost', 'gone')},
        'The camera did not start',
        'Try again',
      ],
    ];

    for (const scheme of ['light', 'dark'] as const) {
      for (const [state, heading, button] of screens) {
        it(`${JSON.stringify(state)} has its screen, accessible in ${scheme}`, async () => {
          element.style.colorScheme = scheme;
          await show(state);
          expect(text('.heading')).to.equal(heading);
          expect(has('.button') ? text('.button') : undefined).to.equal(button);
          if (state.name === 'blocked' && !state.byPolicy) {
            expect(element.shadowRoot?.querySelectorAll('li')).to.have.length(3);
          }
          await appeared(element);
          await expect(element).to.be.accessible();
        });
      }

      it(`live is accessible in ${scheme}, with photos in every state`, async () => {
        element.style.colorScheme = scheme;
        await show(live());
        const captureId = await takePicture();
        await expect(element).to.be.accessible();
        for (const progress of [
          {name: 'held'} as const,
          {name: 'waiting', failure: unauthorized(captureId)} as const,
          {name: 'failed', failure: unauthorized(captureId)} as const,
          {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const,
        ]) {
          core.protection.advance(captureId, progress);
          await element.updateComplete;
          await expect(element).to.be.accessible();
        }
      });
    }
  });
});

const unauthorized = (captureId: string) => ({
  captureId,
  mode: 'image' as const,
  code: 'unauthorized' as const,
  message: 'The key is not accepted.',
  retryable: false,
  attempts: 1,
});

const picture = () => document.createElement('canvas').captureStream(1);

/** A pixel of the ground in the picture. */
const pixel = (canvas: HTMLCanvasElement) =>
  [...(canvas.getContext('2d')?.getImageData(56, 100, 1, 1).data ?? [])].slice(0, 3);

/** Equal apart from what JPEG and scaling change. */
const isNear = (colour: readonly number[], wanted: readonly number[]) =>
  colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12);

/** Waits for the late appearance of the pending screen. */
const appeared = (element: CaptureImage) =>
  Promise.all(
    (element.shadowRoot?.getAnimations() ?? []).map((animation) => {
      animation.finish();
      return animation.finished;
    }),
  );
