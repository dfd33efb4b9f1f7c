import {expect, waitUntil} from '@open-wc/testing';
import {all, drawn} from '../kit.js';
import {ControlsFixture, controlledStream} from './controls-fixture.js';

const phone = {torch: true, zoom: {min: 1, max: 8, step: 0.1}};
const cameras = [
  {deviceId: 'back', name: 'Back camera', facing: 'environment'},
  {deviceId: 'tele', name: 'Back telephoto camera', facing: 'environment'},
  {deviceId: 'front', name: 'Front camera', facing: 'user'},
] as const;

describe('the controls of <capture-image>', () => {
  it('are those that the camera supports', async () => {
    const bare = await ControlsFixture.create();
    expect([bare.has('.torch'), bare.has('.zoom')]).to.eql([false, false]);
    const {state} = controlledStream(phone);
    await bare.show(state);
    expect([bare.has('.torch'), bare.has('.zoom')]).to.eql([true, true]);
  });

  it('appear if the browser reports them a moment after the picture', async () => {
    const known: object = {};
    const fixture = await ControlsFixture.create(controlledStream(known).state);
    Object.assign(known, phone);
    await waitUntil(() => fixture.has('.torch'), 'the light is offered');
  });

  it('switch the light, and announce it', async () => {
    const {state, wishes} = controlledStream(phone);
    const fixture = await ControlsFixture.create(state);
    await fixture.click('.torch');
    expect(fixture.find('.torch').getAttribute('aria-pressed')).to.equal('true');
    await waitUntil(() => fixture.said === 'Light on.', 'it is said');
    await fixture.click('.torch');
    await waitUntil(() => wishes.length === 2, 'both are applied');
    expect(wishes.map(({torch}) => torch)).to.eql([true, false]);
  });

  it('report that the light could not be switched, and show it as off', async () => {
    const {state, stand} = controlledStream(phone);
    const fixture = await ControlsFixture.create(state);
    stand.refuses = true;
    await fixture.click('.torch');
    await waitUntil(() => fixture.has('.control-failure'), 'the failure is shown');
    expect(fixture.said).to.equal('The light could not be switched.');
    expect(fixture.find('.torch').getAttribute('aria-pressed')).to.equal('false');
  });

  it('zoom with the slider, with keys, and with two fingers on the picture', async () => {
    const {state, wishes} = controlledStream(phone);
    const fixture = await ControlsFixture.create(state);
    const slider = fixture.find<HTMLInputElement>('.zoom input');
    slider.value = '100';
    await drawn(fixture.element, slider.dispatchEvent(new Event('input')));
    expect(slider.getAttribute('aria-valuetext')).to.equal('8×');
    expect(await fixture.press('-')).to.be.true;
    expect(fixture.text('.zoom span')).to.equal('6.4×');
    const touch = (type: string, pointerId: number, clientX: number) =>
      fixture
        .find('video')
        .dispatchEvent(new PointerEvent(type, {pointerId, clientX, pointerType: 'touch'}));
    touch('pointerdown', 1, 100);
    touch('pointerdown', 2, 300);
    touch('pointermove', 2, 200);
    await waitUntil(() => wishes.at(-1)?.zoom === 3.2, 'the fingers have halved it');
    touch('pointerup', 1, 100);
    touch('pointermove', 2, 100);
    expect(wishes.at(-1)?.zoom).to.equal(3.2);
  });

  it('show the zoom of a webcam as a ratio of its minimum, or in per cent if it starts at zero', async () => {
    const fixture = await ControlsFixture.create(
      controlledStream({zoom: {min: 100, max: 500}}).state,
    );
    expect(fixture.text('.zoom span')).to.equal('1×');
    await fixture.press('+');
    expect(fixture.text('.zoom span')).to.equal('1.3×');
    await fixture.show(controlledStream({zoom: {min: 0, max: 10}}).state);
    expect(fixture.text('.zoom span')).to.equal('0%');
    await fixture.press('+');
    expect(fixture.text('.zoom span')).to.equal('19%');
  });

  it('list the cameras, and open the chosen one, now and in the next visit', async () => {
    const {state} = controlledStream({}, 'back');
    const fixture = await ControlsFixture.create(state, cameras);
    await fixture.click('[aria-controls=controls]');
    await waitUntil(() => fixture.has('select'), 'the cameras are listed');
    const select = fixture.find<HTMLSelectElement>('select');
    expect(all(fixture.element, 'option').map((option) => option.textContent)).to.eql(
      cameras.map(({name}) => name),
    );
    expect(select.selectedIndex).to.equal(0);
    const choose = (index: number) => {
      select.selectedIndex = index;
      select.dispatchEvent(new Event('change'));
    };
    choose(1);
    expect(fixture.element.list.chosen.get('environment')).to.equal('tele');
    expect(fixture.core.camera.calls.at(-1)).to.equal('open environment');
    choose(2);
    expect(fixture.element.list.chosen.get('user')).to.equal('front');
    await fixture.element.updateComplete;
    expect(fixture.core.camera.calls.at(-1)).to.equal('setFacing user');
  });

  it('set the facing of the element to that of a chosen camera', async () => {
    const fixture = await ControlsFixture.create();
    fixture.element.list.chosen.set('environment', 'front');
    await fixture.show({...controlledStream({}, 'front').state, facing: 'user'});
    await waitUntil(() => fixture.element.facing === 'user', 'it faces the person');
    expect(fixture.element.list.chosen.get('user')).to.equal('front');
  });

  it('close with Escape, and keep a dialog around them open', async () => {
    const fixture = await ControlsFixture.create(controlledStream({}).state, cameras);
    await fixture.click('[aria-controls=controls]');
    expect(fixture.has('.options')).to.be.true;
    expect(await fixture.press('Escape', fixture.find('.options'))).to.be.true;
    expect(fixture.has('.options')).to.be.false;
    expect(fixture.element.shadowRoot?.activeElement).to.equal(
      fixture.find('[aria-controls=controls]'),
    );
    expect(await fixture.press('Escape')).to.be.false;
  });

  it('take a photo with Space, Enter and a volume key, but not if another control handles the key', async () => {
    const fixture = await ControlsFixture.create(controlledStream({}).state, cameras);
    let photos = 0;
    fixture.element.addEventListener('capture', () => photos++);
    expect(await fixture.press(' ', fixture.find('[aria-controls=controls]'))).to.be.false;
    expect(await fixture.press(' ')).to.be.true;
    expect(await fixture.press('Enter')).to.be.true;
    await fixture.press('AudioVolumeUp', document.body);
    await waitUntil(() => photos === 3, 'three photos are taken');
  });

  it('make room for the list of what will be sealed', async () => {
    const fixture = await ControlsFixture.create();
    await fixture.click('.pill');
    await waitUntil(() => fixture.has('.contents'), 'the list is shown');
    expect(fixture.find('.side').checkVisibility()).to.be.false;
  });

  it('release a camera that is off', async () => {
    const {state, wishes} = controlledStream(phone);
    const fixture = await ControlsFixture.create(state);
    let presses = 0;
    fixture.find('.shutter').addEventListener('click', () => presses++);
    fixture.element.remove();
    await fixture.element.updateComplete;
    expect(await fixture.press('+')).to.be.false;
    expect(await fixture.press('AudioVolumeUp', document.body)).to.be.false;
    expect([wishes, presses]).to.eql([[], 0]);
  });

  it('handle a volume key once after the element was removed and put back', async () => {
    const {state} = controlledStream({});
    const fixture = await ControlsFixture.create(state);
    const {element} = fixture;
    const page = element.parentElement;
    element.remove();
    await drawn(element, page?.append(element));
    await fixture.show(state);
    await waitUntil(() => fixture.has('.shutter'), 'the camera is on again');
    let presses = 0;
    fixture.find('.shutter').addEventListener('click', () => presses++);
    // Not cancelable, so that no listener can see that another one handled it.
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'VolumeUp', bubbles: true}));
    expect(presses).to.equal(1);
  });
});
