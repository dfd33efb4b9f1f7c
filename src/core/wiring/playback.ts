// A composition root apart: what plays a recording needs no microphone, no camera and no queue.
export {openPlayback, type Playback} from '../../ports/audio/playback.js';
