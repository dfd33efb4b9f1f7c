import {expect} from '@open-wc/testing';
import {valid} from './answers.js';
import {treeShowing, type TreeHost} from './tree-fixture.js';
import {textOf} from '../kit.js';

const upright = {
  ...valid,
  orientation: {roll: 0, pitch: 90, yaw: 0},
  acceleration: {x: 0.31, y: -1.2, z: 0.4},
  gravity: {x: 0, y: 9.81, z: 0},
};

const labels = (host: TreeHost) => host.all('svg[role="img"]').map((svg) => svg.ariaLabel);
const picture = (host: TreeHost, words: string) =>
  host.all('svg[role="img"]').find((svg) => svg.ariaLabel?.includes(words)) as Element;
const showing = (more: object) => treeShowing({...upright, ...more});

describe('diagrams of measured values', () => {
  it('have a text alternative', async () => {
    expect(labels(await treeShowing(upright))).to.eql([
      '48.13715° N, 11.57612° W, within 8.4 m. North is up.',
      'Direction: 231 ± 15°',
      'The device as it was held, with the horizon: roll 0°, pitch 90°.',
      'Acceleration: x 0.31, y −1.2, z 0.4 m/s²',
      'Gravity: x 0, y 9.81, z 0 m/s²',
    ]);
  });

  it('come first in their cards, each as a row of the tree, without an accessibility violation', async () => {
    const host = await treeShowing(upright);
    const rows = host.all('.row.pictures');
    expect(rows.map((row) => row.getAttribute('aria-posinset'))).to.eql(['1']);
    expect(rows.map((row) => textOf(row.closest('.card')?.querySelector('h4')))).to.eql([
      'Attitude and motion',
    ]);
    await expect(host).to.be.accessible();
  });

  it('are left out with their row if a number is missing', async () => {
    const {longitude} = valid.gps ?? {};
    const host = await treeShowing({
      ...valid,
      gps: {longitude},
      magnetometer: {field: {x: 1, y: 2, z: 3}},
      orientation: {roll: 3},
      gravity: {x: 'far', y: 1, z: 2},
    });
    expect(host.all('svg[role="img"], .pictures')).to.have.length(0);
  });

  it('are part of the keyboard order', async () => {
    const host = await treeShowing(upright);
    host.item('Attitude and motion').focus();
    await host.press('ArrowRight');
    expect(host.shadowRoot?.activeElement?.classList.contains('pictures')).to.be.true;
  });

  it('are under "not confirmed" with the rest if the seal is broken', async () => {
    const host = await showing({labelValid: false, labelState: 'untrusted'});
    expect(textOf(host.find('h3'))).to.equal('What the file claims (not confirmed)');
    expect(picture(host, 'North is up').closest('.claims')).not.to.be.null;
  });
});

describe('the location', () => {
  const linkOf = async (gps: object) => {
    const host = await showing({gps});
    return host.find('a')?.getAttribute('href');
  };

  it('is a geo: address with plain decimals and its uncertainty', async () => {
    expect(await linkOf({latitude: 50, longitude: -120})).to.equal('geo:50,-120');
    expect(await linkOf({latitude: 1e-9, longitude: 1e-6, latLongAccuracy: 100})).to.equal(
      'geo:0,0.000001;u=100',
    );
    expect(await linkOf({latitude: -0.1, longitude: 179.5, latLongAccuracy: 1e300})).to.equal(
      'geo:-0.1,179.5',
    );
  });

  it('has no link if the coordinates do not exist on Earth', async () => {
    expect(await linkOf({latitude: 91, longitude: 0})).to.be.undefined;
    expect(await linkOf({latitude: 0, longitude: -181})).to.be.undefined;
  });

  it('has a circle and a scale, and neither without an accuracy', async () => {
    const plotOf = async (latLongAccuracy?: number) =>
      picture(await showing({gps: {latitude: 1, longitude: 2, latLongAccuracy}}), 'North is up');
    const scaleOf = async (metres: number) => textOf((await plotOf(metres)).querySelector('text'));
    expect(await scaleOf(8.4)).to.equal('5 m');
    expect(await scaleOf(25)).to.equal('20 m');
    expect(await scaleOf(0.3)).to.equal('0.2 m');
    expect(await scaleOf(3500)).to.equal('2 km');
    for (const none of [undefined, 0, -3]) {
      expect((await plotOf(none)).querySelectorAll('.area')).to.have.length(0);
      expect((await plotOf(none)).innerHTML).to.not.match(/NaN|Infinity/);
    }
  });

  it('is replaced by the page’s own map', async () => {
    const host = await treeShowing(upright);
    const slot = host.find('slot[name="map"]') as HTMLSlotElement;
    expect(slot.assignedElements()).to.eql([]);
    const map = document.createElement('p');
    map.slot = 'map';
    host.append(map);
    expect(slot.assignedElements()).to.eql([map]);
    expect((picture(host, 'North is up') as HTMLElement).getBoundingClientRect().width).to.equal(0);
  });
});

