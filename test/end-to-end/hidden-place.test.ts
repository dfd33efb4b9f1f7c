import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium, expect, test} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {inspected} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {startSite, type Site} from './site.js';

/** Their digits occur nowhere else by chance. */
const truth = {latitude: 51.507351234, longitude: -0.127758456};
const radius = 500;

let site: Site;

test.beforeAll(async () => void (site = await startSite({SEALED_CAPTURE_LOG: 'debug'})));
test.afterAll(() => site.close());

/** The bytes that would reveal the true coordinate: its text to about ten meters, and its binary forms. */
function tracesOf(degrees: number): Buffer[] {
  const number = Buffer.alloc(8);
  number.writeDoubleLE(degrees);
  const reversed = Buffer.from(number).reverse();
  const text = Math.abs(degrees)
    .toFixed(9)
    .slice(0, degrees > 10 ? 7 : 6);
  return [number, reversed, Buffer.from(text), Buffer.from(text, 'utf16le')];
}

const traces = Object.values(truth).flatMap(tracesOf);

function expectNoTrace(where: string, bytes: Buffer): void {
  for (const trace of traces) {
    expect(bytes.indexOf(trace), `${where} holds ${trace.toString('latin1')}`).toBe(-1);
  }
}

async function filesUnder(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name))));
}

test('with locationObfuscationRadius the true location is neither stored, nor sent, nor sealed', async ({
  launchOptions,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'sealed-capture-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    permissions: ['camera', 'geolocation'],
    geolocation: {...truth, accuracy: 9},
  });
  try {
    const page = await context.newPage();
    const watch = await PageWatch.of(page);
    const demo = new DemoPage(page);
    // The service is unreachable, so the capture stays in the browser's storage.
    await page.route('**/protection/sandbox/seal', (route) => route.abort());
    await demo.open(site.address);
    await page.evaluate((metres) => {
      const camera = document.querySelector('capture-image');
      if (camera) camera.locationObfuscationRadius = metres;
    }, radius);
    await expect(page.getByText(/Sealing: location/).first()).toBeVisible();
    await demo.shutter.click();
    await expect(demo.photos).toHaveCount(1);

    const stored = await page.evaluate(async () => {
      const all: unknown[] = [];
      for (const {name = ''} of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((opened, failed) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => opened(request.result);
          request.onerror = () => failed(request.error ?? new Error('no database'));
        });
        for (const store of database.objectStoreNames) {
          const request = database.transaction(store).objectStore(store).getAll();
          await new Promise((done) => (request.onsuccess = done));
          all.push(...(request.result as unknown[]));
        }
        database.close();
      }
      return JSON.stringify(all);
    });
    expect(stored).toContain('latitude');
    expectNoTrace('the stored entry', Buffer.from(stored));
    const files = await filesUnder(join(profile, 'Default', 'IndexedDB'));
    expect(Buffer.concat(files).includes('latitude')).toBe(true);
    for (const file of files) expectNoTrace('the browser’s storage', file);

    await page.unrouteAll();
    await page.reload();
    await demo.openMore();
    await demo.expectSealed();
    const bodies = watch.bodies('/protection/sandbox/seal');
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expectNoTrace('the request', body);
    const {bytes} = await demo.download();
    expectNoTrace('the sealed file', bytes);
    expect(bytes.includes('Exif\0\0'), 'the picture has no EXIF of its own').toBe(false);
    const {gps = {}} = await inspected(site, bytes);
    const {latitude = NaN, longitude = NaN} = gps;
    expect(metresBetween(truth, {latitude, longitude})).toBeLessThanOrEqual(radius);
    expect(gps.latLongAccuracy).toBeGreaterThanOrEqual(radius);
    expect(Object.keys(gps).sort()).toEqual([
      'latLongAccuracy',
      'latitude',
      'longitude',
      'timestamp',
    ]);
    expectNoTrace('the log', Buffer.from(site.log.join('\n')));
  } finally {
    await context.close();
    await rm(profile, {recursive: true, force: true, maxRetries: 3});
  }
});

/** Great-circle distance on a sphere, in meters. */
function metresBetween(a: typeof truth, b: typeof truth): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const h =
    haversine(radians(b.latitude - a.latitude)) +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      haversine(radians(b.longitude - a.longitude));
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h));
}
