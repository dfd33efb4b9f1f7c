import type {Microphone} from '@sealed-capture/seal/model/capture-metadata.js';
import {deviceName, MediaAccess} from '../permissions/media-access.js';
import type {
  LiveMicrophone,
  MicrophoneChoice,
  MicrophoneOutcome,
  MicrophoneRequest,
  Microphones,
} from './microphone.js';

/** Ids of the default devices that Chrome lists in addition to the microphones themselves. */
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

/** The metadata section of a microphone: what it and the browser report about the sound. */
function microphoneSection(track: Pick<MediaStreamTrack, 'label' | 'getSettings'>): Microphone {
  const {echoCancellation, noiseSuppression, autoGainControl} = track.getSettings();
  return {
    deviceName: deviceName(track),
    // Newer browsers name the kind of echo cancellation here.
    echoCancellation: echoCancellation === undefined ? undefined : !!echoCancellation,
    noiseSuppression,
    autoGainControl,
  };
}
