// Finds or installs a Chromium: CHROME_PATH or a system browser, Playwright's cache, Playwright's own download, or
// Debian's package if the user is root. Otherwise it throws a clear error.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chromium} from 'playwright';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const runs = (path) =>
  Boolean(path) &&
  existsSync(path) &&
  spawnSync(path, ['--version'], {timeout: 20_000}).status === 0;

const succeeds = (command, args, timeout) =>
  spawnSync(command, args, {stdio: 'ignore', timeout}).status === 0;

/** The path of a Chromium that runs. Throws an error with instructions if there is none. */
export function findChromium() {
  const found = [process.env.CHROME_PATH, ...systemBrowsers, chromium.executablePath()].find(runs);
  if (found) return found;
  console.log('No Chromium found: installing one …');
  const cli = new URL('./cli.js', import.meta.resolve('playwright/package.json')).pathname;
  if (
    succeeds(process.execPath, [cli, 'install', 'chromium'], 180_000) &&
    runs(chromium.executablePath())
  ) {
    return chromium.executablePath();
  }
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';
  if (
    debian &&
    succeeds('sh', ['-c', `export DEBIAN_FRONTEND=noninteractive; ${install}`], 300_000)
  ) {
    if (runs('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  throw new Error(
    'The tests need a Chromium. Install one and set CHROME_PATH to it, or run: npx playwright install chromium',
  );
}

/**
 * Chromium's headless shell of the same version, which needs a third of the work for a page; Chromium itself if there
 * is none. It shows no prompts and has no settings, and its camera and microphone are fake, so it suits pages that need
 * no prompt. HEADLESS_SHELL_PATH or Debian's package `chromium-headless-shell`.
 */
export const findHeadlessShell = () =>
  [process.env.HEADLESS_SHELL_PATH, '/usr/bin/chromium-headless-shell'].find(runs) ??
  findChromium();
