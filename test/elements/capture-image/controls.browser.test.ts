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
  it('are those that the camera has', async () => {
    const bare = await ControlsFixture.create();
    expect([bare.has('[part=torch]'), bare.has('.zoom')]).to.eql([false, false]);
    const {state} = controlledStream(phone);
    await bare.show(state);
    expect([bare.has('[part=torch]'), bare.has('.zoom')]).to.eql([true, true]);
  });

  it('come up where the browser knows of them a moment after the picture', async () => {
    const known: object = {};
    const fixture = await ControlsFixture.create(controlledStream(known).state);
    Object.assign(known, phone);
    await waitUntil(() => fixture.has('[part=torch]'), 'the light is offered');
  });

  it('switch the light, and say so', async () => {
    const {state, wishes} = controlledStream(phone);
    const fixture = await ControlsFixture.create(state);
    await fixture.click('[part=torch]');
    expect(fixture.find('[part=torch]').getAttribute('aria-pressed')).to.equal('true');
    await waitUntil(() => fixture.said === 'Light on.', 'it is said');
    await fixture.click('[part=torch]');
    await waitUntil(() => wishes.length === 2, 'both are applied');
    expect(wishes.map(({torch}) => torch)).to.eql([true, false]);
  });

  it('say that the light could not be switched, and show it off', async () => {
    const {state, stand} = controlledStream(phone);
    const fixture = await ControlsFixture.create(state);
    stand.refuses = true;
    await fixture.click('[part=torch]');
    await waitUntil(() => fixture.has('.control-failure'), 'the failure is shown');
    expect(fixture.said).to.equal('The light could not be switched.');
    expect(fixture.find('[part=torch]').getAttribute('aria-pressed')).to.equal('false');
  });

  it('zoom by the slider, by keys, and by two fingers on the picture', async () => {
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

  it('show the zoom of a webcam as a ratio of its least, or in per cent where it counts from zero', async () => {
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

  it('name the cameras, and open the one that is chosen, now and in the next visit', async () => {
    const {state} = controlledStream({}, 'back');
    const fixture = await ControlsFixture.create(state, cameras);
    await fixture.click('[part=controls-button]');
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

  it('turn the element to where a chosen camera turns out to face', async () => {
    const fixture = await ControlsFixture.create();
    fixture.element.list.chosen.set('environment', 'front');
    await fixture.show({...controlledStream({}, 'front').state, facing: 'user'});
    await waitUntil(() => fixture.element.facing === 'user', 'it faces the person');
    expect(fixture.element.list.chosen.get('user')).to.equal('front');
  });

  it('close with Escape, and a dialog around them stays open', async () => {
    const fixture = await ControlsFixture.create(controlledStream({}).state, cameras);
    await fixture.click('[part=controls-button]');
    expect(fixture.has('.options')).to.be.true;
    expect(await fixture.press('Escape', fixture.find('.options'))).to.be.true;
    expect(fixture.has('.options')).to.be.false;
    expect(fixture.element.shadowRoot?.activeElement).to.equal(
      fixture.find('[part=controls-button]'),
    );
    expect(await fixture.press('Escape')).to.be.false;
  });

  it('take a photo by Space, Enter and a volume key, but not for a key that another control reads', async () => {
    const fixture = await ControlsFixture.create(controlledStream({}).state, cameras);
    let photos = 0;
    fixture.element.addEventListener('capture', () => photos++);
    expect(await fixture.press(' ', fixture.find('[part=controls-button]'))).to.be.false;
    expect(await fixture.press(' ')).to.be.true;
    expect(await fixture.press('Enter')).to.be.true;
    await fixture.press('AudioVolumeUp', document.body);
    await waitUntil(() => photos === 3, 'three photos are taken');
  });

  it('leave the room to the list of what will be sealed', async () => {
    const fixture = await ControlsFixture.create();
    await fixture.click('.pill');
    await waitUntil(() => fixture.has('.contents'), 'the list is shown');
    expect(fixture.find('.side').checkVisibility()).to.be.false;
  });

  it('let go of a camera that is off', async () => {
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

  it('hear a volume key once after the element was taken out and put back', async () => {
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
    // Not to be cancelled, so that no listener sees that another was first.
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'VolumeUp', bubbles: true}));
    expect(presses).to.equal(1);
  });
});
