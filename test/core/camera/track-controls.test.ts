import assert from 'node:assert/strict';
import {describe, it, mock} from 'node:test';
import {
  TrackControls,
  type ControlledTrack,
  type ControlWishes,
} from '../../../src/core/camera/track-controls.js';

/** A camera that answers a request when the test allows it. */
class SlowTrack implements ControlledTrack {
  readonly requests: {wishes: ControlWishes; answer: (isApplied: boolean) => void}[] = [];
  capabilities: object = {torch: true, zoom: {min: 1, max: 8, step: 0.1}};
  settings: ControlWishes = {torch: false, zoom: 1};
  getCapabilities = () => this.capabilities;
  getSettings = () => this.settings;
  applyConstraints({advanced = []}: MediaTrackConstraints = {}): Promise<void> {
    const [wishes = {}] = advanced as ControlWishes[];
    return new Promise((resolve, reject) => {
      const answer = (isApplied: boolean): void => {
        if (isApplied) this.settings = {...this.settings, ...wishes};
        if (isApplied) resolve();
        else reject(new Error('refused'));
      };
      this.requests.push({wishes, answer});
    });
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the controls of a camera', () => {
  const setup = (takesPoints = true) => {
    const track = new SlowTrack();
    const lifetime = new AbortController();
    const onChange = mock.fn();
    const controls = new TrackControls(track, onChange, lifetime.signal, takesPoints);
    return {track, controls, lifetime, onChange};
  };

  it('are the capabilities of the track, which may be known only a moment later', async (test) => {
    test.mock.timers.enable({apis: ['setTimeout']});
    const {track, controls, onChange} = setup();
    assert.deepEqual(
      [controls.offers.torch, controls.offers.zoom?.max, controls.zoom],
      [true, 8, 1],
    );
    track.capabilities = {torch: [false], zoom: {min: 1, max: 1}};
    test.mock.timers.tick(300);
    await settled();
    assert.deepEqual(controls.offers, {torch: false, zoom: undefined, focus: false});
    assert.equal(onChange.mock.callCount(), 1);
  });

  it('show the settings of the camera if it resolves without applying the constraint', async () => {
    const {track, controls} = setup();
    controls.set({torch: true});
    assert.equal(controls.torch, true);
    const {settings} = track;
    track.requests[0]?.answer(true);
    track.settings = settings;
    await settled();
    assert.deepEqual([controls.state.name, controls.torch], ['idle', false]);
  });

  it('are applied one at a time; of several zoom values set meanwhile, only the last is applied', async () => {
    const {track, controls} = setup();
    for (const zoom of [2, 3, 4]) controls.set({zoom});
    assert.deepEqual([track.requests.length, controls.zoom], [1, 4]);
    track.requests[0]?.answer(true);
    await settled();
    assert.deepEqual(
      track.requests.map(({wishes}) => wishes.zoom),
      [2, 4],
    );
    track.requests[1]?.answer(true);
    await settled();
    assert.deepEqual([controls.state, controls.zoom], [{name: 'idle'}, 4]);
  });

  it('keep the zoom while the torch is switched', async () => {
    const {track, controls} = setup();
    controls.set({zoom: 2});
    controls.set({torch: true});
    track.requests[0]?.answer(true);
    await settled();
    assert.deepEqual(track.requests[1]?.wishes, {zoom: 2, torch: true});
  });

  it('report what was refused, and show the settings of the camera', async () => {
    const {track, controls} = setup();
    controls.set({torch: true});
    track.requests[0]?.answer(false);
    await settled();
    assert.deepEqual(controls.state, {name: 'failed', control: 'torch'});
    assert.equal(controls.torch, false);
  });

  it('time out if the driver does not answer', async (test) => {
    test.mock.timers.enable({apis: ['setTimeout']});
    const {controls} = setup();
    controls.set({torch: true});
    test.mock.timers.tick(5_000);
    await settled();
    assert.equal(controls.state.name, 'failed');
  });

  it('do nothing after the camera is off', async () => {
    const {track, controls, lifetime} = setup();
    controls.set({zoom: 2});
    controls.set({zoom: 3});
    lifetime.abort();
    track.requests[0]?.answer(true);
    await settled();
    controls.set({zoom: 4});
    assert.equal(track.requests.length, 1);
  });

  it('can focus on a point if the browser supports points and the camera supports single-shot focus or exposure', () => {
    const {track} = setup();
    const offers = (capabilities: object, takesPoints: boolean) => {
      track.capabilities = capabilities;
      const {signal} = new AbortController();
      return new TrackControls(track, () => undefined, signal, takesPoints).offers.focus;
    };
    const once = ['continuous', 'single-shot'];
    assert.equal(offers({focusMode: once}, true), true);
    assert.equal(offers({exposureMode: once}, true), true);
    assert.equal(offers({focusMode: once, pointsOfInterest: []}, false), true);
    assert.equal(offers({focusMode: once}, false), false);
    assert.equal(offers({focusMode: ['continuous', 'manual']}, true), false);
  });

  it('focus and expose once at a point, and then continuously, with a zoom constraint that makes Chromium clear the point', async () => {
    const {track, controls} = setup();
    track.capabilities = {
      zoom: {min: 1, max: 8},
      focusMode: ['continuous', 'single-shot'],
      exposureMode: ['continuous', 'manual'],
    };
    track.settings = {zoom: 2};
    controls.set({focus: {x: 0.2, y: 0.7}});
    assert.deepEqual(track.requests.at(-1)?.wishes, {
      focusMode: 'single-shot',
      pointsOfInterest: [{x: 0.2, y: 0.7}],
    });
    track.requests.at(-1)?.answer(true);
    await settled();
    controls.set({focus: 'automatic'});
    assert.deepEqual(track.requests.at(-1)?.wishes, {
      focusMode: 'continuous',
      exposureMode: 'continuous',
      zoom: 2,
    });
  });
});
