import {expect} from '@open-wc/testing';
import {BrowserMicrophones} from '../../../src/ports/audio/browser-microphones.js';
import type {LiveMicrophone, MicrophoneOutcome} from '../../../src/ports/audio/microphone.js';

const never = new AbortController().signal;
const request = {channels: 1, processing: false, signal: never} as const;

/** Real microphones whose streams and requests the test can inspect. */
function observed(further: Partial<MediaDevices> = {}) {
  const streams: MediaStream[] = [];
  const asked: MediaTrackConstraints[] = [];
  const media = {
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      asked.push(constraints.audio as MediaTrackConstraints);
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
  return {microphones: new BrowserMicrophones(media), streams, asked, running};
}

function live(outcome: MicrophoneOutcome): LiveMicrophone {
  if (outcome.name !== 'live') throw new Error(`no microphone: ${outcome.name}`);
  return outcome.microphone;
}

/** A track that the test can mute and end, and the events of the port. */
function staged(settings: MediaTrackSettings = {}, label = 'Staged') {
  const stopped: string[] = [];
  const track = Object.assign(new EventTarget(), {
    label,
    getSettings: () => settings,
    stop: () => stopped.push('stopped'),
  });
  const stream = {getTracks: () => [track]} as unknown as MediaStream;
  const {microphones} = observed({getUserMedia: () => Promise.resolve(stream)});
  return {microphones, stopped, fire: (event: string) => track.dispatchEvent(new Event(event))};
}

describe('the microphone', () => {
  it('opens, describes itself, and is off after stop', async () => {
    const {microphones, running} = observed();
    const microphone = live(await microphones.open(request));
    expect(microphone.stream.getAudioTracks()).to.have.length(1);
    expect(microphone.describe().deviceName).to.be.a('string');
    expect(running()).to.have.length(1);
    microphone.stop();
    expect(running()).to.have.length(0);
  });

  it('requests unprocessed sound unless processing is allowed, and the number of channels', async () => {
    const {microphones, asked} = observed();
    live(await microphones.open({...request, channels: 2})).stop();
    live(await microphones.open({...request, processing: true})).stop();
    const [raw, processed] = asked;
    const flags = ['echoCancellation', 'noiseSuppression', 'autoGainControl'] as const;
    for (const flag of flags) {
      expect(raw?.[flag]).to.equal(false);
      expect(processed?.[flag]).to.equal(true);
    }
    expect(raw?.channelCount).to.equal(2);
    expect(raw).not.to.have.property('deviceId');
  });

  it('reports the sound processing of the browser, as the browser reports it', async () => {
    const settings = {echoCancellation: 'all', autoGainControl: false} as MediaTrackSettings;
    const {microphones} = staged(settings, `\u{1F399}${'x'.repeat(1021)}\u{1F399}`);
    const described = live(await microphones.open(request)).describe();
    expect(described.deviceName).to.equal(`\u{1F399}${'x'.repeat(1021)}`);
    expect(described.echoCancellation).to.equal(true);
    expect(described.autoGainControl).to.equal(false);
    expect(described.noiseSuppression).to.equal(undefined);
  });

  it('opens the chosen microphone, or the default if that is gone', async () => {
    const {microphones, asked, running} = observed();
    live(await microphones.open(request)).stop();
    const [choice] = (await microphones.choices()).filter(({deviceId}) => deviceId);
    if (choice) {
      const chosen = live(await microphones.open({...request, deviceId: choice.deviceId}));
      expect(chosen.deviceId).to.equal(choice.deviceId);
      chosen.stop();
    }
    live(await microphones.open({...request, deviceId: 'unplugged'}));
    expect(asked.at(-2)?.deviceId).to.deep.equal({exact: 'unplugged'});
    expect(asked.at(-1)).not.to.have.property('deviceId');
    expect(running()).to.have.length(1);
    running()[0]?.stop();
  });

  it('stops a stream that the person allows after the request was aborted', async () => {
    let allow = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (allow = resolve));
    const streams: MediaStream[] = [];
    const {microphones} = observed({
      getUserMedia: async (constraints) => {
        await allowed;
        const stream = await navigator.mediaDevices.getUserMedia(constraints);
        streams.push(stream);
        return stream;
      },
    });
    const given = new AbortController();
    const opening = microphones.open({...request, signal: given.signal});
    await new Promise((resolve) => setTimeout(resolve, 50));
    given.abort();
    allow();
    expect((await opening).name).to.equal('failed');
    expect(streams).to.have.length(1);
    expect(streams[0]?.getTracks()[0]?.readyState).to.equal('ended');
  });

  it('is turned off if the request is aborted after it opened', async () => {
    const {microphones, running} = observed();
    const given = new AbortController();
    live(await microphones.open({...request, signal: given.signal}));
    expect(running()).to.have.length(1);
    given.abort();
    expect(running()).to.have.length(0);
  });

  it('reports when it is muted, unmuted and disconnected, and nothing after stop', async () => {
    const {microphones, fire, stopped} = staged();
    const microphone = live(await microphones.open(request));
    const heard: unknown[] = [];
    microphone.onMuted((muted) => heard.push(muted));
    microphone.onLost(() => heard.push('lost'));
    for (const event of ['mute', 'unmute', 'ended']) fire(event);
    expect(heard).to.deep.equal([true, false, 'lost']);
    microphone.stop();
    for (const event of ['mute', 'unmute', 'ended']) fire(event);
    expect(heard).to.have.length(3);
    expect(stopped).to.have.length(1);
  });

  it('distinguishes all refusals', async () => {
    const ask = (name: string) =>
      observed({
        getUserMedia: () => Promise.reject(new DOMException('refused', name)),
      }).microphones.open(request);
    expect((await ask('NotFoundError')).name).to.equal('not-found');
    expect((await ask('NotReadableError')).name).to.equal('in-use');
    expect(await ask('SecurityError')).to.deep.equal({name: 'blocked', byPolicy: true});
    expect((await ask('NotAllowedError')).name).to.be.oneOf(['denied', 'blocked']);
    expect((await ask('TypeError')).name).to.equal('failed');
  });

  it('is refused without a request in a frame that may not use it', async () => {
    const frame = document.createElement('iframe');
    frame.allow = "microphone 'none'";
    document.body.append(frame);
    const script = new URL('../../../src/ports/audio/browser-microphones.ts', import.meta.url).href;
    frame.srcdoc = `<script type="module">
      import {BrowserMicrophones} from '${script}';
      const signal = new AbortController().signal;
      parent.postMessage(await new BrowserMicrophones().open({channels: 1, processing: false, signal}));
    </script>`;
    const outcome = await new Promise((resolve) =>
      addEventListener('message', ({data}) => resolve(data), {once: true}),
    );
    frame.remove();
    expect(outcome).to.have.property('name', 'blocked');
  });
});

