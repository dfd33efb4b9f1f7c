import {expect} from '@open-wc/testing';
import type {CameraState} from '../../../src/core/camera/camera-session.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {CaptureImageFixture, unauthorized} from './fixture.js';
import {live, type FakeCore} from '../fake-core.js';
import {drawn, ownWayBack, textOf} from '../kit.js';

describe('each state of <capture-image>', () => {
  let fixture: CaptureImageFixture;
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await CaptureImageFixture.create();
    ({core, element} = fixture);
  });

  const screens: [CameraState, string, string?][] = [
    [{name: 'off'}, 'Camera is off', 'Turn on camera'],
    [{name: 'pending'}, 'Waiting for your permission'],
    [{name: 'starting'}, 'Starting the camera'],
    [{name: 'denied'}, 'Camera access denied', 'Ask again'],
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

  for (const [state, heading] of screens) {
    it(`${JSON.stringify(state)} shows all its text if the text is large and the page narrow`, async () => {
      element.style.inlineSize = '344px';
      document.documentElement.style.fontSize = '200%';
      try {
        await fixture.show(state);
        expect(fixture.text('.heading')).to.equal(heading);
        const frame = fixture.find('.frame');
        expect(frame.scrollHeight).to.be.at.most(frame.clientHeight);
        expect(element.offsetHeight).to.equal(frame.offsetHeight);
      } finally {
        document.documentElement.style.fontSize = '';
      }
    });
  }

  it('has a heading on every screen, for people who navigate by headings', async () => {
    const headings = () => fixture.find('.screen').querySelectorAll('h2');
    for (const [state, heading] of screens) {
      await fixture.show(state);
      expect([...headings()].map(textOf), JSON.stringify(state)).to.eql([heading]);
    }
  });

  it('has the aspect ratio that the page sets, and at least the height of its text', async () => {
    await fixture.show({name: 'off'});
    const shape = () => element.offsetWidth / element.offsetHeight;
    element.style.inlineSize = '640px';
    expect(shape()).to.be.closeTo(4 / 3, 0.01);
    element.style.setProperty('--sc-aspect-ratio', '16 / 9');
    expect(shape()).to.be.closeTo(16 / 9, 0.01);
    element.style.setProperty('--sc-aspect-ratio', '1');
    expect(shape()).to.be.closeTo(1, 0.01);
    element.style.removeProperty('--sc-aspect-ratio');
    element.style.inlineSize = '360px';
    expect(shape()).to.be.closeTo(3 / 4, 0.01);
    element.style.blockSize = '600px';
    expect(fixture.find('.frame').offsetHeight).to.equal(600);
  });

  it('accepts an aspect ratio with the word auto, which is meant for pictures', async () => {
    await fixture.show({name: 'off'});
    element.style.inlineSize = '640px';
    element.style.setProperty('--sc-aspect-ratio', 'auto 16 / 9');
    expect(element.offsetWidth / element.offsetHeight).to.be.closeTo(16 / 9, 0.01);
  });

  const heights = {
    'block-size: 300px': 300,
    'max-block-size: 200px; --sc-aspect-ratio: 16 / 9': 200,
    'block-size: 120px': 120,
  };
  for (const [style, height] of Object.entries(heights)) {
    it(`stays within an element of fixed height, and scrolls its text there: ${style}`, async () => {
      element.style.cssText = `inline-size: 800px; ${style}`;
      await fixture.show({name: 'off'});
      const frame = fixture.find('.frame');
      expect([element.offsetHeight, frame.offsetHeight]).to.eql([height, height]);
      expect(frame.scrollWidth).to.equal(frame.clientWidth);
      // The aspect ratio would leave no content to scroll to.
      const said = fixture.find('.screen').offsetHeight;
      expect(frame.scrollHeight).to.equal(Math.max(height, said));
      expect(getComputedStyle(frame).overflowY).to.equal('auto');
    });
  }

  it('has its shutter within an element that is lower than its aspect ratio', async () => {
    element.style.cssText = 'inline-size: 800px; block-size: 200px';
    await fixture.show(live());
    expect(fixture.find('.frame').offsetHeight).to.equal(200);
    const {bottom} = fixture.find('.shutter').getBoundingClientRect();
    expect(bottom).to.be.at.most(element.getBoundingClientRect().bottom);
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const [state, heading, button] of screens) {
      it(`${JSON.stringify(state)} has its screen, accessible in ${scheme}`, async () => {
        element.style.colorScheme = scheme;
        await fixture.show(state);
        expect(fixture.text('.heading')).to.equal(heading);
        if (state.name === 'denied') await ownWayBack(element, '.button');
        if (state.name === 'blocked' && !state.byPolicy) {
          await ownWayBack(element, 'li:nth-child(3)');
        }
        expect(fixture.has('.button') ? fixture.text('.button') : undefined).to.equal(button);
        await appeared(element);
        await expect(element).to.be.accessible();
      });
    }

    it(`live is accessible in ${scheme}, with photos in every state`, async () => {
      element.style.colorScheme = scheme;
      await fixture.show(live());
      const captureId = await fixture.takePicture();
      await expect(element).to.be.accessible();
      for (const progress of [
        {name: 'held'} as const,
        {name: 'waiting', failure: unauthorized(captureId)} as const,
        {name: 'failed', failure: unauthorized(captureId)} as const,
        {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const,
      ]) {
        await drawn(element, core.protection.advance(captureId, progress));
        await expect(element).to.be.accessible();
      }
    });
  }
});

/** Waits until the pending screen, which appears with a delay, is visible. */
const appeared = (element: CaptureImage) =>
  Promise.all(
    (element.shadowRoot?.getAnimations() ?? []).map((animation) => {
      animation.finish();
      return animation.finished;
    }),
  );
