import {pause} from './pause.js';

/** Milliseconds until code that could not be loaded is requested again. */
const RETRY_MS = 5_000;

/** Code that is requested at once, apart from the page's own. Never rejects: as long as it cannot be loaded, it is requested again. */
export async function loadedLate<Code>(
  load: () => Promise<Code>,
  retryAfter = RETRY_MS,
): Promise<Code> {
  for (;;) {
    const code = await load().catch(() => pause(retryAfter));
    if (code) return code;
  }
}
