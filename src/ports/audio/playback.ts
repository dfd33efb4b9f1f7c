/** A recording that can be listened to. */
export interface Playback {
  /** In no document; its sound is all there is of it. */
  readonly audio: HTMLAudioElement;
  /** Ends the sound and lets the recording go. */
  close(): void;
}

/** Loads what tells the duration, and plays nothing by itself. Where the page lets no `blob:` play, `audio` fails. */
export function openPlayback(recording: Blob): Playback {
  const audio = new Audio();
  const url = URL.createObjectURL(recording);
  audio.preload = 'metadata';
  audio.src = url;
  return {
    audio,
    close() {
      audio.pause();
      // No load() of nothing: WebKitGTK can hang in it while it still looks for the duration.
      URL.revokeObjectURL(url);
    },
  };
}
