import {chromium, expect, test} from '@playwright/test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {DemoPage} from './demo-page.js';
import {setSensors} from '../browsers/device-sensors.js';
import {inspected} from './inspected.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

/** APIs that phones have and this machine's Chromium hides: the connection type and the magnetometer. */
const phoneFeatures = [
  '--enable-blink-features=NetInfoDownlinkMax',
  '--enable-features=GenericSensorExtraClasses',
];

const userAgent =
  'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';

/** Every field of the answer by its path, e.g. "gps.latitude". */
function fieldsOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner, path ? `${path}.${name}` : name),
  );
}

const close = (value: number) => expect.closeTo(value, 1);

test('every field that a browser can provide is sealed with the value of the device', async ({
  launchOptions,
}) => {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...phoneFeatures],
  });
  try {
    const context = await browser.newContext({
      permissions: ['camera', 'geolocation', 'accelerometer', 'gyroscope', 'magnetometer'],
    });
    const page = await context.newPage();
    const debugging = await setSensors(page, {
      attitude: {alpha: 40, beta: 20, gamma: -30},
      compass: {alpha: 300, beta: 0, gamma: 0},
      accelerometer: {x: 1, y: 2, z: 10},
      linearAcceleration: {x: 0.5, y: 0.3, z: -0.2},
      gyroscope: {x: 0.1, y: 0.2, z: -0.3},
      magnetometer: {x: 20, y: -5, z: 40},
    });
    await debugging.send('Emulation.setGeolocationOverride', {
      latitude: 51.50735,
      longitude: -0.12776,
      accuracy: 9,
      altitude: 35.5,
      altitudeAccuracy: 4,
      speed: 1.5,
    });
    await debugging.send('Emulation.setUserAgentOverride', {
      userAgent,
      userAgentMetadata: {
        platform: 'Android',
        platformVersion: '15.0.0',
        architecture: '',
        model: 'Pixel 9',
        mobile: true,
      },
    });
    await debugging.send('Network.enable');
    await debugging.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1,
      downloadThroughput: 1e7,
      uploadThroughput: 1e7,
      connectionType: 'cellular3g',
    });
    const demo = new DemoPage(page);
    await demo.open(site.address);
    await page.evaluate(() => {
      const camera = document.querySelector('capture-image');
      if (!camera) throw new Error('no <capture-image>');
      camera.appId = 'com.example.claims';
      camera.appVersion = '4.2';
      camera.tags = {case: '7', 'naïve ☃': ''};
      camera.features = {
        licensePlateInfo: {
          detectedPlateNumber: 'B AB 1234',
          plateNumber: 'B AB 1235',
          boundingBox: {x: 10, y: 20.5, width: 120, height: 30},
          wasEdited: true,
        },
      };
      camera.sensors = {
        atmospheric: {
          read: () => Promise.resolve({altitude: 34, altitudeAccuracy: 2, pressure: 1013.25}),
        },
      };
    });
    // The list shows what will be sealed before the shutter is pressed.
    const contents = page.getByRole('button', {name: /^Sealing/});
    await expect(contents).toContainText(/location, attitude/i);
    await contents.click();
    await expect(page.locator('capture-image')).toContainText('1013');
    await contents.click();
    const before = Date.now();
    await demo.takeSealedPhoto();
    const {bytes} = await demo.download();
    const result: InspectionResult = await inspected(site, bytes);

    const {sdkVersion} = result.device ?? {};
    expect(sdkVersion).toMatch(/^\d+\.\d+\.\d+/);
    const {timestamp = ''} = result.gps ?? {};
    expect(Math.abs(Date.parse(timestamp) - before)).toBeLessThan(30_000);
    const {signature = {}, checks, reason, ...said} = result;
    const {signedBy, issuedBy, validFrom = '', validTo = '', timestamp: sealedAt = ''} = signature;
    expect([signedBy, issuedBy]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    const times = [validFrom, sealedAt, validTo].map((time) => Date.parse(time));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(checks.length).toBeGreaterThan(5);
    expect(reason).toBeTruthy();
    expect(Object.fromEntries(fieldsOf(said))).toEqual({
      labelValid: true,
      labelState: 'valid',
      origin: 'capture',
      'gps.latitude': 51.50735,
      'gps.longitude': -0.12776,
      'gps.latLongAccuracy': 9,
      'gps.altitude': 35.5,
      'gps.altitudeAccuracy': 4,
      'gps.speed': 1.5,
      'gps.timestamp': timestamp,
      'atmospheric.altitude': 34,
      'atmospheric.altitudeAccuracy': 2,
      'atmospheric.pressure': 1013.25,
      'magnetometer.heading': close(60),
      'magnetometer.field.x': close(20),
      'magnetometer.field.y': close(-5),
      'magnetometer.field.z': close(40),
      'orientation.roll': close(-30),
      'orientation.pitch': close(20),
      'orientation.yaw': close(40),
      'acceleration.x': close(0.5),
      'acceleration.y': close(0.3),
      'acceleration.z': close(-0.2),
      'gravity.x': close(0.5),
      'gravity.y': close(1.7),
      'gravity.z': close(10.2),
      'rotationRate.x': close(5.7),
      'rotationRate.y': close(11.5),
      'rotationRate.z': close(-17.2),
      'network.wifi': false,
      'network.cellular.technologies': [],
      'device.model': 'Pixel 9',
      'device.os': 'Android',
      'device.osVersion': '15.0.0',
      'device.userAgent': userAgent,
      'device.appId': 'com.example.claims',
      'device.appVersion': '4.2',
      'device.sdkVersion': sdkVersion,
      // The browser's fake camera reports the same values in each release.
      'camera.deviceName': 'fake_device_0',
      'camera.focusMode': 'manual',
      'camera.focusPosition': 50,
      'camera.shutterSpeed': '1/200',
      'tags.case': '7',
      'tags.naïve ☃': '',
      'features.licensePlateInfo.detectedPlateNumber': 'B AB 1234',
      'features.licensePlateInfo.plateNumber': 'B AB 1235',
      'features.licensePlateInfo.boundingBox.x': 10,
      'features.licensePlateInfo.boundingBox.y': 20.5,
      'features.licensePlateInfo.boundingBox.width': 120,
      'features.licensePlateInfo.boundingBox.height': 30,
      'features.licensePlateInfo.wasEdited': true,
    });
  } finally {
    await browser.close();
  }
});
