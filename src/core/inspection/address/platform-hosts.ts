/**
 * Domains from which platforms and messengers deliver pictures and recordings, with all hosts below them. They make media
 * smaller and leave out what they do not know, which includes seals.
 */
const ofPlatforms: readonly string[] = [
  // Facebook, Instagram, WhatsApp, Threads.
  'facebook.com',
  'fbcdn.net',
  'fbsbx.com',
  'instagram.com',
  'cdninstagram.com',
  'whatsapp.com',
  'whatsapp.net',
  // X.
  'x.com',
  'twitter.com',
  'twimg.com',
  // Telegram.
  't.me',
  'telegram.org',
  'telesco.pe',
  // Others.
  'bsky.app',
  'discordapp.com',
  'discordapp.net',
  'kakaocdn.net',
  'licdn.com',
  'linkedin.com',
  'pinimg.com',
  'qpic.cn',
  'redd.it',
  'reddit.com',
  'sc-cdn.net',
  'sinaimg.cn',
  'snapchat.com',
  'tiktok.com',
  'tiktokcdn.com',
  'userapi.com',
];

/** True for the host of a platform or messenger that usually removes seals. */
export const isPlatformHost = (host: string): boolean =>
  ofPlatforms.some((domain) => host === domain || host.endsWith(`.${domain}`));
