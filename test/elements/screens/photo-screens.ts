import {waitUntil} from '@open-wc/testing';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {WayOut, type Surroundings} from '../../../src/elements/capture/way-out/way-out.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {CaptureImageFixture} from '../capture-image/fixture.js';
import {ViewerFixture} from '../capture-image/viewer-fixture.js';
import {FakeCore, live} from '../fake-core.js';
import {FormFixture} from '../form/fixture.js';
import {all, change, pageWith} from '../kit.js';
import {failures, given, progresses} from './given.js';
import {settled, type Screens} from './screens.js';

async function* seals(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  await fixture.show(live());
  const ids = [await fixture.takePicture(), await fixture.takePicture()];
  for (const progress of [...progresses, ...failures]) {
    for (const captureId of ids) core.protection.advance(captureId, progress);
    await settled(element);
    yield JSON.stringify(progress);
  }
  await settled(element, fixture.find('.save').click());
  yield 'saved without a seal';
  await settled(element, fixture.find('.delete').click());
  yield 'deleted';
  await settled(element, fixture.find('.undo').click());
  yield 'kept';
  for (const captureId of ids) core.protection.advance(captureId, {name: 'sealing'});
  core.protection.leave(1_000_000, true);
  await settled(element);
  yield 'storage is low';
}

/** What a screen reader hears of a photo. */
async function* announcements(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  await fixture.show(live());
  const {client} = core.protection;
  for (const progress of progresses) {
    core.protection.firstProgress = progress;
    await settled(element, fixture.takePicture());
    yield `taken: ${JSON.stringify(progress)}`;
  }
  const [{captureId} = {captureId: ''}] = element.protections;
  await settled(element, core.protection.tellSealed(captureId));
  yield 'sealed';
  for (const code of [
    'unauthorized',
    'storage_full',
    'delivery_failed',
    'configuration_invalid',
  ] as const) {
    const detail = {captureId, mode: 'image', code, retryable: false, attempts: 1} as const;
    await settled(element, client.onProtectError({...detail, message: 'For developers.'}));
    yield code;
  }
  core.camera.develop = () => Promise.reject(new SealedCaptureError('encoding_failed', 'No.'));
  await settled(element, fixture.find('.shutter').click());
  yield 'not taken';
  await change(element, {autoProtect: false});
  core.camera.develop = () => Promise.resolve(new Blob());
  await settled(element, element.takePicture());
  yield 'held';
}

