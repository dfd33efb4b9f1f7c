import {expect, waitUntil} from '@open-wc/testing';
import '../../src/elements/capture-audio.js';
import '../../src/elements/capture-image.js';
import type {CaptureAudio} from '../../src/elements/capture-audio.js';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {FailureReason} from '../../src/core/queue/queue-client.js';
import {FakeCore} from './fake-core.js';
import {drawn, pageWith, textOf} from './kit.js';

const reason = (code: FailureReason['code'], status?: number): FailureReason => ({
  code,
  message: 'For developers.',
  status,
  retryable: false,
});

describe('a setting that is wrong before anything was captured', () => {
  let core: FakeCore;
  let page: HTMLElement;

  beforeEach(() => {
    core = new FakeCore();
    page = pageWith(core);
  });
  afterEach(() => page.remove());

  async function elementOf<Tag extends 'capture-image' | 'capture-audio'>(tag: Tag) {
    const element = document.createElement(tag) as CaptureImage | CaptureAudio;
    await drawn(element, page.append(element));
    const {protection} = core;
    return {
      element,
      protection,
      show: async (problem?: FailureReason) => {
        protection.problem = problem;
        await drawn(element, protection.client.onChange());
      },
      notice: () => textOf(element.shadowRoot?.querySelector('[part=notice]')),
      said: () => textOf(element.shadowRoot?.querySelector('[role=status]')),
    };
  }

  it('is looked for when a person sees the element, and not while it is hidden', async () => {
    page.hidden = true;
    for (const tag of ['capture-image', 'capture-audio'] as const) {
      const {protection} = await elementOf(tag);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(protection.sightings).to.equal(0);
      page.hidden = false;
      await waitUntil(() => protection.sightings > 0, 'it is seen');
      page.hidden = true;
    }
  });

  for (const [code, status, photo, recording] of [
    [
      'origin_not_allowed',
      undefined,
      'This page is not set up right: your photos are kept here, but not sealed. Tell its owner. (origin_not_allowed)',
      'This page is not set up right: your recordings are kept here, but not sealed. Tell its owner. (origin_not_allowed)',
    ],
    [
      'request_rejected',
      404,
      'This page is not set up right: your photos are kept here, but not sealed. Tell its owner. (request_rejected, 404)',
      'This page is not set up right: your recordings are kept here, but not sealed. Tell its owner. (request_rejected, 404)',
    ],
    [
      'credentials_missing',
      undefined,
      'This page is not set up right: your photos are kept here, but not sealed. Tell its owner. (credentials_missing)',
      'This page is not set up right: your recordings are kept here, but not sealed. Tell its owner. (credentials_missing)',
    ],
    [
      'clock_wrong',
      undefined,
      'This device’s clock is wrong. Set it, or your photos will show the wrong time. (clock_wrong)',
      'This device’s clock is wrong. Set it, or your recordings will show the wrong time. (clock_wrong)',
    ],
    [
      'storage_unavailable',
      undefined,
      'This browser stores no photos here. Leave this page open until each is sealed. (storage_unavailable)',
      'This browser stores no recordings here. Leave this page open until each is sealed. (storage_unavailable)',
    ],
  ] as const) {
    it(`is said at the camera and the recorder, and announced once: ${code}`, async () => {
      for (const [tag, text] of [
        ['capture-image', photo],
        ['capture-audio', recording],
      ] as const) {
        const {element, show, notice, said, protection} = await elementOf(tag);
        await show(reason(code, status));
        await waitUntil(() => notice() === text, `it is said: ${notice()}`);
        await waitUntil(() => said() === text, `it is announced: ${said()}`);
        await expect(element).to.be.accessible();
        await show(undefined);
        expect(notice()).to.equal('');
        expect(protection.captures).to.eql([]);
        element.remove();
      }
    });
  }

  it('gives way to what is said of captures that have failed for it', async () => {
    const {element, show, protection, notice} = await elementOf('capture-image');
    await show(reason('unauthorized', 401));
    await waitUntil(() => notice().includes('not set up right'), 'it is said');
    const failure = reason('request_rejected', 404);
    protection.add(
      {captureId: 'a', mode: 'image', capturedAt: new Date().toISOString(), blob: new Blob()},
      {name: 'failed', failure},
    );
    await element.updateComplete;
    const notices = element.shadowRoot?.querySelectorAll('[part=notice]');
    expect(notices).to.have.length(1);
    expect(notice()).to.contain(
      'This page is not set up right: there is no service at its address.',
    );
  });
});
