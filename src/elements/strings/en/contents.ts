import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import {unblock} from '../unblock.js';

const noFix =
  'Check that location is on in the settings of this device, and go outdoors or near a window.';

/** What to do if there is no location, by `unavailableReason`; for the other reasons nothing can be done. */
const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Location', 'location').replaceAll('\n', ' '),
  permission_not_requested: () => 'Choose “Allow”: your browser will ask you.',
  policy_blocked: () => "The site embedding this page doesn't allow it. Tell the page's owner.",
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Not allowed.',
  permission_not_requested: 'You were not asked for it yet.',
  not_supported: 'Not available in this browser.',
  not_available: 'No value right now.',
  timeout: 'No answer yet.',
  insecure_context: 'Only pages with https have it.',
  policy_blocked: 'This page may not ask.',
  disabled: 'Switched off on this page.',
  error: 'The sensor failed.',
};

/** Terms of the list of what will be sealed, without the labels. */
export const contents = {
  captureWillBeSealed: 'What will be sealed',
  captureClose: 'Close',
  captureAllow: 'Allow',
  /** What to do if there is no location; empty if nothing can be done. */
  capturePlaceHelp: (reason: string, browser: BrowserFamily) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Try again',
  /** A distance with its unit, in the reader's format. */
  captureBlurred: (distance: string) => `Blurred to ${distance}`,
  captureUnavailable: (reason: string) => reasons[reason] ?? `No value (${reason}).`,
};
