// The three engines as web-test-runner launchers, each with a fake camera and microphone.
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {chromeLauncher} from '@web/test-runner-chrome';
import {playwrightLauncher} from '@web/test-runner-playwright';
import {webdriverLauncher} from '@web/test-runner-webdriver';
import {findChromium, findHeadlessShell} from './chromium.mjs';
import {downloadsFolder} from './downloads.mjs';

const place = {latitude: 51.5, longitude: -0.12, accuracy: 9};

/** Without --use-fake-ui-for-media-stream, which would override a denial. */
export const chromiumArguments = [
  '--no-sandbox',
  '--use-fake-device-for-media-stream=device-count=2',
  '--autoplay-policy=no-user-gesture-required',
];

/** With fake devices, or without them, which starts faster. */
export const chromium = ({devices}) =>
  playwrightLauncher({
    product: 'chromium',
    launchOptions: {
      executablePath: devices ? findChromium() : findHeadlessShell(),
      args: chromiumArguments,
      downloadsPath: downloadsFolder(),
    },
    createBrowserContext: ({browser}) =>
      browser.newContext({
        permissions: ['geolocation', 'camera', 'microphone'],
        geolocation: place,
      }),
  });

const firstExisting = (...paths) => paths.find((path) => path && existsSync(path));

export function firefox() {
  const executablePath = firstExisting(
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
  );
  if (!executablePath) return undefined;
  const position = {
    location: {lat: place.latitude, lng: place.longitude},
    accuracy: place.accuracy,
  };
  const launcher = chromeLauncher({
    launchOptions: {
      browser: 'firefox',
      headless: true,
      executablePath,
      extraPrefsFirefox: {
        'media.navigator.streams.fake': true,
        'media.navigator.permission.disabled': true,
        'media.autoplay.default': 0,
        'media.autoplay.blocking_policy': 0,
        'permissions.default.camera': 1,
        'permissions.default.microphone': 1,
        'permissions.default.geo': 1,
        'geo.provider.network.url': `data:application/json,${JSON.stringify(position)}`,
        'geo.provider.testing': true,
        'geo.provider.use_geoclue': false,
        'browser.download.folderList': 2,
        'browser.download.dir': downloadsFolder(),
      },
    },
  });
  launcher.name = 'Firefox';
  return launcher;
}

const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const miniBrowser = firstExisting(
  ...['4.1', '6.0', '4.0'].map(
    (version) => `/usr/lib/${architecture}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  ),
);
const webkitPrograms = [miniBrowser, '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
// A different port for each run, so that two simultaneous runs do not conflict.
const webkitPort = 20_000 + (process.pid % 10_000);
const display = `:${100 + (process.pid % 10_000)}`;

/** WebKitGTK with a virtual display; both end with this process. */
export async function webkit() {
  if (!webkitPrograms.every((path) => path && existsSync(path))) return undefined;
  const started = [];
  const start = (command, args, environment) => {
    const child = spawn(command, args, {stdio: 'ignore', env: {...process.env, ...environment}});
    child.unref();
    started.push(child);
  };
  start('/usr/bin/Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
  await sleep(700);
  // It saves downloads where the desktop's settings say.
  const settings = join(downloadsFolder(), 'settings');
  mkdirSync(settings, {recursive: true});
  writeFileSync(join(settings, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloadsFolder()}"\n`);
  start('/usr/bin/WebKitWebDriver', [`--port=${webkitPort}`], {
    DISPLAY: display,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    XDG_CONFIG_HOME: settings,
  });
  await sleep(500);
  process.on('exit', () => started.reverse().forEach((child) => child.kill()));
  // A run that is stopped ends with its exit handlers.
  process.once('SIGTERM', () => process.exit(1));
  const launcher = webdriverLauncher({
    hostname: '127.0.0.1',
    port: webkitPort,
    path: '/',
    logLevel: 'error',
    capabilities: {
      browserName: 'MiniBrowser',
      'wdio:enforceWebDriverClassic': true,
      'webkitgtk:browserOptions': {
        binary: miniBrowser,
        args: [
          '--automation',
          '--enable-mock-capture-devices=true',
          '--enable-media-stream=true',
          '--autoplay-policy=allow',
        ],
      },
    },
  });
  return launcher;
}
