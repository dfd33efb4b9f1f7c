import {once} from 'node:events';
import {copyFile, mkdtemp, readFile, readdir, rm, writeFile} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {expect, test, type BrowserContext, type Page} from '@playwright/test';
import type {JobDoneDetail} from '../../src/elements/capture-image/shots/shot.js';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {HtmlSite} from './html-site.js';

const ids = ['front', 'left', 'rear', 'right', 'mileage', 'papers', 'keys', 'damage'];
const list = ids.map((id) => ({id, label: `Label of ${id}`}));

let site: HtmlSite;
/** Stores each uploaded file in the folder. */
let uploads: Server;
let folder: string;
let address: string;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
  uploads = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    void buffer(request).then(async (bytes) => {
      await writeFile(join(folder, `${String(request.headers['idempotency-key'])}.jpg`), bytes);
      response.writeHead(204).end();
    });
  });
  await once(uploads.listen(0), 'listening');
  address = `http://localhost:${(uploads.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  uploads.close();
  uploads.closeAllConnections();
});
test.beforeEach(async ({context}) => {
  site.reset();
  folder = await mkdtemp(join(tmpdir(), 'sealed-capture-set-'));
  await context.grantPermissions(['camera'], {origin: site.origin});
});
test.afterEach(() => rm(folder, {recursive: true, force: true}));

const shot = (page: Page) => page.locator('[part="shot"]');
const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true});

/** Opens a tab with the list of shots for this job. It has everything that it needs without a network. */
async function open(context: BrowserContext, job: string): Promise<Page> {
  const element = `id="car" job="${job}" deliver-to="${address}" ${site.access}`;
  const path = `/${job.replace(' ', '-')}`;
  site.put(path, `<capture-image ${element} style="height: 90vh">`);
  const page = await context.newPage();
  await page.goto(`${site.origin}${path}`);
  await page.evaluate((given) => {
    const done: JobDoneDetail[] = [];
    Object.assign(window, {done});
    document.addEventListener('job-done', ({detail}) => done.push(detail));
    const camera = document.querySelector('capture-image');
    if (camera) camera.shots = given as CaptureImage['shots'];
  }, list);
  await expect(button(page, 'Take photo')).toBeVisible();
  await expect(shot(page)).toContainText(/\d of 8/);
  await page.waitForLoadState('networkidle');
  return page;
}

/** Takes the current shot; resolves to the capture's id. */
async function take(page: Page): Promise<string> {
  const before = await shot(page).textContent();
  const captureId = await page.evaluate(
    async () => (await document.querySelector('capture-image')!.takePicture()).captureId,
  );
  await expect(shot(page)).not.toHaveText(before ?? '');
  return captureId;
}

/** Kills the tab as a crash does. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** What the service, and the command, say of these files, which has to be the same but for the names. */
async function judged(path: string): Promise<SetsReport> {
  const names = await readdir(path);
  const form = new FormData();
  for (const name of names)
    form.append('media', new Blob([await readFile(join(path, name))]), name);
  const answer = await fetch(`${site.service.address}/protection/sandbox/inspect-set`, {
    method: 'POST',
    headers: {Origin: site.origin, 'X-API-Key': site.key},
    body: form,
  });
  expect(answer.status).toBe(200);
  const report = (await answer.json()) as SetsReport;
  const command = await site.service.command('inspect-set', path, '--json');
  const said = JSON.parse(command.replaceAll(`${path}/`, '')) as SetsReport;
  expect(said.sets).toEqual(report.sets);
  return report;
}

/** What the inspector in a page says of the set of the job, given these files. Names are isolated; here, they are not. */
async function shown(page: Page, path: string, names: readonly string[]): Promise<string> {
  site.put('/folder', `<seal-inspector ${site.access}></seal-inspector>`);
  await page.goto(`${site.origin}/folder`);
  const files = names.map((name) => join(path, name));
  await page.locator('seal-inspector input[type=file]').setInputFiles(files);
  await page.waitForFunction(
    () => document.querySelector<SealInspector>('seal-inspector')?.sets,
    undefined,
    {timeout: 60_000},
  );
  const band = page.locator('seal-inspector').getByRole('article', {name: 'claim 4711'});
  return (await band.innerText()).replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
}

test('a job of eight shots, taken without a network in two tabs of which one crashes, is closed, delivered and complete', async ({
  context,
}) => {
  test.setTimeout(300_000);
  const first = await open(context, 'claim 4711');
  const second = await open(context, 'claim 4711');
  await context.setOffline(true);
  // Each tab takes the first shot, and the first one crashes.
  await take(second);
  await first.bringToFront();
  await take(first);
  await crash(first);
  await second.bringToFront();
  for (const _ of ids.slice(1, 3)) await take(second);
  await expect(shot(second)).toContainText('4 of 8');
  await button(second, 'Skip Label of right').click();
  await button(second, 'Cannot be reached').click();
  const discarded = await take(second);
  await second.evaluate((id) => document.querySelector('capture-image')!.discard(id), discarded);
  await expect(shot(second)).toContainText('5 of 8');
  for (const _ of ids.slice(4)) await take(second);
  await expect(shot(second)).toContainText('7 of 8 done · 1 skipped');
  await button(second, 'Done').click();
  await expect(shot(second)).toContainText('Closed, on its way');
  expect(await readdir(folder)).toEqual([]);

  await context.setOffline(false);
  await expect(shot(second)).toContainText('7 of 8 delivered · 1 skipped', {timeout: 60_000});
  const done = () => second.evaluate(() => (window as unknown as {done: JobDoneDetail[]}).done);
  // What the crashed tab has claimed is free again after a while.
  await expect.poll(async () => (await done()).length, {timeout: 150_000}).toBe(1);
  await expect(shot(second)).not.toContainText('on its way');
  const [{closing = '', delivered = []} = {}] = await done();
  const files = () => readdir(folder);
  await expect.poll(files, {message: 'eight photos and the closing record'}).toHaveLength(9);

  const {state, sets} = await judged(folder);
  expect(state, sets[0]?.reason).toBe('complete');
  expect(sets).toMatchObject([
    {
      job: 'claim 4711',
      state: 'complete',
      closing: `${closing}.jpg`,
      expected: 8,
      found: 8,
      missing: [],
      exchanged: [],
      outOfOrder: [],
      discarded: [{captureId: discarded, shot: 'mileage'}],
      skipped: [{shot: 'right', reason: 'unreachable'}],
    },
  ]);
  expect(sets[0]?.retaken.map(({shot}) => shot)).toEqual(['front']);

  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
  const page = await context.newPage();
  expect(await shown(page, folder, names)).toContain(
    'Complete 8 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, none missing',
  );

  const [gone = ''] = delivered.map(({captureId}) => `${captureId}.jpg`).slice(3);
  const other = await open(context, 'claim 4712');
  const stranger = `${await take(other)}.jpg`;
  await expect.poll(() => readdir(folder), {timeout: 60_000}).toContain(stranger);
  /** The folder with these files in it, by their names there. */
  const changed = async (files: Record<string, string>) => {
    const path = await mkdtemp(join(folder, 'changed-'));
    for (const [name, of] of Object.entries(files))
      await copyFile(join(folder, of), join(path, name));
    const report = await judged(path);
    const ofJob = (job: string) => report.sets.find((set) => set.job === job);
    return {
      ours: ofJob('claim 4711'),
      others: ofJob('claim 4712'),
      path,
      names: Object.keys(files),
    };
  };
  const all = Object.fromEntries(names.map((name) => [name, name]));
  const {[gone]: _, ...rest} = all;
  const incomplete = {state: 'incomplete', found: 7, missing: [{captureId: gone.slice(0, -4)}]};

  const removed = await changed(rest);
  expect(removed.ours).toMatchObject(incomplete);
  expect(await shown(page, removed.path, removed.names)).toContain('Not complete 7 of 8');

  const exchanged = await changed({...all, [gone]: stranger});
  expect(exchanged.ours).toMatchObject(incomplete);
  expect(exchanged.others?.files.map(({file}) => file)).toEqual([gone]);
  expect(await shown(page, exchanged.path, exchanged.names)).toContain(
    `${gone} is from another job, “claim 4712”.`,
  );

  const added = await changed({...all, [stranger]: stranger});
  expect(added.ours).toMatchObject({state: 'complete', found: 8, missing: []});
  expect(added.others?.files.map(({file}) => file)).toEqual([stranger]);
  expect(await shown(page, added.path, added.names)).toContain(
    `${stranger} is from another job, “claim 4712”.`,
  );
});
