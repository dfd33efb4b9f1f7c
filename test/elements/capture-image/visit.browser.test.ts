import {expect} from '@open-wc/testing';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {SealedAttitude} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Shot} from '../../../src/elements/capture-image/shots/shot.js';
import {live} from '../fake-core.js';
import {all, change, drawn, rendered, textOf, waitUntil} from '../kit.js';
import {GuidedFixture, list} from './shots-fixture.js';

/** A picture of one colour. */
async function picture(colour = '#f0f', width = 64, height = 48): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = colour;
  context?.fillRect(0, 0, width, height);
  return canvas.convertToBlob({type: 'image/png'});
}

/** A network whose answers the test gives. */
class Network {
  readonly signals: AbortSignal[] = [];
  readonly urls: string[] = [];
  answer: () => Promise<Blob> = () => picture();

  readonly fetch = (url: string, signal: AbortSignal) => {
    this.urls.push(url);
    this.signals.push(signal);
    return this.answer();
  };
}

async function started(shots: readonly Shot[], network = new Network()) {
  const fixture = await GuidedFixture.create(shots, {fetchPicture: network.fetch});
  return {fixture, network};
}

const shown = (fixture: GuidedFixture) =>
  waitUntil(() => fixture.has('.ghost canvas'), 'the earlier picture is shown');

const know = async ({core, element}: GuidedFixture, metadata: CaptureMetadata) => {
  core.camera.known = {metadata, ages: {}};
  element.requestUpdate();
  for (const inner of all(element, '*')) (inner as {requestUpdate?: () => void}).requestUpdate?.();
  await rendered(element);
};

const slide = async (fixture: GuidedFixture, percent: number) => {
  const slider = fixture.find<HTMLInputElement>('.earlier input');
  slider.value = String(percent);
  slider.dispatchEvent(new Event('input'));
  await rendered(fixture.element);
};

const opacityOf = (fixture: GuidedFixture) => getComputedStyle(fixture.find('.ghost')).opacity;

