/** Terms of the player of a recording. */
export const player = {
  player: 'Listen to the recording',
  playerPlay: 'Play',
  playerPause: 'Pause',
  playerPosition: 'Position',
  /** Two times in the form of a clock, e.g. "0:03 of 0:12". */
  playerTime: (at: string, duration: string) => `${at} of ${duration}`,
  playerBack: (seconds: number) => `Back ${seconds} seconds`,
  playerForward: (seconds: number) => `Forward ${seconds} seconds`,
  playerSpeed: 'Speed',
  /** The speed as a factor, in the reader's number format. */
  playerTimes: (speed: string) => `${speed}×`,
  playerBookmarks: 'Bookmarks',
  /** `time` has the form of a clock. */
  playerBookmark: (time: string) => `Go to the bookmark at ${time}`,
  playerRefused:
    'It cannot be played here: this page or browser does not play it. The recording itself is as it was.',
};
