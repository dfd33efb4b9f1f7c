/** Unless `fetch` says so that there is no network (Chromium, WebKit, Firefox), or that an answer broke off. */
const BUG = /^(Type|Reference|Range)Error: (?!failed to fetch|load failed|network ?error)/i;

/**
 * True for a bug of a function that the page gave. `fetch` throws a TypeError, too, where there is no network: it is told
 * by its message, by `navigator.onLine`, and in WebKit, where the message may be in the person's language, by a stack
 * that names no script. A SyntaxError is no bug: JSON.parse throws it at a sign-in page.
 */
export const isBugOfPage = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  BUG.test(String(thrown)) &&
  /:\d+:\d+/.test(thrown.stack ?? '') &&
  (globalThis.navigator as Partial<Navigator> | undefined)?.onLine !== false;
