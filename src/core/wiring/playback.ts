// A composition root of its own: playing a recording needs no microphone, camera or queue.
export {
  openFilm,
  openPlayback,
  type FilmPlayback,
  type Playback,
} from '../../ports/audio/playback.js';
