import type {BrowserFamily} from '../capture/way-out/browser-family.js';

const address = "to the left of the page's address";

/** `Name` and `name`: the blocked device. */
const steps: Record<BrowserFamily, (Name: string, name: string) => string> = {
  chromium: (Name) => `Choose the icon ${address}.
Turn “${Name}” on.`,
  firefox: (_, name) => `Choose the crossed-out ${name} ${address}.
Remove “Blocked” beside “Use the ${name}”.`,
  safari: (Name) => `Open the menu “Safari” and choose “Settings for this website”.
Set “${Name}” to “Allow”.`,
  android: (Name) => `Choose the icon ${address}.
Open “Permissions” and turn “${Name}” on.`,
  ios: (Name) => `Choose the icon beside the page's address and open “Website settings”.
Set “${Name}” to “Allow”.`,
  other: (_, name) => `Open your browser's settings for this page.
Allow the ${name}.`,
};

/** How to unblock a device in this browser, in English, one step per line. Two of the files under `en/` use it. */
export const unblock = (browser: BrowserFamily, Name: string, name: string): string =>
  `${steps[browser](Name, name)}\nCome back here and choose “Try again”.`;
