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