describe('the choice of microphones', () => {
  it('lists each once, and no camera', async () => {
    const device = (kind: MediaDeviceKind, deviceId: string) => ({kind, deviceId, label: deviceId});
    const devices = [
      device('audioinput', 'default'),
      device('audioinput', 'communications'),
      device('audioinput', 'headset'),
      device('videoinput', 'camera'),
    ] as MediaDeviceInfo[];
    const {microphones} = observed({enumerateDevices: () => Promise.resolve(devices)});
    expect(await microphones.choices()).to.deep.equal([{deviceId: 'headset', label: 'headset'}]);
  });

  it('is empty if the browser does not list devices', async () => {
    const refused = () => Promise.reject(new TypeError('refused'));
    expect(await observed({enumerateDevices: refused}).microphones.choices()).to.deep.equal([]);
  });

  it('reports each change until the signal is aborted', () => {
    const media = new EventTarget();
    const microphones = new BrowserMicrophones(media as MediaDevices);
    const over = new AbortController();
    let changes = 0;
    microphones.watch(() => changes++, over.signal);
    media.dispatchEvent(new Event('devicechange'));
    over.abort();
    media.dispatchEvent(new Event('devicechange'));
    expect(changes).to.equal(1);
  });

  it('reports no obstacle if the permission was granted', async () => {
    const {microphones} = observed();
    live(await microphones.open(request)).stop();
    expect(await microphones.permission()).not.to.equal('denied');
    expect(microphones.obstacle()).to.equal(undefined);
  });
});
