import type {Microphone} from '../../model/capture-metadata.js';
import {deviceName, MediaAccess, type MediaRefusal} from '../media-access.js';
import type {
  LiveMicrophone,
  MicrophoneChoice,
  MicrophoneOutcome,
  MicrophonePermission,
  MicrophoneRequest,
  Microphones,
} from './microphone.js';

/** Chrome lists its defaults beside the microphones that they stand for. */
const aliases = ['default', 'communications'];

export class BrowserMicrophones implements Microphones {
  readonly #access: MediaAccess;

  constructor(media?: MediaDevices) {
    this.#access = new MediaAccess('microphone', media);
  }

  async open(request: MicrophoneRequest): Promise<MicrophoneOutcome> {
    const opened = await this.#access.open(request, (wanted) => this.#openMicrophone(wanted));
    return 'live' in opened ? {name: 'live', microphone: opened.live} : opened;
  }

  permission(): Promise<MicrophonePermission> {
    return this.#access.permission();
  }

  obstacle(): MediaRefusal | undefined {
    return this.#access.obstacle();
  }

  async choices(): Promise<MicrophoneChoice[]> {
    const devices = await this.#access.devices('audioinput');
    return devices
      .filter(({deviceId}) => !aliases.includes(deviceId))
      .map(({deviceId, label}) => ({deviceId, label}));
  }

  watch(onChange: () => void, signal: AbortSignal): void {
    this.#access.watch(onChange, signal);
  }

  async #openMicrophone(request: MicrophoneRequest): Promise<LiveMicrophone> {
    const {deviceId, channels, processing, signal} = request;
    const audio: MediaTrackConstraints = {
      ...(deviceId && {deviceId: {exact: deviceId}}),
      channelCount: channels,
      echoCancellation: processing,
      noiseSuppression: processing,
      autoGainControl: processing,
    };
    const {track, ...opened} = await this.#access.openTrack({audio, video: false}, signal);
    return {...opened, describe: () => microphoneSection(track)};
  }
}

/** What a microphone says about itself, and the browser about what it does to the sound, where it tells. */
function microphoneSection(track: Pick<MediaStreamTrack, 'label' | 'getSettings'>): Microphone {
  const {echoCancellation, noiseSuppression, autoGainControl} = track.getSettings();
  return {
    deviceName: deviceName(track),
    // Newer browsers say which echoes they take out.
    echoCancellation: echoCancellation === undefined ? undefined : !!echoCancellation,
    noiseSuppression,
    autoGainControl,
  };
}
