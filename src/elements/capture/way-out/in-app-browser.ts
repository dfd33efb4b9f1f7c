import {browserFamily} from './browser-family.js';

/** An app that shows pages itself instead of the person's browser. */
export interface InAppBrowser {
  /** Name of the app; empty if unknown. */
  name: string;
  isIos: boolean;
  /** True if it passes `intent:` addresses to Android. */
  passesIntents: boolean;
}

/** Names of apps' browsers in the user agent. If one also contains the name of another, it is listed first. */
const apps: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Threads', /\bBarcelona\b/],
  ['Instagram', /\bInstagram\b/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/(Orca|MESSENGER)/],
  ['Facebook', /\bFB(AN|AV|_IAB)\//],
  ['TikTok', /\bmusical_ly|\btrill_|\bBytedanceWebview/],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['LINE', /\bLine\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Snapchat', /\bSnapchat\b/],
  ['X', /\bTwitter/],
];

/** Apps whose views are known to pass `intent:` addresses; in others an error page would replace the page. */
const passing = ['LINE'];

/** The app; undefined in a browser. Guessed from the user agent, because only the wording depends on it. */
export function inAppBrowser(
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {standalone?: boolean},
): InAppBrowser | undefined {
  const {userAgent, standalone} = navigator;
  const isIos = browserFamily(navigator) === 'ios';
  const [name = ''] = apps.find(([, pattern]) => pattern.test(userAgent)) ?? [];
  // On iOS every browser has "Safari/" in its user agent; views in apps do not, and neither do pages on the home
  // screen.
  const isView = isIos
    ? !/Safari\//.test(userAgent) && !standalone
    : /Android.*; wv\)/.test(userAgent);
  if (!name && !isView) return undefined;
  return {name, isIos, passesIntents: /Android/.test(userAgent) && passing.includes(name)};
}