describe('The picture of an earlier visit', () => {
  it('lies over the whole live picture, in the order of the drawing, and is seen as the person wants', async () => {
    const {fixture} = await started([{id: 'a', label: 'A', ghost: await picture()}]);
    await shown(fixture);
    const [video, ghost] = [fixture.find('video'), fixture.find('.ghost')];
    expect(video.nextSibling).to.equal(ghost);
    expect(ghost.ariaHidden).to.equal('true');
    expect(getComputedStyle(ghost).pointerEvents).to.equal('none');
    const [under, over] = [video, ghost].map(
      (one) => one.getBoundingClientRect().toJSON() as object,
    );
    expect(over).to.eql(under);
    expect(opacityOf(fixture)).to.equal('0.4');
    await expect(fixture.element).to.be.accessible();
    await slide(fixture, 75);
    expect(opacityOf(fixture)).to.equal('0.75');
    await fixture.press('Earlier picture');
    expect(fixture.has('.ghost')).to.be.false;
    expect(fixture.has('.earlier input')).to.be.false;
    expect(fixture.find('.earlier button').ariaPressed).to.equal('false');
    await fixture.press('Earlier picture');
    await rendered(fixture.element);
    expect(opacityOf(fixture)).to.equal('0.75');
  });

  it('is mirrored like the picture of a front camera', async () => {
    const {fixture} = await started([{id: 'a', label: 'A', ghost: await picture()}]);
    await shown(fixture);
    expect(fixture.find('.ghost').className).to.equal('ghost');
    await drawn(fixture.element, fixture.core.camera.show({...live(), facing: 'user'}));
    await drawn(fixture.element, fixture.element.requestUpdate());
    expect(fixture.find('.ghost').className).to.equal('ghost mirrored');
  });

  it('stays below the grid and the level', async () => {
    const {fixture} = await started([{id: 'a', label: 'A', ghost: await picture()}]);
    await shown(fixture);
    const aids = document.createElement('div');
    fixture.find('video').after(aids);
    await drawn(fixture.element, fixture.element.requestUpdate());
    expect(fixture.find('.ghost').nextSibling).to.equal(aids);
  });

  it('is fetched by its address, and no longer once another shot is next', async () => {
    const network = new Network();
    let answer: (file: Blob) => void = () => undefined;
    network.answer = () => new Promise((resolve) => (answer = resolve));
    const shots = [
      {id: 'a', label: 'A', ghost: '/earlier/a.jpg'},
      {id: 'b', label: 'B'},
    ];
    const {fixture} = await started(shots, network);
    await waitUntil(() => network.urls.length === 1);
    expect(network.urls).to.eql(['/earlier/a.jpg']);
    await waitUntil(() => fixture.has('.line') && fixture.text('.line').startsWith('Loading'));
    await fixture.take();
    expect(network.signals[0]?.aborted).to.be.true;
    answer(await picture());
    await new Promise((resolve) => setTimeout(resolve, 100));
    await rendered(fixture.element);
    expect(fixture.has('.ghost')).to.be.false;
    expect(fixture.has('.earlier')).to.be.false;
  });

  it('is freed with the element, and loaded again when that is put back', async () => {
    const {fixture, network} = await started([{id: 'a', label: 'A', ghost: 'a.jpg'}]);
    await shown(fixture);
    const canvas = fixture.find<HTMLCanvasElement>('.ghost canvas');
    const {element} = fixture;
    const parent = element.parentNode;
    element.remove();
    expect(canvas.width).to.equal(0);
    expect(network.signals.map(({aborted}) => aborted)).to.eql([true]);
    parent?.append(element);
    await drawn(element, fixture.core.camera.show(live()));
    await shown(fixture);
    expect(network.urls).to.eql(['a.jpg', 'a.jpg']);
  });

  it('is kept while the camera is off, and between shots that have the same one', async () => {
    const shots = ['a', 'b'].map((id) => ({id, label: id, ghost: 'a.jpg'}));
    const {fixture, network} = await started(shots);
    await shown(fixture);
    await fixture.take();
    await drawn(fixture.element, fixture.core.camera.show({name: 'off'}));
    expect(fixture.has('.ghost')).to.be.false;
    await drawn(fixture.element, fixture.core.camera.show(live()));
    await shown(fixture);
    expect(network.urls).to.have.length(1);
    const canvas = fixture.find<HTMLCanvasElement>('.ghost canvas');
    await fixture.take();
    expect(fixture.has('.ghost')).to.be.false;
    expect(canvas.width, 'freed once no shot is open').to.equal(0);
  });

  it('says that it cannot be shown, stops no photo, and tries again', async () => {
    const network = new Network();
    network.answer = () => Promise.reject(new TypeError('no network'));
    const {fixture} = await started([{id: 'a', label: 'A', ghost: 'a.jpg'}, ...list], network);
    await waitUntil(() => fixture.has('.failed'));
    expect(fixture.find('.failed').getAttribute('role')).to.equal('alert');
    expect(fixture.text('.failed')).to.equal(
      'The earlier picture cannot be shown. Take the photo without it. Try again',
    );
    network.answer = () => picture();
    await fixture.press('Try again');
    await shown(fixture);
    expect(fixture.has('.failed')).to.be.false;
    expect(await fixture.take()).to.be.a('string');
    expect(fixture.problems).to.eql([]);
  });

  it('says so of a Blob that is no picture', async () => {
    const {fixture} = await started([{id: 'a', label: 'A', ghost: new Blob(['text'])}]);
    await waitUntil(() => fixture.has('.failed'));
    expect(await fixture.take()).to.be.a('string');
  });

  it('is fetched as in a page, too, and kept once its address is revoked', async () => {
    const url = URL.createObjectURL(await picture());
    const fixture = await GuidedFixture.create([{id: 'a', label: 'A', ghost: url}]);
    await shown(fixture);
    URL.revokeObjectURL(url);
    const missing = await GuidedFixture.create([{id: 'a', label: 'A', ghost: '/no-such-picture'}]);
    await waitUntil(() => missing.has('.failed'));
  });

  it('may be named in the attribute, with how the camera was held', async () => {
    const fixture = await GuidedFixture.create();
    const url = URL.createObjectURL(await picture());
    const given = [{id: 'a', label: 'A', ghost: {picture: url, heading: 90}}];
    fixture.element.setAttribute('shots', JSON.stringify(given));
    await shown(fixture);
    URL.revokeObjectURL(url);
    await know(fixture, {magnetometer: {heading: 60}});
    expect(fixture.text('.aim')).to.equal('Turn right by about 30°');
  });
});

describe('The hint how to hold the camera', () => {
  const then = {heading: 90, roll: 0, pitch: 90};
  const now = (heading: number, pitch: number): CaptureMetadata => ({
    magnetometer: {heading},
    orientation: {roll: 0, pitch},
  });

  async function aimed(attitude: SealedAttitude = {}) {
    const ghost = {picture: await picture(), ...attitude};
    const {fixture} = await started([{id: 'a', label: 'A', ghost}]);
    await shown(fixture);
    return fixture;
  }

  it('says how the camera was held, and follows the device', async () => {
    const fixture = await aimed(then);
    await waitUntil(() => fixture.core.camera.looks > 0, 'the sensors are read');
    await know(fixture, now(62, 80));
    expect(fixture.text('.aim')).to.equal('Turn right by about 30° · Tilt up by 10°');
    fixture.core.camera.known = {metadata: now(118, 93), ages: {}};
    await waitUntil(() => fixture.text('.aim') === 'Turn left by about 30°', 'without a rendering');
    await know(fixture, now(100, 92));
    expect(fixture.text('.aim')).to.equal('Same direction as at the earlier visit');
    await know(fixture, {orientation: {roll: 0, pitch: 92}});
    expect(fixture.text('.aim')).to.equal('Held as at the earlier visit');
  });

  it('is absent without an attitude then or now, with the picture off, and for a front camera', async () => {
    const without = await aimed();
    await know(without, now(62, 80));
    expect(without.has('.aim')).to.be.false;
    const fixture = await aimed(then);
    await know(fixture, {magnetometer: {unavailableReason: 'permission_denied'}});
    expect(fixture.has('.aim')).to.be.false;
    await know(fixture, now(62, 80));
    expect(fixture.has('.aim')).to.be.true;
    await fixture.press('Earlier picture');
    expect(fixture.has('.aim')).to.be.false;
    await fixture.press('Earlier picture');
    await drawn(fixture.element, fixture.core.camera.show({...live(), facing: 'user'}));
    await drawn(fixture.element, fixture.element.requestUpdate());
    expect(fixture.has('.aim')).to.be.false;
  });
});

