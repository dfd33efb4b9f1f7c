/** What the player of a recording says. */
export const player = {
  player: 'Listen to the recording',
  playerPlay: 'Play',
  playerPause: 'Pause',
  playerPosition: 'Position',
  /** Two times as a clock shows them, e.g. "0:03 of 0:12". */
  playerTime: (at: string, duration: string) => `${at} of ${duration}`,
  playerBack: (seconds: number) => `Back ${seconds} seconds`,
  playerForward: (seconds: number) => `Forward ${seconds} seconds`,
  playerSpeed: 'Speed',
  /** How many times as fast, as the reader writes it. */
  playerTimes: (speed: string) => `${speed}×`,
  playerBookmarks: 'Bookmarks',
  /** As a clock shows it. */
  playerBookmark: (time: string) => `Go to the bookmark at ${time}`,
  playerRefused:
    'It cannot be played here: this page or browser does not play it. The recording itself is as it was.',
};
