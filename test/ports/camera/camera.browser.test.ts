import {expect, waitUntil} from '@open-wc/testing';
import {
  BrowserCameras,
  type CameraOutcome,
  type LiveCamera,
} from '../../../src/ports/camera/camera.js';

const never = new AbortController().signal;

/** Real cameras whose streams the test can inspect. */
function observed(further: Partial<MediaDevices> = {}) {
  const streams: MediaStream[] = [];
  const media = {
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      const stream = await navigator.mediaDevices.getUserMedia(constraints);
      streams.push(stream);
      return stream;
    },
    enumerateDevices: () => navigator.mediaDevices.enumerateDevices(),
    addEventListener: () => undefined,
    ...further,
  } as unknown as MediaDevices;
  const running = () =>
    streams.flatMap((stream) => stream.getTracks()).filter(({readyState}) => readyState === 'live');
  return {cameras: new BrowserCameras(media), streams, running};
}

function live(outcome: CameraOutcome): LiveCamera {
  if (outcome.name !== 'live') throw new Error(`no camera: ${outcome.name}`);
  return outcome.camera;
}

const refusing = (name: string) =>
  observed({getUserMedia: () => Promise.reject(new DOMException('refused', name))}).cameras;

describe('the camera', () => {
  it('opens, describes itself, and is off after stop', async () => {
    const {cameras, running} = observed();
    const camera = live(await cameras.open({facing: 'environment', signal: never}));
    expect(camera.describe().deviceName).to.be.a('string');
    expect(running()).to.have.length(1);
    camera.stop();
    expect(running()).to.have.length(0);
  });

  it('stops a stream that the person allows after the request was aborted', async () => {
    let allow = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (allow = resolve));
    const streams: MediaStream[] = [];
    const {cameras} = observed({
      getUserMedia: async (constraints) => {
        await allowed;
        const stream = await navigator.mediaDevices.getUserMedia(constraints);
        streams.push(stream);
        return stream;
      },
    });
    const given = new AbortController();
    const opening = cameras.open({facing: 'environment', signal: given.signal});
    await new Promise((resolve) => setTimeout(resolve, 50));
    given.abort();
    allow();
    expect((await opening).name).to.equal('failed');
    expect(streams).to.have.length(1);
    expect(streams[0]?.getTracks()[0]?.readyState).to.equal('ended');
  });

  it('turns the camera off if the request is aborted while the other cameras are listed', async () => {
    const {cameras, running} = observed({enumerateDevices: () => new Promise(() => undefined)});
    const first = live(await cameras.open({facing: 'environment', signal: never}));
    first.stop();
    const given = new AbortController();
    const {signal} = given;
    void cameras.open({facing: 'user', not: first.deviceId, signal});
    await waitUntil(() => running().length === 1, 'the first camera is on');
    given.abort();
    expect(running()).to.have.length(0);
  });

  it('turns the camera off if the request is aborted after it opened', async () => {
    const {cameras, running} = observed();
    const given = new AbortController();
    live(await cameras.open({facing: 'environment', signal: given.signal}));
    expect(running()).to.have.length(1);
    given.abort();
    expect(running()).to.have.length(0);
  });

  it('uses the camera that was opened if the browser does not list others', async () => {
    const {cameras} = observed({enumerateDevices: () => Promise.reject(new TypeError('refused'))});
    const first = live(await cameras.open({facing: 'environment', signal: never}));
    first.stop();
    const request = {facing: 'user', not: first.deviceId, signal: never} as const;
    live(await cameras.open(request)).stop();
    expect(await cameras.count()).to.equal(0);
  });

  it('is requested again if the browser never answers a request that was given up', async function () {
    this.timeout(20_000);
    let requests = 0;
    const {cameras, running} = observed({
      getUserMedia: (constraints) =>
        requests++
          ? navigator.mediaDevices.getUserMedia(constraints)
          : new Promise(() => undefined),
    });
    const given = new AbortController();
    void cameras.open({facing: 'environment', signal: given.signal});
    await waitUntil(() => requests === 1, 'it is requested');
    given.abort();
    const camera = live(await cameras.open({facing: 'environment', signal: never}));
    expect(requests).to.be.above(1);
    camera.stop();
    expect(running()).to.have.length(0);
  });

  it('requests a camera by facing if the remembered one is gone', async () => {
    const {cameras, running} = observed();
    const request = {facing: 'environment', deviceId: 'unplugged', signal: never} as const;
    const camera = live(await cameras.open(request));
    expect(running()).to.have.length(1);
    camera.stop();
  });

  for (const facing of ['left', 'right'] as const) {
    it(`is one that faces ${facing} if there is one, and otherwise one that faces away`, async () => {
      const asked: unknown[] = [];
      let isThere = false;
      const {cameras, running} = observed({
        getUserMedia: (constraints) => {
          const {facingMode} = constraints?.video as MediaTrackConstraints;
          asked.push(facingMode);
          const isSide = JSON.stringify(facingMode ?? 'by device').includes('exact');
          return isSide && !isThere
            ? Promise.reject(
                Object.assign(new Error('no such camera'), {name: 'OverconstrainedError'}),
              )
            : navigator.mediaDevices.getUserMedia({video: true});
        },
      });
      const camera = live(await cameras.open({facing, signal: never}));
      // If that faces the person, another device may be tried.
      expect(asked.slice(0, 2)).to.eql([{exact: facing}, {ideal: 'environment'}]);
      expect(camera.facing).not.to.equal(facing);
      camera.stop();
      isThere = true;
      asked.length = 0;
      const side = live(await cameras.open({facing, signal: never}));
      expect(asked).to.eql([{exact: facing}]);
      side.stop();
      expect(running()).to.have.length(0);
    });
  }

  it('fails like any camera if one that faces a side is refused', async () => {
    const outcome = await refusing('NotReadableError').open({facing: 'left', signal: never});
    expect(outcome.name).to.equal('in-use');
  });

  it('switches to the other camera, if there is one', async function () {
    const {cameras, running} = observed();
    const first = live(await cameras.open({facing: 'environment', signal: never}));
    if ((await cameras.count()) < 2) {
      first.stop();
      this.skip();
    }
    first.stop();
    const request = {facing: 'user', not: first.deviceId, signal: never} as const;
    const second = live(await cameras.open(request));
    expect(second.facing).to.equal('user');
    expect(second.deviceId).not.to.equal(first.deviceId);
    expect(running()).to.have.length(1);
    second.stop();
  });

  it('recognizes that the permission was granted, and does not query it again', async function () {
    const {cameras} = observed();
    expect(cameras.isGranted).to.be.false;
    const permission = await cameras.permission();
    expect(cameras.isGranted).to.equal(permission === 'granted');
    if (permission !== 'granted') this.skip();
    cameras.permission = () => Promise.reject(new Error('asked again'));
    live(await cameras.open({facing: 'user', signal: never})).stop();
  });

  it('distinguishes a refusal without a prompt from that of a person', async () => {
    const outcomes = [];
    let think = 0;
    const {cameras} = observed({
      getUserMedia: async () => {
        await new Promise((resolve) => setTimeout(resolve, think));
        throw new DOMException('refused', 'NotAllowedError');
      },
    });
    // The real permission state of the test browser does not matter here.
    cameras.permission = () => Promise.resolve('prompt');
    // A person takes longer, and browsers repeat a person's answer at once.
    for (think of [0, 600, 0]) {
      outcomes.push(await cameras.open({facing: 'user', signal: never}));
    }
    expect(outcomes).to.deep.equal([
      {name: 'denied', unasked: true},
      {name: 'denied', unasked: false},
      {name: 'denied', unasked: false},
    ]);
  });

  it('reports not_supported if the browser has no API for cameras', async () => {
    const {cameras} = observed({getUserMedia: undefined});
    const outcome = await cameras.open({facing: 'user', signal: never});
    expect(outcome.name === 'failed' && outcome.error.code).to.equal('not_supported');
  });

  it('distinguishes all refusals', async () => {
    const ask = (name: string) => refusing(name).open({facing: 'user', signal: never});
    expect((await ask('NotFoundError')).name).to.equal('not-found');
    expect((await ask('NotReadableError')).name).to.equal('in-use');
    expect(await ask('SecurityError')).to.deep.equal({name: 'blocked', byPolicy: true});
    expect((await ask('NotAllowedError')).name).to.be.oneOf(['denied', 'blocked']);
    expect((await ask('TypeError')).name).to.equal('failed');
  });
});
