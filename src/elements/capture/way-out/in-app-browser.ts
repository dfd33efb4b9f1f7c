import {browserFamily} from './browser-family.js';

/** An app that shows pages itself, in place of the person's browser. */
export interface InAppBrowser {
  /** Empty where it is not known. */
  name: string;
  isIos: boolean;
  /** It hands `intent:` addresses on to Android. */
  passesIntents: boolean;
}

/** What the apps' browsers call themselves. Where one says the name of another, too, it comes first. */
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

/** Those whose views for pages are known to pass them on; in others an error page would take the page's place. */
const passing = ['LINE'];

/** Undefined in a browser. Guessed from the user agent: nothing but the wording depends on it. */
export function inAppBrowser(
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {standalone?: boolean},
): InAppBrowser | undefined {
  const {userAgent, standalone} = navigator;
  const isIos = browserFamily(navigator) === 'ios';
  const [name = ''] = apps.find(([, pattern]) => pattern.test(userAgent)) ?? [];
  // On iOS each browser says "Safari/"; views in apps do not, and neither do pages on the home screen.
  const isView = isIos
    ? !/Safari\//.test(userAgent) && !standalone
    : /Android.*; wv\)/.test(userAgent);
  if (!name && !isView) return undefined;
  return {name, isIos, passesIntents: /Android/.test(userAgent) && passing.includes(name)};
}
