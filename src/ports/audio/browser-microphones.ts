import type {Microphone} from '../../model/capture-metadata.js';
import {deviceName, MediaAccess} from '../permissions/media-access.js';
import type {
  LiveMicrophone,
  MicrophoneChoice,
  MicrophoneOutcome,
  MicrophoneRequest,
  Microphones,
} from './microphone.js';

/** Chrome lists its defaults beside the microphones that they stand for. */
const aliases = ['default', 'communications'];

export class BrowserMicrophones extends MediaAccess implements Microphones {
  constructor(media?: MediaDevices) {
    super('microphone', media);
  }

  async open(request: MicrophoneRequest): Promise<MicrophoneOutcome> {
    const opened = await this.attempt(request, (wanted) => this.#openMicrophone(wanted));
    return 'live' in opened ? {name: 'live', microphone: opened.live} : opened;
  }

  async choices(): Promise<MicrophoneChoice[]> {
    const devices = await this.devices('audioinput');
    return devices
      .filter(({deviceId}) => !aliases.includes(deviceId))
      .map(({deviceId, label}) => ({deviceId, label}));
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
    const {track, on, ...opened} = await this.openTrack({audio, video: false}, signal);
    return {
      ...opened,
      describe: () => microphoneSection(track),
      onMuted: (callback) => {
        on('mute', () => callback(true));
        on('unmute', () => callback(false));
        if (track.muted) callback(true);
      },
    };
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
