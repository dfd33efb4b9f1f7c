import {expect, waitUntil} from '@open-wc/testing';
import {drawn} from '../kit.js';
import {ControlsFixture, controlledStream} from './controls-fixture.js';

const toggle = (fixture: ControlsFixture, guide: string) =>
  drawn(fixture.element, fixture.find<HTMLInputElement>(`[data-guide=${guide}] input`).click());

/** A device that is held at this angle, with the controls opened. */
async function held(tilt: number | undefined | null) {
  const fixture = await ControlsFixture.create();
  await drawn(fixture.element, fixture.device.hold(tilt));
  await fixture.click('[aria-controls=controls]');
  return fixture;
}

const line = (fixture: ControlsFixture) => fixture.find('.level');
const angle = (fixture: ControlsFixture) => line(fixture).style.getPropertyValue('--_tilt');

describe('the grid of <capture-image>', () => {
  it('is off by default, shown on request, and remembered on the device', async () => {
    const fixture = await held(null);
    expect(fixture.has('.grid')).to.be.false;
    await toggle(fixture, 'grid');
    expect(fixture.has('.grid')).to.be.true;
    expect(fixture.device.remembered.get('sealed-capture-grid')).to.equal('on');
    await toggle(fixture, 'grid');
    expect(fixture.has('.grid')).to.be.false;
    expect(fixture.device.remembered.size).to.equal(0);
  });

  it('is shown again when the camera returns, over the picture and below the page’s own content', async () => {
    const fixture = await held(null);
    fixture.device.remembered.set('sealed-capture-grid', 'on');
    await drawn(fixture.element, fixture.core.camera.show({name: 'off'}));
    expect(fixture.has('.grid')).to.be.false;
    await fixture.show(controlledStream({}).state);
    expect(fixture.has('.grid')).to.be.true;
    const names = [...(fixture.find('.frame').children ?? [])].map(
      ({localName, className}) => className || localName,
    );
    expect(names.slice(0, 4)).to.eql(['video', 'aids', 'shade', 'over']);
  });
});

describe('the level of <capture-image>', () => {
  it('is offered only if the device reports its orientation', async () => {
    const fixture = await held(null);
    expect(fixture.has('[data-guide=level]')).to.be.false;
    await drawn(fixture.element, fixture.device.hold(2));
    expect(fixture.has('[data-guide=level]')).to.be.true;
    fixture.core.camera.known = {
      metadata: {orientation: {unavailableReason: 'disabled'}},
      ages: {},
    };
    await drawn(fixture.element, fixture.device.hold(3));
    expect(fixture.has('[data-guide=level]'), 'the page wants nothing of it').to.be.false;
  });

  it('turns with the device, and snaps if it is level', async () => {
    const fixture = await held(-4);
    await toggle(fixture, 'level');
    await waitUntil(() => angle(fixture) === '-4.0deg', 'it is turned');
    expect(line(fixture).hasAttribute('data-level')).to.be.false;
    expect(fixture.text('.level b')).to.equal('4°');
    fixture.device.tilt = 0.8;
    await waitUntil(() => angle(fixture) === '0.0deg', 'it snaps');
    expect(line(fixture).hasAttribute('data-level')).to.be.true;
    expect(fixture.text('.level b')).to.equal('0°');
    fixture.device.tilt = undefined;
    await waitUntil(() => line(fixture).hidden, 'a device that lies flat has none');
  });

  it('is not announced, and stops with the camera', async () => {
    const fixture = await held(-4);
    await toggle(fixture, 'level');
    const before = fixture.said;
    fixture.device.tilt = 0;
    const gone = line(fixture);
    await waitUntil(() => angle(fixture) === '0.0deg', 'it snaps');
    expect(fixture.said).to.equal(before);
    await drawn(fixture.element, fixture.core.camera.show({name: 'off'}));
    fixture.device.tilt = 20;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(gone.style.getPropertyValue('--_tilt')).to.equal('0.0deg');
  });
});
