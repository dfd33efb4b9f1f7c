import {aTimeout, expect} from '@open-wc/testing';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import {CaptureImageFixture} from './capture-image/fixture.js';
import {live, type FakeCore} from './fake-core.js';
import {change, drawn, textOf} from './kit.js';

function drawAgain(track: MediaStreamTrack) {
  const {canvas} = track as CanvasCaptureMediaStreamTrack;
  canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
}

describe('<capture-image>', () => {
  let fixture: CaptureImageFixture;
  let core: FakeCore;
  let page: HTMLElement;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await CaptureImageFixture.create();
    ({core, page, element} = fixture);
  });

  describe('the camera', () => {
    it('opens without a press only if the browser shows no prompt', () => {
      expect(core.camera.calls).to.eql(['openIfGranted environment']);
      expect(element.permissionStatus).to.equal('unknown');
      expect(fixture.text('.heading')).to.equal('Camera is off');
      fixture.find('.button').click();
      expect(core.camera.calls).to.include('requestPermissions environment');
    });

    it('informs the queue when it shows a picture, because stored captures wait for that', async () => {
      core.granted = true;
      const second = document.createElement('capture-image');
      page.append(second);
      // WebKit shows a canvas only after something is drawn.
      const drawing = setInterval(() => {
        const {state} = core.camera;
        if (state.name === 'live') state.stream.getVideoTracks().forEach(drawAgain);
      }, 50);
      await core.protection.client.opening;
      clearInterval(drawing);
      const video = second.shadowRoot?.querySelector('video');
      expect(video?.readyState).to.be.at.least(HTMLMediaElement.HAVE_CURRENT_DATA);
    });

    it('reports the permission as granted while the camera starts, because the page may soon take a photo', async () => {
      await fixture.show({name: 'starting'});
      expect(element.permissionStatus).to.equal('pending');
      await fixture.show(live());
      expect(element.permissionStatus).to.equal('granted');
    });

    it('keeps the last picture while the other camera starts', async () => {
      await fixture.show(live());
      await fixture.show({name: 'starting'});
      expect(fixture.has('video')).to.be.true;
    });

    it('requests the chosen camera, and reports the result', async () => {
      element.facing = 'user';
      const answer = element.requestPermissions();
      core.camera.show({name: 'denied'});
      expect(await answer).to.equal('denied');
      expect(core.camera.calls).to.include('requestPermissions user');
    });

    it('shows the preview muted and inline, and mirrored only for the camera that faces the person', async () => {
      await fixture.show(live('environment'));
      const video = fixture.find<HTMLVideoElement>('video');
      expect(video.muted).to.be.true;
      expect(video.hasAttribute('playsinline')).to.be.true;
      expect(getComputedStyle(video).transform).to.equal('none');
      await fixture.show(live('user'));
      expect(getComputedStyle(video).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
    });

    it('shows what is sealed with a photo: the location only while it is known', async () => {
      await fixture.show(live('environment', true, ['camera', 'device']));
      const video = fixture.find('video');
      expect(textOf(fixture.find('.pill'))).to.equal('Sealing: camera, device');
      await fixture.show(live());
      expect(textOf(fixture.find('.pill'))).to.equal('Sealing: location, attitude, camera');
      expect(fixture.find('video')).to.equal(video);
    });

    it('shows beside the sealed metadata that the location is off', async () => {
      await fixture.show({...live('environment', true, ['camera']), placeOff: 'permission_denied'});
      expect(textOf(fixture.find('.pill'))).to.equal('Sealing: camera Location off');
      await fixture.show(live());
      expect(textOf(fixture.find('.pill'))).not.to.contain('off');
    });

    it('never restarts the preview when something else changes', async () => {
      await fixture.show(live());
      const video = fixture.find<HTMLVideoElement>('video');
      let restarts = 0;
      video.addEventListener('emptied', () => (restarts += 1));
      await drawn(element, element.requestUpdate());
      await aTimeout(20);
      expect(restarts).to.equal(0);
      expect(video.srcObject).to.be.instanceOf(MediaStream);
    });

    it('stays on with an invalid facing, and faces the environment without one', async () => {
      await fixture.show(live('environment', true));
      await change(element, {facing: 'user'});
      const {calls} = core.camera;
      for (const invalid of ['front', 7, {}]) {
        await drawn(element, Reflect.set(element, 'facing', invalid));
        await drawn(element, element.setAttribute('facing', JSON.stringify(invalid)));
        expect(element.facing).to.equal('user');
        expect(calls.at(-1)).to.equal('setFacing user');
      }
      for (const none of [undefined, null, '']) {
        await change(element, {facing: 'user'});
        await drawn(element, Reflect.set(element, 'facing', none));
        expect(calls.splice(-2)).to.eql(['setFacing user', 'setFacing environment']);
      }
      expect(calls.filter((call) => call.startsWith('open '))).to.eql([]);
    });

    it('switches when facing changes, reflects it, and has a button for it if there are two cameras', async () => {
      await fixture.show(live('environment', false));
      expect(fixture.has('[part=switch]')).to.be.false;
      await fixture.show(live('environment', true));
      await drawn(element, fixture.find('[part=switch]').click());
      expect(element.getAttribute('facing')).to.equal('user');
      expect(core.camera.calls.at(-1)).to.equal('setFacing user');
      await drawn(element, element.setAttribute('facing', 'environment'));
      expect(core.camera.calls.at(-1)).to.equal('setFacing environment');
    });

    it('keeps the picture and the permission while one camera replaces the other', async () => {
      await fixture.show(live());
      const seen: string[] = [];
      element.addEventListener('permission-change', ({permissionStatus}) => {
        seen.push(permissionStatus);
      });
      await fixture.show({name: 'pending'});
      expect(fixture.has('video')).to.be.true;
      expect(fixture.has('[part=shutter]')).to.be.true;
      await fixture.show(live('user'));
      expect(fixture.has('video.mirrored')).to.be.true;
      expect(seen).to.eql([]);
    });

    it('requests permissions in a gesture, including missing ones while the camera is on', async () => {
      await fixture.show(live());
      const answer = element.requestPermissions();
      expect(core.camera.calls.at(-1)).to.equal('requestPermissions environment');
      expect(await answer).to.equal('granted');
    });

    it('names the permissions that the browser may ask for, without those that the page has turned off', async () => {
      const help = () => fixture.text('.heading + p');
      expect(help()).to.equal(
        'Your browser will ask for your camera, location and motion sensors. Location and motion are optional.',
      );
      await change(element, {sensors: {gps: false}});
      expect(help()).to.equal(
        'Your browser will ask for your camera and motion sensors. Motion is optional.',
      );
      const off = {orientation: false, magnetometer: false} as const;
      await change(element, {
        sensors: {
          ...off,
          gps: false,
          acceleration: false,
          gravity: false,
          rotationRate: false,
        },
      });
      expect(help()).to.equal('Turn it on to take a photo. It is sealed right after.');
    });

    it('says that the browser will ask only once it is known that the camera is not allowed yet', async () => {
      let answer = () => {};
      const create = core.createCameraSession.bind(core);
      core.createCameraSession = (client) => {
        const openIfGranted = () => new Promise<void>((resolve) => (answer = resolve));
        return Object.assign(create(client), {openIfGranted});
      };
      const second = document.createElement('capture-image');
      page.append(second);
      await drawn(second, aTimeout(200));
      const help = () => textOf(second.shadowRoot?.querySelector('.heading + p'));
      expect(textOf(second.shadowRoot?.querySelector('.heading'))).to.equal('Camera is off');
      expect(help()).to.equal('');
      await drawn(second, answer());
      await drawn(second, aTimeout(0));
      expect(help()).to.contain('Your browser will ask for your camera');
    });

    it('announces each change of the permission once', async () => {
      const seen: string[] = [];
      page.addEventListener('permission-change', (event) => {
        seen.push(`${event.permissionStatus} ${event.detail.mode} ${String(event.composed)}`);
      });
      await fixture.show({name: 'pending'});
      await fixture.show(live());
      await fixture.show(live('user'));
      await fixture.show({name: 'blocked', byPolicy: false});
      expect(seen).to.eql(['pending image true', 'granted image true', 'blocked image true']);
    });
  });

  describe('when it leaves the page', () => {
    it('turns the camera off and disconnects from the queue, at once', async () => {
      const stream = picture();
      await fixture.show({...live(), stream});
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
      expect(element.permissionStatus).to.equal('granted');
    });

    it('ignores events of a camera that it has released', async () => {
      const {camera} = core;
      element.remove();
      await drawn(element, camera.show(live()));
      expect(element.permissionStatus).to.equal('unknown');
      expect(fixture.has('video')).to.be.false;
    });

    it('starts again when it is put back, if it was live', async () => {
      await fixture.show(live());
      page.prepend(element);
      expect(core.cameras).to.have.length(2);
      expect(core.camera.calls).to.eql(['open environment']);
      await fixture.show({name: 'blocked', byPolicy: false});
      element.remove();
      page.append(element);
      expect(core.camera.calls).to.eql(['openIfGranted environment']);
    });

    // WebKit has no moveBefore yet, so nothing is kept there.
    const itWithMoveBefore = 'moveBefore' in Element.prototype ? it : () => undefined;
    itWithMoveBefore('keeps the camera on when it is moved by moveBefore', async () => {
      await fixture.show(live());
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

  it('moves the focus if the pressed button disappears', async () => {
    fixture.find('.button').focus();
    await fixture.show({name: 'pending'});
    expect(element.shadowRoot?.activeElement?.className).to.equal('heading');
    await fixture.show(live());
    expect(element.shadowRoot?.activeElement?.className).to.equal('shutter');
  });
});

const picture = () => document.createElement('canvas').captureStream(1);
