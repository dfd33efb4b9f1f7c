import {expect} from '@open-wc/testing';
import {BrowserCameras} from '../../../src/ports/camera/camera.js';
import {listCameras} from '../../../src/ports/camera/camera-list.js';
import {rememberedCamera} from '../../../src/ports/camera/chosen-camera.js';
import {isRemembered, rememberCamera} from '../../../src/ports/camera/remembered-camera.js';

class Memory extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

/** A browser with these cameras, each an id and a name; `asked` are the ids of its requests. */
function browserWith(
  devices: readonly (readonly [string, string])[],
  {namesAtFirst = true, inUse = ''} = {},
) {
  const asked: unknown[] = [];
  const tracks: MediaStreamTrack[] = [];
  const getUserMedia = ({video}: MediaStreamConstraints) => {
    const {deviceId} = video as {deviceId?: {exact: string}};
    asked.push(deviceId?.exact);
    const id = deviceId ? deviceId.exact : devices[0]?.[0];
    if (!devices.some(([known]) => known === id)) {
      return Promise.reject(new DOMException('Unknown', 'NotFoundError'));
    }
    if (id === inUse) return Promise.reject(new DOMException('In use', 'NotReadableError'));
    const stream = document.createElement('canvas').captureStream();
    for (const track of stream.getVideoTracks()) {
      track.getSettings = () => ({deviceId: id});
      tracks.push(track);
    }
    return Promise.resolve(stream);
  };
  const enumerateDevices = () => {
    const hasNames = namesAtFirst || tracks.length > 0;
    const named = ([deviceId, name]: readonly [string, string]) =>
      ({kind: 'videoinput', deviceId, label: hasNames ? name : ''}) as const;
    return Promise.resolve(devices.map(named));
  };
  const cameras = new BrowserCameras({getUserMedia, enumerateDevices} as unknown as MediaDevices);
  // Whether the browser of the test allows its own camera does not matter here.
  cameras.permission = () => Promise.resolve('granted');
  const running = () => tracks.filter(({readyState}) => readyState === 'live').length;
  return {cameras, asked, running};
}

describe('the choice of a camera', () => {
  afterEach(() => localStorage.clear());

  it('has the labels of all cameras once one is allowed, and opens the chosen one', async () => {
    const cameras = new BrowserCameras();
    const opened: MediaStream[] = [];
    const open = async (deviceId?: string) => {
      const {signal} = new AbortController();
      const outcome = await cameras.open({facing: 'environment', deviceId, signal});
      if (outcome.name !== 'live') throw new Error(outcome.name);
      opened.push(outcome.camera.stream);
      return outcome.camera;
    };
    const first = await open();
    first.stop();
    const list = await listCameras();
    expect(list.length).to.be.at.least(1);
    for (const {name} of list) expect(name).not.to.equal('');
    for (const {deviceId, name} of list) {
      rememberCamera('environment', deviceId, name);
      const again = await open(first.deviceId);
      again.stop();
      expect(again.deviceId).to.equal(deviceId);
    }
    rememberCamera('environment', 'unplugged', 'Unplugged');
    const other = await open();
    other.stop();
    expect(other.deviceId).not.to.equal('unplugged');
  });

  it('is empty if devices cannot be listed', async () => {
    const enumerateDevices = () => Promise.reject(new Error('no devices'));
    expect(await listCameras({enumerateDevices})).to.eql([]);
  });

  it('is found by its label if the browser gives devices other ids after a reload', async () => {
    rememberCamera('environment', 'earlier', 'Wide');
    const {cameras, asked} = browserWith([
      ['1', 'Front'],
      ['2', 'Wide'],
    ]);
    const {signal} = new AbortController();
    const opened = await cameras.open({facing: 'environment', signal});
    expect(opened.name === 'live' && opened.camera.deviceId).to.equal('2');
    expect(asked).to.eql(['earlier', '2']);
  });

  it('is found by its label if the browser has no labels before a camera is on', async () => {
    rememberCamera('environment', 'earlier', 'Wide');
    const devices = [
      ['1', 'Front'],
      ['2', 'Tele'],
      ['3', 'Wide'],
    ] as const;
    const {cameras, asked, running} = browserWith(devices, {namesAtFirst: false});
    const {signal} = new AbortController();
    const opened = await cameras.open({facing: 'environment', signal});
    expect(opened.name === 'live' && opened.camera.deviceId).to.equal('3');
    expect(asked).to.eql(['earlier', undefined, '3']);
    expect(running()).to.equal(1);
  });

  it('is replaced by any other camera while another program uses the chosen one', async () => {
    rememberCamera('environment', '2', 'Wide');
    const devices = [
      ['1', 'Front'],
      ['2', 'Wide'],
    ] as const;
    const {cameras, asked} = browserWith(devices, {inUse: '2'});
    const {signal} = new AbortController();
    const opened = await cameras.open({facing: 'environment', signal});
    expect(opened.name === 'live' && opened.camera.deviceId).to.equal('1');
    expect(asked).to.eql(['2', undefined]);
  });

  it('is remembered for one facing at a time', () => {
    const memory = new Memory();
    rememberCamera('environment', 'wide', 'Wide', memory);
    expect(rememberedCamera('environment', memory)).to.eql(['wide', 'Wide']);
    expect(isRemembered('environment', 'wide', 'Renamed', memory)).to.be.true;
    expect(isRemembered('environment', 'after a reload', 'Wide', memory)).to.be.true;
    expect(isRemembered('environment', 'tele', 'Tele', memory)).to.be.false;
    rememberCamera('user', 'after a reload', 'Wide', memory);
    expect(rememberedCamera('user', memory)).to.eql(['after a reload', 'Wide']);
    expect(rememberedCamera('environment', memory)).to.eql([]);
  });

  it('may have been remembered without a name', () => {
    const memory = new Memory([['sealed-capture-camera-user', 'front']]);
    expect(rememberedCamera('user', memory)).to.eql(['front']);
    expect(isRemembered('user', 'front', 'Front', memory)).to.be.true;
  });

  it('is kept for the lifetime of the page if storage is blocked or full', () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const memory = {getItem: blocked, setItem: blocked, removeItem: blocked};
    rememberCamera('user', 'front', 'Front', memory);
    expect(rememberedCamera('user', memory)).to.eql(['front', 'Front']);
    rememberCamera('environment', 'front', 'Front', memory);
    expect(rememberedCamera('environment', memory)).to.eql(['front', 'Front']);
    expect(rememberedCamera('user', memory)).to.eql([]);
    // What can be stored is not kept in the page as well.
    rememberCamera('environment', 'back', 'Back', new Memory());
    expect(rememberedCamera('environment', memory)).to.eql([]);
  });
});
