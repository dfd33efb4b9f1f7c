import {expect, waitUntil} from '@open-wc/testing';
import {drawn} from '../kit.js';
import {ControlsFixture, controlledStream} from './controls-fixture.js';

const modes = ['continuous', 'single-shot'];
const phone = {pointsOfInterest: [], focusMode: modes, exposureMode: modes};

/** A camera that can focus on points, with a picture of 4 : 3. */
async function focusing(facing: 'environment' | 'user' = 'environment') {
  const stream = controlledStream(phone);
  const fixture = await ControlsFixture.create({...stream.state, facing});
  return {fixture, ...stream};
}

/** Presses at this position of the picture. */
const press = (fixture: ControlsFixture, type: string, x: number, y: number, more = {}) => {
  const {left, top, width, height} = fixture.find('.area').getBoundingClientRect();
  const at = {clientX: left + x * width, clientY: top + y * height, isPrimary: true, pointerId: 1};
  const event = new PointerEvent(type, {...at, button: 0, pointerType: 'touch', ...more});
  return drawn(fixture.element, fixture.find('video').dispatchEvent(event));
};

async function tap(fixture: ControlsFixture, x: number, y: number) {
  await press(fixture, 'pointerdown', x, y);
  await press(fixture, 'pointerup', x, y);
}

type Asked = {pointsOfInterest?: {x: number; y: number}[]; focusMode?: string};
const last = (wishes: object[]) => wishes.at(-1) as Asked;
const at = (fixture: ControlsFixture, name: string) =>
  Number.parseFloat(fixture.find('.aids').style.getPropertyValue(name));