describe('direction and attitude', () => {
  const sectorOf = async (heading: number, headingAccuracy?: number) =>
    picture(await showing({magnetometer: {heading, headingAccuracy}}), 'Direction');

  it('show an arrow on a compass rose, with the uncertainty as a sector or the whole rose', async () => {
    const east = await sectorOf(90, 30);
    expect(east.querySelector('.strong')?.getAttribute('transform')).to.equal('rotate(90)');
    expect(east.querySelector('.area')?.getAttribute('d')).to.equal(
      'M0 0L29.4 -17.0A34 34 0 0 1 29.4 17.0Z',
    );
    expect((await sectorOf(90, 120)).querySelector('.area')?.getAttribute('d')).to.contain(
      ' 0 1 1 ',
    );
    expect((await sectorOf(90, 400)).querySelectorAll('circle.area')).to.have.length(1);
    expect((await sectorOf(90)).ariaLabel).to.equal('Direction: 90°');
  });

  /** The rotation of the horizon, and its distance below the middle. */
  async function horizonOf(roll: number, pitch: number) {
    const host = await showing({orientation: {roll, pitch}});
    const group = picture(host, 'horizon').querySelector('g')?.getAttribute('transform') ?? '';
    // Adding 0 turns -0 into 0.
    return (group.match(/-?[\d.]+/g) ?? []).map((text) => Number(text) + 0).slice(0, 3);
  }

  it('show the horizon in the middle for an upright, level device', async () => {
    expect(await horizonOf(0, 90)).to.eql([0, 0, 0]);
  });

  it('show the horizon higher for a device that points down, and outside the picture for one that lies flat', async () => {
    const [, , down] = await horizonOf(0, 70);
    expect(down).to.equal(-21);
    const [, , flat] = await horizonOf(0, 0);
    expect(flat).to.be.below(-88);
    const [, , up] = await horizonOf(0, 110);
    expect(up).to.equal(21);
  });

  it('show the horizon vertical for a device on its side, and upside down for one that is inverted', async () => {
    expect((await horizonOf(90, 0))[0]).to.equal(-90);
    expect((await horizonOf(-90, 0))[0]).to.equal(90);
    expect(Math.abs((await horizonOf(0, -90))[0] ?? 0)).to.equal(180);
  });

  it('show gravity of an upright device upwards, and no arrow longer than an axis', async () => {
    const headOf = async (gravity: object) => {
      const head = picture(await showing({gravity}), 'Gravity').querySelector('.head');
      return ['cx', 'cy'].map((name) => Math.round(Number(head?.getAttribute(name))));
    };
    expect(await headOf({x: 0, y: 10, z: 0})).to.eql([0, -34]);
    expect(await headOf({x: 500, y: 0, z: 0})).to.eql([34, 0]);
    expect(await headOf({x: 5, y: 0, z: 0})).to.eql([17, 0]);
  });
});
