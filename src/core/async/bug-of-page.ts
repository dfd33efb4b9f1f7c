/**
 * The messages by which Chromium, WebKit and Firefox say that there is no network or that a response broke off are
 * excluded.
 */
const BUG = /^(Type|Reference|Range)Error: (?!failed to fetch|load failed|network ?error)/i;

/**
 * True for a bug in a function that the page supplied. `fetch` also throws a TypeError when there is no network:
 * that one is recognized by its message, by `navigator.onLine`, and in WebKit, which may translate the message, by
 * a stack that names no script. A SyntaxError does not count as a bug, because JSON.parse throws one for a sign-in
 * page.
 */
export const isBugOfPage = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  BUG.test(String(thrown)) &&
  /:\d+:\d+/.test(thrown.stack ?? '') &&
  (globalThis.navigator as Partial<Navigator> | undefined)?.onLine !== false;
