/**
 * Names under which messengers and platforms save files, and where that is written. They make media smaller and leave out
 * what they do not know, which includes seals. Names that a camera gives as well, such as IMG_20260101_120000.jpg, are not
 * among them.
 */
const ofPlatforms: readonly RegExp[] = [
  // WhatsApp on Android: IMG-20260101-WA0001.jpg (github.com/apercova/wappd, README.md).
  /^(?:IMG|VID|AUD|PTT|DOC|STK)-\d{8}-WA\d{4,}/i,
  // WhatsApp on desktops and iPhones: "WhatsApp Image 2026-01-01 at 10.06.47.jpeg" (as above).
  /^WhatsApp (?:Image|Video|Audio|Ptt) \d{4}-\d\d-\d\d/i,
  // Telegram Desktop: photo_2026-01-01_10-06-47.jpg (github.com/telegramdesktop/tdesktop, filedialogDefaultName).
  /^(?:photo|video|audio|gif)_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d/i,
  // Signal: signal-2026-01-01-100647.jpeg, signal-attachment-… (github.com/JochenHayek/misc, Signal.rename.sh).
  /^signal-(?:attachment-)?\d{4}-\d\d-\d\d-/i,
  // Facebook on Android: FB_IMG_ and milliseconds. Messenger: received_ and an id. Both as seen in public repositories.
  /^FB_IMG_\d{10,}/i,
  /^received_\d{10,}/i,
  // WeChat on Android: mmexport and milliseconds (as seen in public repositories).
  /^mmexport\d{13}/i,
  // KakaoTalk: KakaoTalk_Photo_2026-01-01-10-06-47.jpeg (as seen in public repositories).
  /^KakaoTalk_(?:Photo_|Video_)?\d{4}-?\d\d-?\d\d/i,
];

/** True for a name under which a messenger or a platform saves files. */
export const isNamedByPlatform = (name: string): boolean =>
  ofPlatforms.some((pattern) => pattern.test(name));
