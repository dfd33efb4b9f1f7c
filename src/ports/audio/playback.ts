/** A recording for playback. */
export interface Playback {
  /** The audio element, which is not in the document. */
  readonly audio: HTMLAudioElement;
  /** Stops the sound and releases the recording. */
  close(): void;
}

/** Loads the metadata only, such as the duration. If the page's policy forbids `blob:`, `audio` fails. */
export function openPlayback(recording: Blob): Playback {
  const audio = new Audio();
  const url = URL.createObjectURL(recording);
  audio.preload = 'metadata';
  audio.src = url;
  return {
    audio,
    close() {
      audio.pause();
      // No load() without a source: WebKitGTK can hang in it while it determines the duration.
      URL.revokeObjectURL(url);
    },
  };
}

/** A film for playback. */
export interface FilmPlayback {
  /** The video element with the browser's own controls, for the document. */
  readonly video: HTMLVideoElement;
  /** Stops the film and releases it. */
  close(): void;
}

/** Loads the metadata only, and with it the first picture. If the page's policy forbids `blob:`, `video` fails. */
export function openFilm(film: Blob): FilmPlayback {
  const video = document.createElement('video');
  const url = URL.createObjectURL(film);
  video.controls = true;
  video.playsInline = true;
  video.preload = 'metadata';
  video.src = url;
  return {
    video,
    close() {
      video.pause();
      URL.revokeObjectURL(url);
    },
  };
}
