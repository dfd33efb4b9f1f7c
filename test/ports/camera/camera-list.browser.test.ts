import {expect} from '@open-wc/testing';
import {BrowserCameras} from '../../../src/ports/camera/camera.js';
import {listCameras} from '../../../src/ports/camera/camera-list.js';
import {rememberCamera, rememberedCamera} from '../../../src/ports/camera/remembered-camera.js';

class Memory extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

describe('the choice of a camera', () => {
  afterEach(() => localStorage.clear());

  it('has the names of all cameras once one is allowed, and opens the one that was chosen', async () => {
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
    for (const {deviceId} of list) {
      rememberCamera('environment', deviceId);
      const again = await open(first.deviceId);
      again.stop();
      expect(again.deviceId).to.equal(deviceId);
    }
    rememberCamera('environment', 'unplugged');
    const other = await open();
    other.stop();
    expect(other.deviceId).not.to.equal('unplugged');
  });

  it('is none where devices cannot be listed', async () => {
    const enumerateDevices = () => Promise.reject(new Error('no devices'));
    expect(await listCameras({enumerateDevices})).to.eql([]);
  });

  it('is remembered for one direction', () => {
    const memory = new Memory();
    rememberCamera('environment', 'wide', memory);
    expect(rememberedCamera('environment', memory)).to.equal('wide');
    rememberCamera('user', 'wide', memory);
    expect(rememberedCamera('user', memory)).to.equal('wide');
    expect(rememberedCamera('environment', memory)).to.be.undefined;
  });

  it('is kept as long as the page is there where storage is blocked or full', () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const memory = {getItem: blocked, setItem: blocked, removeItem: blocked};
    rememberCamera('user', 'front', memory);
    expect(rememberedCamera('user', memory)).to.equal('front');
    rememberCamera('environment', 'front', memory);
    expect(rememberedCamera('environment', memory)).to.equal('front');
    expect(rememberedCamera('user', memory)).to.be.undefined;
    // What can be stored is not kept in the page as well.
    rememberCamera('environment', 'back', new Memory());
    expect(rememberedCamera('environment', memory)).to.be.undefined;
  });
});
