import {text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';

/** Browsers by what their user agent contains; those that name others as well come first. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* .*\bSafari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  // An iPad calls itself one, too, and has Safari.
  ['macOS', /\bMacintosh\b(?!.*\bVersion\/)/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * What people call a device: its model, its system and its browser, as far as they are known. Of a user agent only the
 * browser's version counts: browsers write the same version of the system for all ("Android 10", "Windows NT 10.0").
 */
export function deviceName(device: Loose): string[] {
  const [model, os, osVersion, userAgent = ''] = ['model', 'os', 'osVersion', 'userAgent'].map(
    (key) => text(device[key]),
  );
  const [browser] = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version ? [`${name} ${version}`] : [];
  });
  const [system] = systems.find(([, pattern]) => pattern.test(userAgent)) ?? [];
  const known = os ? [os, osVersion].filter(Boolean).join(' ') : system;
  return [model, known, browser].flatMap((part) => part || []);
}