describe('The place of a shot', () => {
  const expectedPlace = {latitude: 52.52, longitude: 13.405, radius: 25};
  const before = (age: number) => new Date(Date.now() - age).toISOString();
  const north = (metres: number, latLongAccuracy?: number, age = 0): CaptureMetadata => ({
    gps: {
      timestamp: before(age),
      latitude: expectedPlace.latitude + metres / 111_194.9,
      longitude: expectedPlace.longitude,
      latLongAccuracy,
    },
  });
  const shots: readonly Shot[] = [{id: 'gate', label: 'Gate', expectedPlace}, ...list];

  it('says how far away the person is, and nothing that the location does not support', async () => {
    const {fixture} = await started(shots);
    const told = async (metadata: CaptureMetadata) => {
      await know(fixture, metadata);
      return [fixture.find('.place').dataset['outcome'], fixture.text('.place')];
    };
    expect(await told(north(43, 12))).to.eql([
      'outside',
      'You are 40 m away Location ± 12 m · photo asked for within 25 m',
    ]);
    expect(await told(north(10, 12))).to.eql([
      'within',
      'Agrees with the expected place, within the accuracy Location ± 12 m · photo asked for within 25 m',
    ]);
    expect(await told(north(10, 800))).to.eql([
      'unknown',
      'Location too rough to tell if this is the place Location ± 800 m · photo asked for within 25 m',
    ]);
    expect((await told(north(12_345, 800)))[1]).to.match(/^You are 12 km away Location ± 800 m/);
    const old = /^Location too old, or without a time, to tell/;
    expect((await told(north(10, 12, 180_000)))[1]).to.match(old);
    expect((await told({gps: {...north(10, 12).gps, timestamp: undefined}}))[1]).to.match(old);
    const unknown = 'Location unknown: nobody can tell if this is the place';
    expect(await told(north(10))).to.eql(['unknown', unknown]);
    expect(await told({gps: {unavailableReason: 'permission_denied'}})).to.eql([
      'unknown',
      unknown,
    ]);
    expect(await told({})).to.eql(['unknown', unknown]);
  });

  it('is said in the language of the page', async () => {
    const {fixture} = await started(shots);
    await change(fixture.element, {lang: 'de'});
    await waitUntil(() => textOf(fixture.find('.place')).startsWith('Standort'));
    await know(fixture, north(1234, 12));
    expect(fixture.text('.place')).to.equal(
      'Sie sind 1,2 km entfernt Standort ± 12 m · Foto erbeten im Umkreis von 25 m',
    );
  });

  it('follows the location, and is announced when the outcome changes, not with each metre', async () => {
    const {fixture} = await started(shots);
    const status = () => all(fixture.element, '[role=status]').map(textOf).filter(Boolean);
    await know(fixture, north(143, 12));
    expect(status()).to.include('You are 140 m away');
    fixture.core.camera.known = {metadata: north(90, 12), ages: {}};
    await waitUntil(() => fixture.text('.place').startsWith('You are 90 m away'), 'by itself');
    expect(status()).to.include('You are 140 m away');
    fixture.core.camera.known = {metadata: north(10, 12), ages: {}};
    await waitUntil(() => fixture.text('.place').startsWith('Agrees with the expected place'));
    expect(status()).to.include('Agrees with the expected place, within the accuracy');
  });

  it('is no longer looked for once the element is gone, or the shot is taken', async () => {
    const {fixture} = await started(shots);
    await fixture.take();
    await rendered(fixture.element);
    expect(fixture.has('.place')).to.be.false;
    const {looks} = fixture.core.camera;
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(fixture.core.camera.looks).to.equal(looks);
    const other = await started(shots);
    await waitUntil(() => other.fixture.core.camera.looks > 0);
    other.fixture.element.remove();
    const after = other.fixture.core.camera.looks;
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(other.fixture.core.camera.looks).to.equal(after);
  });

  it('is sealed with the photo of this shot alone, as it was expected', async () => {
    const {fixture} = await started(shots);
    const shot = () => fixture.core.protection.client.config.features?.shot;
    expect(shot()).to.eql({id: 'gate', label: 'Gate', expectedPlace});
    await fixture.take();
    expect(shot()).to.eql({id: 'front', label: 'Front'});
  });
});
