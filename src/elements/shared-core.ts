import type {CaptureCore} from './core-context.js';

/** The page's one core, made when the first element needs it. */
export function sharedCore(): CaptureCore {
  throw new Error('There is no core on this page.');
}