describe('focus and exposure of <capture-image>', () => {
  it('are set to the tapped point of the picture, with a ring there', async () => {
    const {fixture, wishes} = await focusing();
    expect(fixture.has('.ring')).to.be.false;
    await tap(fixture, 0.25, 0.75);
    const [point] = last(wishes).pointsOfInterest ?? [];
    expect(point?.x).to.be.closeTo(0.25, 0.01);
    expect(point?.y).to.be.closeTo(0.75, 0.01);
    expect(last(wishes)).to.include({focusMode: 'single-shot', exposureMode: 'single-shot'});
    expect([at(fixture, '--_x'), at(fixture, '--_y')].map(Math.round)).to.eql([25, 75]);
    expect(fixture.has('.ring')).to.be.true;
    expect(fixture.said).to.equal('Focus set.');
  });

  it('are set where the person sees the point, also in a mirrored picture', async () => {
    const {fixture, wishes} = await focusing('user');
    await tap(fixture, 0.25, 0.5);
    expect(last(wishes).pointsOfInterest?.[0]?.x).to.be.closeTo(0.75, 0.01);
    expect(Math.round(at(fixture, '--_x'))).to.equal(25);
  });

  it('are automatic again after some seconds, but not during a countdown', async () => {
    const {fixture, wishes} = await focusing();
    await tap(fixture, 0.5, 0.5);
    await fixture.second();
    await waitUntil(() => !fixture.has('.ring'), 'the ring is gone');
    await waitUntil(() => last(wishes).focusMode === 'continuous', 'the camera is asked');

    await fixture.click('[aria-controls=controls]');
    await drawn(
      fixture.element,
      fixture.find<HTMLInputElement>('label:nth-child(2) input').click(),
    );
    await fixture.click('.shutter');
    await tap(fixture, 0.5, 0.5);
    await fixture.second();
    expect([fixture.has('.count'), fixture.has('.ring')]).to.eql([true, true]);
  });

  it('are automatic again after a second tap on the point, and move with a tap elsewhere', async () => {
    const {fixture, wishes} = await focusing();
    await tap(fixture, 0.5, 0.5);
    await tap(fixture, 0.2, 0.5);
    expect(fixture.has('.ring')).to.be.true;
    await tap(fixture, 0.21, 0.51);
    expect(fixture.has('.ring')).to.be.false;
    expect(fixture.said).to.equal('Focus is automatic.');
    await waitUntil(() => last(wishes).focusMode === 'continuous', 'the camera is asked');
  });

  it('are reset with a long press', async () => {
    const {fixture} = await focusing();
    await tap(fixture, 0.5, 0.5);
    await press(fixture, 'pointerdown', 0.2, 0.2);
    await waitUntil(() => !fixture.has('.ring'), 'the ring is gone');
    await press(fixture, 'pointerup', 0.2, 0.2);
    expect(fixture.has('.ring'), 'and no tap').to.be.false;
  });

  it('do not change with a swipe, a pinch, or a tap beside the picture', async () => {
    const {fixture, wishes} = await focusing();
    await press(fixture, 'pointerdown', 0.5, 0.5);
    await press(fixture, 'pointermove', 0.7, 0.5);
    await press(fixture, 'pointerup', 0.7, 0.5);
    await press(fixture, 'pointerdown', 0.5, 0.5);
    await press(fixture, 'pointerdown', 0.7, 0.5, {isPrimary: false, pointerId: 2});
    await press(fixture, 'pointerup', 0.5, 0.5);
    await tap(fixture, 0.5, 1.2);
    expect(wishes).to.eql([]);
  });

  it('are set with a button and moved with the arrow keys', async () => {
    const {fixture, wishes} = await focusing();
    const button = fixture.find('.focus');
    expect(await fixture.press('ArrowUp', button), 'nothing to move yet').to.be.false;
    await fixture.click('.focus');
    expect(button.getAttribute('aria-pressed')).to.equal('true');
    expect(await fixture.press('ArrowUp', button)).to.be.true;
    await fixture.press('ArrowRight', button);
    expect(fixture.said).to.equal('Focus: 60 % from the left, 40 % from the top.');
    await waitUntil(() => (last(wishes).pointsOfInterest?.[0]?.x ?? 0) > 0.59, 'it is moved');
    await fixture.click('.focus');
    expect(button.getAttribute('aria-pressed')).to.equal('false');
  });

  it('are not offered if the camera does not support them', async () => {
    const {state, wishes} = controlledStream({});
    const fixture = await ControlsFixture.create(state);
    expect(fixture.has('.focus')).to.be.false;
    await tap(fixture, 0.5, 0.5);
    expect([wishes.length, fixture.has('.ring')]).to.eql([0, false]);
  });

  it('show a message and no ring if the camera refuses', async () => {
    const {fixture, stand} = await focusing();
    stand.refuses = true;
    await tap(fixture, 0.5, 0.5);
    await waitUntil(() => fixture.has('.control-failure'), 'it is said');
    expect(fixture.has('.ring')).to.be.false;
    expect(fixture.said).to.equal('The camera could not focus there.');
  });

  it('are noted, like the self-timer, for the seal of the pictures that they apply to', async () => {
    const {fixture, state} = await focusing();
    const [track] = state.stream.getVideoTracks();
    const noted = () => fixture.notes.get(track ?? {}) ?? {};
    await tap(fixture, 0.25, 0.5);
    expect(noted().focusPoint?.x).to.be.closeTo(0.25, 0.01);
    await fixture.click('[aria-controls=controls]');
    await drawn(
      fixture.element,
      fixture.find<HTMLInputElement>('label:nth-child(2) input').click(),
    );
    let atShutter: number | undefined;
    fixture.find('.shutter').addEventListener('click', () => (atShutter = noted().selfTimer));
    await fixture.click('.shutter');
    for (let left = 3; left > 0; left--) await fixture.second();
    expect(atShutter).to.equal(3);
    expect(noted().selfTimer, 'the next picture waits for none').to.be.undefined;
    await tap(fixture, 0.25, 0.5);
    expect(noted().focusPoint).to.be.undefined;
  });
});