async function* viewer(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await ViewerFixture.create();
  const {element, protection} = fixture;
  await begin(element);
  const [first = '', second = ''] = await fixture.take('#ff0000', '#3b6ea5');
  protection.metadataOf.set(second, {
    gps: {latitude: 48.1, longitude: 11.5, latLongAccuracy: 8},
    camera: {deviceName: given.camera, focusMode: 'single-shot', whiteBalanceMode: 'none'},
    orientation: {unavailableReason: 'not_supported'},
    tags: {[given.tag]: given.name},
  });
  await fixture.open();
  for (const progress of progresses) {
    protection.advance(second, progress);
    await settled(element);
    yield JSON.stringify(progress);
  }
  const buttons = () => all(element, '.viewer .top button');
  await settled(element, buttons().at(-1)?.click());
  yield 'what is sealed with it';
  await settled(element, buttons().at(-1)?.click());
  protection.pictures.delete(second);
  protection.advance(second, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
  await settled(element);
  await settled(element, fixture.find('.viewer .save').click());
  yield 'before it is saved';
  await settled(element, fixture.choose('files'));
  yield 'it cannot be saved';
  fixture.failReads();
  await settled(element, fixture.find('.viewer .step.earlier').click());
  await waitUntil(() => fixture.has('.viewer .missing'), 'the file cannot be read');
  await settled(element, fixture.find('.viewer .save').click());
  if (fixture.isAsked) await settled(element, fixture.choose('files'));
  yield 'it cannot be read';
  await settled(element, fixture.find('.viewer .delete').click());
  yield 'deleted';
  protection.pictures.delete(first);
}

/** Each photo is shown first, and asked about. */
async function* review(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await ViewerFixture.create({set: {review: true, quality: 'warn'}});
  const {element, core} = fixture;
  await begin(element);
  for (const quality of [undefined, {sharpness: 0.1, meanLuminance: 0.4, clippedShare: 0}]) {
    core.camera.quality = quality;
    await settled(element, fixture.find('.shutter').click());
    await waitUntil(() => fixture.has('.review .stage canvas'), 'the photo is shown');
    await settled(element);
    yield quality ? 'blurred' : 'asked about';
    await settled(element, fixture.find('.review .retake').click());
    await waitUntil(() => !fixture.has('.review'), 'the question is gone');
    yield 'retaken';
  }
  fixture.failReads();
  await settled(element, fixture.find('.shutter').click());
  await waitUntil(() => fixture.has('.review .missing'), 'the file cannot be read');
  yield 'it cannot be read';
}

async function* list(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await ViewerFixture.create();
  const {element, protection} = fixture;
  await begin(element);
  const ids = await fixture.take('#ff0000', '#3b6ea5', '#00aa55');
  await waitUntil(() => fixture.has('.all'), 'the number of photos is there');
  await settled(element, fixture.find('.all').click());
  const isDrawn = () => all(element, '.photos canvas').length === 3;
  await waitUntil(isDrawn, 'the thumbnails are drawn', {timeout: 10_000});
  for (const progress of progresses) {
    for (const captureId of ids) protection.advance(captureId, progress);
    await settled(element);
    yield JSON.stringify(progress);
  }
  const save = async (button: string) => {
    await settled(element, fixture.find(button).click());
    if (fixture.isAsked) await settled(element, fixture.choose('files'));
  };
  await save('.photos .save');
  yield 'saved';
  protection.pictures.clear();
  await save('.photos .save');
  yield 'it cannot be saved';
  fixture.failReads();
  await settled(element, fixture.find('.photos .select').click());
  await settled(element, fixture.find('.photos .select-all').click());
  await save('.selection .save');
  yield 'several cannot be read';
  await settled(element, fixture.find('.photos .select').click());
  protection.leave(2_000_000, true);
  await settled(element);
  yield 'storage is low';
  await settled(element, fixture.find('.photos .delete').click());
  yield 'deleted';
}

/** Several photos of the list are selected, to save or delete them together. */
async function* selecting(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await ViewerFixture.create();
  const {element, protection} = fixture;
  await begin(element);
  const ids = await fixture.take('#ff0000', '#3b6ea5', '#00aa55');
  await waitUntil(() => fixture.has('.all'), 'the number of photos is there');
  await settled(element, fixture.find('.all').click());
  const press = (name: string) => settled(element, fixture.find(`.photos .${name}`).click());
  await press('select');
  yield 'none is selected';
  await settled(element, all(element, '.photos input')[0]?.click());
  yield 'one is selected';
  const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;
  for (const captureId of ids.slice(1)) {
    protection.sealedFiles.set(captureId, new Blob(['sealed'], {type: 'image/jpeg'}));
    protection.advance(captureId, sealed);
  }
  await press('select-all');
  yield 'all are selected, and one is not sealed';
  fixture.canShare = true;
  for (const captureId of ids) protection.advance(captureId, sealed);
  await settled(element);
  yield 'all can be shared';
  fixture.canShare = false;
  await settled(element, element.requestUpdate());
  await press('selection .save');
  await settled(element, fixture.choose('files'));
  yield 'one cannot be saved';
  await press('delete');
  await waitUntil(() => fixture.has('.undo'), 'it can be taken back');
  yield 'all are deleted';
}

/** The dialog before photos are shared or saved, and what the list says of them afterwards. */
async function* sharing(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await ViewerFixture.create();
  const {element, protection} = fixture;
  await begin(element);
  const ids = await fixture.take('#ff0000', '#3b6ea5', '#00aa55');
  const [first = ''] = ids;
  await waitUntil(() => fixture.has('.all'), 'the number of photos is there');
  await settled(element, fixture.find('.all').click());
  const press = (selector: string) => settled(element, fixture.find(selector).click());
  await press('.photos .select');
  await press('.photos .select-all');
  await press('.selection .save');
  yield 'none is sealed';
  await press('.sharing .exit');
  const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;
  for (const captureId of ids.slice(1)) {
    protection.sealedFiles.set(captureId, new Blob(['sealed'], {type: 'image/jpeg'}));
    protection.advance(captureId, sealed);
  }
  await settled(element);
  await press('.selection .save');
  await press('.sharing summary');
  yield 'one is not sealed, and the ZIP is saved';
  await press('.sharing .exit');
  fixture.canShare = true;
  protection.sealedFiles.set(first, new Blob(['sealed'], {type: 'image/jpeg'}));
  protection.advance(first, sealed);
  await settled(element);
  await press('.selection .save');
  yield 'all can be shared';
  fixture.packer = {
    packFolder: () => Promise.reject(new RangeError('Too large.')),
    packCover: () => Promise.reject(new RangeError('Too large.')),
  };
  await settled(element, fixture.choose('zip'));
  yield 'the ZIP is too large';
  fixture.packer.packFolder = () => Promise.reject(new TypeError('Not packed.'));
  await settled(element, fixture.choose('zip'));
  yield 'there is no ZIP';
  for (const outcome of ['cancelled', 'expired'] as const) {
    fixture.share = () => Promise.resolve(outcome);
    await settled(element, fixture.choose('files'));
    yield outcome;
  }
  fixture.share = () => new Promise(() => undefined);
  await settled(element, fixture.choose('files'));
  yield 'an app is being chosen';
  await press('.sharing .exit');
  fixture.share = () => Promise.resolve('refused');
  await press('.selection .save');
  await settled(element, fixture.choose('files'));
  yield 'refused';
  for (const made of ['shared', 'saved'] as const) {
    for (const more of [{}, {inZip: true}, {unsealed: true}] as const) {
      await settled(element, protection.noteCopies(ids, {made, ...more}));
      yield `${made} ${JSON.stringify(more)}`;
    }
  }
}

async function* form(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await FormFixture.image({name: 'photo', required: ''});
  const {element, protection} = fixture;
  await begin(element);
  await fixture.submit();
  yield 'without a photo';
  const ids = [await fixture.capture(), await fixture.capture()];
  for (const progress of progresses) {
    for (const captureId of ids) protection.advance(captureId, progress);
    await fixture.settle();
    await fixture.submit();
    yield JSON.stringify(progress);
  }
}

/** The app or browser that the element is open in. */
let surroundings: Surroundings;
class CameraInApp extends CaptureImage {
  protected override importWayOut() {
    type Host = ConstructorParameters<typeof WayOut>[0];
    class Here extends WayOut {
      constructor(host: Host) {
        super(host, surroundings);
      }
    }
    return Promise.resolve({WayOut: Here});
  }
}
customElements.define('camera-in-app', CameraInApp);

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const apps: Readonly<Record<string, [userAgent: string, href?: string]>> = {
  'an app on iOS': [`${phone} ${given.apps[0]} 355.0.0.37.103 (iPhone14,5; iOS 18_1)`],
  'an app that opens the browser': [`${android} Line/14.18.1/IAB`],
  'an unknown app': [android],
  'the app of the page': [phone, 'capacitor://localhost/'],
  Firefox: ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  Safari: [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
  ],
  'Chrome on Android': [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  ],
  'Safari on iOS': [`${phone} Version/18.1 Safari/604.1`],
  'another browser': ['Other/1.0'],
};
const unsupported = new SealedCaptureError('not_supported', 'For developers.');

async function* wayOut(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  for (const [name, [userAgent, href = 'https://a.example/report?case=7']] of Object.entries(
    apps,
  )) {
    const {protocol, hostname} = new URL(href);
    const clipboard = {writeText: () => Promise.resolve()};
    const navigator = {userAgent, maxTouchPoints: 5, clipboard};
    surroundings = {navigator, location: {href, protocol, hostname}};
    const core = new FakeCore();
    const element = document.createElement('camera-in-app') as CameraInApp;
    pageWith(core).append(element);
    await begin(element);
    for (const state of [
      {name: 'denied', unasked: true},
      {name: 'blocked', byPolicy: false},
      {name: 'failed', error: unsupported},
    ] as const) {
      core.camera.show(state);
      await settled(element);
      yield `${name}: ${state.name}`;
      const [copy] = all(element, '.copy button');
      if (!copy) continue;
      await settled(element, copy.click());
      yield `${name}: address copied`;
    }
  }
}

/** Photos with their seals, and how they are looked at, kept and sent. */
export const photoScreens: Readonly<Record<string, Screens>> = {
  seals,
  announcements,
  viewer,
  review,
  list,
  selecting,
  sharing,
  form,
  wayOut,
};
