import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {LateCode} from '../../../src/core/async/late-code.js';
import {PreviewSession} from '../../../src/core/camera/preview-session.js';
import {lateReadings} from '../../../src/core/metadata/late-readings.js';
import {LateQueue} from '../../../src/core/queue/late-queue.js';
import type {Device} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';
import {Browser, Page, photo} from '../queue/queue-fixture.js';
import {closeAll, FakeCameras, sensing, setup} from './preview-fixture.js';

afterEach(closeAll);

const missing = new SealedCaptureError('part_missing', 'A part could not be loaded.');

/** A camera whose storage code is loaded once the gate is open. */
function loading() {
  const code = new Gate();
  const all = setup(undefined, undefined, {loaded: () => code.passed.then(() => undefined)});
  const states: string[] = [];
  all.session.addEventListener('change', () => {
    if (states.at(-1) !== all.session.state.name) states.push(all.session.state.name);
  });
  return {...all, code, states};
}

/** The same with a failure first: the code is loaded on the retry, once the gate is open. */
async function failed() {
  const code = new Gate();
  let error: SealedCaptureError | undefined = missing;
  const loaded = () => Promise.resolve(error);
  const all = setup(undefined, undefined, {loaded, arrival: code.passed});
  await all.session.open('environment');
  const arrive = () => {
    error = undefined;
    return settled(code.open());
  };
  return {...all, arrive};
}

describe('a camera that is on before the code that stores its pictures is loaded', () => {
  it('stays in the state starting until the code is loaded, without a permission prompt', async () => {
    const {session, code, states, page} = loading();
    const opening = session.open('user');
    await settled();
    assert.deepEqual(states, ['pending', 'starting']);
    await assert.rejects(session.takePicture(page.protection), {code: 'not_capturing'});
    code.open();
    await opening;
    assert.deepEqual(states, ['pending', 'starting', 'live']);
  });

  it('switches to another camera if it is disconnected meanwhile', async () => {
    const {session, cameras, code, states} = loading();
    const opening = session.open('user');
    await settled();
    await settled(cameras.opened[0]?.lose());
    assert.deepEqual([cameras.opened.length, cameras.on], [2, 1]);
    code.open();
    await settled(opening);
    assert.deepEqual([session.state.name, cameras.on], ['live', 1]);
    assert.equal(states.filter((name) => name === 'live').length, 1);
  });

  it('fails if it is disconnected meanwhile and there is no other camera', async () => {
    const {session, cameras, code} = loading();
    const opening = session.open('user');
    await settled();
    cameras.outcome = {name: 'not-found'};
    await settled(cameras.opened[0]?.lose());
    code.open();
    await settled(opening);
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
    assert.equal(cameras.on, 0);
  });

  it('can be switched to another camera meanwhile', async () => {
    const {session, cameras, code} = loading();
    const opening = session.open('environment');
    await settled();
    const switching = session.setFacing('user');
    await settled();
    assert.deepEqual([cameras.requests.at(-1)?.facing, cameras.on], ['user', 1]);
    code.open();
    await Promise.all([opening, switching]);
    assert.ok(session.state.name === 'live' && session.state.facing === 'user');
  });

  it('starts no sensor if it is closed meanwhile', async () => {
    const {session, cameras, geolocator, code} = loading();
    const opening = session.open('user');
    await settled();
    session.close();
    code.open();
    await opening;
    assert.deepEqual([session.state.name, cameras.on, geolocator.running], ['off', 0, 0]);
  });

  it('is turned off if the code cannot be loaded, and on again when it can', async () => {
    const {session, cameras, arrive} = await failed();
    assert.ok(session.state.name === 'failed' && session.state.error === missing);
    assert.equal(cameras.on, 0);
    await arrive();
    assert.deepEqual([session.state.name, cameras.on], ['live', 1]);
  });

  it('starts again as the camera that the page has chosen meanwhile', async () => {
    const {session, arrive} = await failed();
    await session.setFacing('user');
    await arrive();
    assert.ok(session.state.name === 'live' && session.state.facing === 'user');
  });

  it('seals a picture that is taken as soon as it is live with the sensor readings', async () => {
    const browser = new Browser();
    const page = new Page({browser});
    const {readings, motionPermission, clock} = sensing(browser, page);
    const code = new Gate();
    const late = new LateCode(() =>
      code.passed.then(() => ({queue: page.queue, readings: Promise.resolve(() => readings)})),
    );
    const made = late.arrival.then((all) => all.readings).then((make) => make());
    const queue = new LateQueue(late);
    const jobs: (Device | undefined)[] = [];
    const stills = {
      attach: () => ({
        take: async (job: Parameters<Page['store']['add']>[0]) => {
          jobs.push(job.metadata.device);
          return {blob: photo, keeping: await page.store.add(job, photo)};
        },
        close: () => undefined,
      }),
    };
    const ports = {cameras: new FakeCameras(), stills, clock, motionPermission};
    const session = new PreviewSession(
      ports,
      lateReadings(made, (code) => code),
      queue,
    );
    const protection = queue.connect(page.client);
    const taken = new Promise((resolve) => {
      const take = (): void => {
        if (session.state.name !== 'live') return;
        session.removeEventListener('change', take);
        resolve(session.takePicture(protection));
      };
      session.addEventListener('change', take);
    });
    void session.open('user');
    await settled(code.open());
    await taken;
    assert.equal(jobs[0]?.userAgent, 'Test');
    session.close();
  });
});
