import {aTimeout, expect, waitUntil} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {BrowserCameras} from '../../../src/ports/camera/camera.js';
import {WorkerInspectionSender} from '../../../src/ports/inspection/inspection-sender.js';
import {MediaWorkerClient} from '../../../src/ports/worker-channel/media-worker-client.js';
import {BrowserStillEncoder} from '../../../src/ports/camera/still-encoder.js';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';

const key = keyAuthorization('key');

import {
  completeOf,
  partOf,
  partsUntil,
  recordingJob,
  SAMPLES,
} from '../../worker/storage/recordings-fixture.js';

const never = new AbortController().signal;
const {calls: worker} = MediaWorkerClient.shared();
const [store, sealer] = [worker, worker];

const newJob = (): Job => ({
  captureId: crypto.randomUUID(),
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint: 'https://shop.example/protection',
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit: 'visit',
  metadata: {},
  state: {name: 'held'},
});

async function picture(): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  canvas.getContext('2d')?.fillRect(10, 10, 20, 20);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
  if (!blob) throw new Error('no JPEG');
  return blob;
}

const inspections = new WorkerInspectionSender(worker);

async function uploadServers(): Promise<{http: string}> {
  const servers = await executeServerCommand<{http: string}, undefined>('upload-server');
  if (!servers) throw new Error('There is no server that takes uploads.');
  return servers;
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Base64 as the browser itself encodes it. */
const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^.*,/, ''));
    reader.readAsDataURL(file);
  });

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((error: unknown) => error);

describe('the media worker', () => {
  it('stores a capture and returns its media unchanged', async () => {
    const [job, media] = [newJob(), await picture()];
    expect(await store.add(job, media)).to.deep.equal({name: 'stored'});
    const back = await store.media(job.captureId);
    expect(back?.type).to.equal('image/jpeg');
    expect(await back?.arrayBuffer()).to.deep.equal(await media.arrayBuffer());
    await store.remove(job.captureId);
    expect(await store.get(job.captureId)).to.equal(undefined);
  });

  it('accepts no manifest without the digest', async () => {
    const job = newJob();
    await store.add(job, await picture());
    const error = await failureOf(sealer.fill(job, new ArrayBuffer(16_384), never));
    expect(error).to.have.property('code', 'seal_mismatch');
    await store.remove(job.captureId);
  });

  it('reports errors by code: unknown capture, or media that cannot be sealed', async () => {
    const job = newJob();
    expect(await failureOf(sealer.seal(job, key, never))).to.have.property(
      'code',
      'capture_unknown',
    );
    await store.add(job, new Blob(['text']));
    expect(await failureOf(sealer.seal(job, key, never))).to.have.property(
      'code',
      'media_unsupported',
    );
    await store.remove(job.captureId);
  });

  it('reports the answer of the service, or that there was none', async () => {
    const job = newJob();
    await store.add(job, await picture());
    const absent = {...job, endpoint: new URL('/no-service-here', location.href).href};
    expect(await failureOf(sealer.seal(absent, key, never))).to.include({
      code: 'request_rejected',
      status: 404,
    });
    const refused = {...job, endpoint: 'http://localhost:1'};
    expect(await failureOf(sealer.seal(refused, key, never))).to.have.property(
      'code',
      'service_unreachable',
    );
    await store.remove(job.captureId);
  });

  it('distinguishes a service of another origin that does not allow this page from an unreachable one', async () => {
    const job = newJob();
    await store.add(job, await picture());
    // The same server under its other name. Its answers have no CORS headers, so it allows no origin.
    const {origin, hostname} = location;
    const other = origin.replace(hostname, hostname === 'localhost' ? '127.0.0.1' : 'localhost');
    const refusing = {...job, endpoint: `${other}/protection/sandbox`};
    const error = await failureOf(sealer.seal(refusing, key, never));
    expect(error).to.have.property('code', 'origin_not_allowed');
    expect(error).to.have.property('message').that.contains(`add ${origin} to`).and.contains(other);
    const absent = {...job, endpoint: 'http://127.0.0.1:1/protection'};
    expect(await failureOf(sealer.seal(absent, key, never))).to.have.property(
      'code',
      'service_unreachable',
    );
    await store.remove(job.captureId);
  });

  it('sends a file for inspection as Base64 in JSON, whatever the length, and reports the progress', async () => {
    const url = `${(await uploadServers()).http}/digest`;
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    for (const length of [0, 1, 2, 3, 3 * 1024 * 1024 + 1]) {
      const file = new Blob([
        bytes.subarray(0, length),
        new Uint8Array(Math.max(0, length - 65_536)),
      ]);
      const shares: number[] = [];
      const onProgress = (share: number) => shares.push(share);
      const {status, body} = await inspections.send({file, url, signal: never, onProgress});
      expect(status).to.equal(200);
      expect(body).to.equal(await digestOf(`{"image":"${await base64Of(file)}"}`));
      expect(shares.at(-1)).to.equal(1);
    }
  });

  it('aborts an inspection on request', async () => {
    const given = new AbortController();
    const url = `${(await uploadServers()).http}/silent`;
    const sending = inspections.send({file: new Blob(['x']), url, signal: given.signal});
    given.abort();
    expect(await failureOf(sending)).to.have.property('code', 'aborted');
  });

  it('reports if no worker can be started, and starts one when it can', async () => {
    const starts = [
      () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      () => new Worker(URL.createObjectURL(new Blob(['throw 1'])), {type: 'module'}),
      () =>
        new Worker(new URL('../../../src/worker/media-worker.js', import.meta.url), {
          type: 'module',
        }),
    ];
    const client = new MediaWorkerClient(() => starts.shift()?.() as Worker);
    for (let i = 0; i < 2; i++) {
      expect(await failureOf(client.calls.list())).to.have.property('code', 'worker_unavailable');
    }
    let deaths = 0;
    client.onDeath = () => deaths++;
    expect(await client.calls.list()).to.be.an('array');
    expect(deaths).to.equal(0);
  });

  /** The report of a page that started the worker at this address, under this policy. */
  async function toldBy(worker: string, policy = ''): Promise<DOMStringMap> {
    const frame = document.createElement('iframe');
    frame.dataset['worker'] = worker;
    const script = new URL('worker-frame.ts', import.meta.url).href;
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">
      <script type="module" src="${script}"></script>`;
    document.body.append(frame);
    const told = () => frame.contentDocument?.documentElement?.dataset ?? {};
    await waitUntil(() => told()['done'], 'it is done', {timeout: 10_000});
    await aTimeout(200);
    const all = {...told()};
    frame.remove();
    return all;
  }

  it('names its script if that cannot be loaded', async () => {
    const {failed} = await toldBy('/no-worker-here.js');
    const address = new URL('/no-worker-here.js', location.origin).href;
    expect(failed).to.equal(
      `worker_unavailable: The worker script ${address} could not be run. scripts-base or setScriptsBase() names its folder.`,
    );
  });

  it('names the policy if that forbids its script', async () => {
    const {failed} = await toldBy('/no-worker-here.js', "worker-src 'none'");
    expect(failed).to.match(
      /no-worker-here\.js could not be run \(Content-Security-Policy: worker-src\)/,
    );
  });

  it('reports its own bug as internal_error, and once to the page, with its stack and without data', async () => {
    const {failed, reported = ''} = await toldBy(new URL('broken-worker.ts', import.meta.url).href);
    expect(failed).to.match(/^internal_error: /);
    expect(reported).to.contain('TypeError');
    expect(reported.match(/at bugOfTheWorker|bugOfTheWorker@/g)).to.have.length(1);
    expect(`${failed} ${reported}`).to.not.match(/51\.5|secret/);
  });

  it('reports when it has crashed', async () => {
    const url = URL.createObjectURL(new Blob(['throw 1']));
    const client = new MediaWorkerClient(() => new Worker(url, {type: 'module'}));
    const death = new Promise<void>((resolve) => (client.onDeath = resolve));
    await failureOf(client.calls.list());
    await death;
  });
});

/** A page with a worker that can be ended. */
function page() {
  const workers: Worker[] = [];
  const client = new MediaWorkerClient(() => {
    const url = new URL('../../../src/worker/media-worker.js', import.meta.url);
    const started = new Worker(url, {type: 'module'});
    workers.push(started);
    return started;
  });
  const die = (): void => workers.forEach((started) => started.terminate());
  return {recordings: client.calls, store: client.calls, die};
}

describe('the captures of one set in media workers', () => {
  it('have each number once, none without a capture, although workers of two pages die at any moment', async function () {
    // WebKitGTK itself stands still when workers are terminated within a transaction; two pages are tested in sets.browser.test.ts.
    if (!('userAgentData' in navigator) && !navigator.userAgent.includes('Firefox')) this.skip();
    const set = {job: crypto.randomUUID()};
    const media = await picture();
    for (let delay = 0; delay < 16; delay += 2) {
      const pages = [page(), page()];
      // The scripts have started before.
      await Promise.all(pages.map(({store}) => store.has('')));
      for (const {store} of [...pages, ...pages]) {
        void store.add({...newJob(), set}, media).catch(() => undefined);
      }
      await aTimeout(delay);
      for (const {die} of pages) die();
    }
    const last = page();
    await last.store.add({...newJob(), set}, media);
    const stored = (await last.store.list()).filter((job) => job.set?.job === set.job);
    const numbers = stored.map((job) => job.set?.index ?? 0).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(numbers.map((_, at) => at + 1));
    expect(new Set(stored.map((job) => job.set?.id)).size).to.equal(1);
    for (const {captureId} of stored) await last.store.remove(captureId);
    last.die();
  });

  it('cannot be closed by a page that has captured nothing', async () => {
    const {store: ofPage, die} = page();
    const closing = {...newJob(), set: {job: crypto.randomUUID(), closing: []}};
    const refused = await failureOf(ofPage.add(closing, await picture()));
    expect(refused).to.have.property('code', 'capture_unknown');
    die();
  });
});

describe('a recording in the media worker', () => {
  it('is stored up to the last confirmed part, whatever happens to the worker', async () => {
    const [job, broken] = [recordingJob({visit: 'dead'}), page()];
    expect(await broken.recordings.begin(job)).to.deep.equal({name: 'stored'});
    for (const index of [1, 2]) {
      const keeping = await broken.recordings.addPart(job.captureId, partOf(index));
      expect(keeping).to.deep.equal({name: 'stored'});
    }
    void broken.recordings.addPart(job.captureId, partOf(3));
    broken.die();
    const next = page();
    expect(await next.recordings.unfinished()).to.deep.include(job);
    const recovered = await next.recordings.recover(job);
    // The third part was being written; it is complete, or it is missing.
    expect((recovered?.job.duration ?? 0) * 48_000).to.be.oneOf([2 * SAMPLES, 3 * SAMPLES]);
    const media = await next.store.media(job.captureId);
    expect(media?.type).to.equal('audio/mpeg');
    expect(media?.size).to.equal(recovered?.blob.size);
    expect(await next.recordings.recover(job)).to.equal(undefined);
    await next.store.remove(job.captureId);
    next.die();
  });

  it('becomes a capture that consists of its parts, or is deleted', async () => {
    const {recordings, store, die} = page();
    const [job, dropped, parts] = [recordingJob(), recordingJob(), partsUntil(2)];
    for (const {captureId} of [job, dropped]) {
      await recordings.begin({...job, captureId});
      for (const part of parts) await recordings.addPart(captureId, part);
    }
    await recordings.discard(dropped.captureId);
    expect(await recordings.finish(job, completeOf(parts))).to.deep.equal({name: 'stored'});
    const unfinished = (await recordings.unfinished()).map(({captureId}) => captureId);
    expect(unfinished).not.to.include.members([job.captureId]);
    expect(unfinished).not.to.include.members([dropped.captureId]);
    const media = await store.media(job.captureId);
    expect(await media?.arrayBuffer()).to.deep.equal(await completeOf(parts).blob.arrayBuffer());
    // The page's own buffers are not transferred.
    expect(parts[0]?.bytes.byteLength).to.be.greaterThan(0);
    await store.remove(job.captureId);
    die();
  });

  it('is only in the page if there is no worker', async () => {
    const {calls: none} = new MediaWorkerClient(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const job = recordingJob();
    for (const refused of [
      none.begin(job),
      none.addPart(job.captureId, partOf(1)),
      none.finish(job, completeOf([partOf(1)])),
      none.unfinished(),
      none.recover(job),
      none.discard('id'),
    ]) {
      expect(await failureOf(refused)).to.have.property('code', 'worker_unavailable');
    }
  });
});

describe('the shutter', () => {
  const ways = {
    'a VideoFrame in the worker': (video: HTMLVideoElement) => new VideoFrame(video),
    'an ImageBitmap in the worker': (video: HTMLVideoElement) => createImageBitmap(video),
  };

  async function takeWith(encoder: BrowserStillEncoder) {
    const outcome = await new BrowserCameras().open({facing: 'environment', signal: never});
    if (outcome.name !== 'live') throw new Error(`no camera: ${outcome.name}`);
    const shutter = encoder.attach(outcome.camera.stream);
    try {
      const job = newJob();
      const {blob, keeping} = await shutter.take(job);
      if (keeping.name === 'stored') await store.remove(job.captureId);
      return {blob, keeping, settings: outcome.camera.stream.getVideoTracks()[0]?.getSettings()};
    } finally {
      shutter.close();
      outcome.camera.stop();
    }
  }

  async function expectFullPicture(blob: Blob, settings?: MediaTrackSettings): Promise<void> {
    expect(blob.type).to.equal('image/jpeg');
    const bitmap = await createImageBitmap(blob);
    expect([bitmap.width, bitmap.height]).to.deep.equal([settings?.width, settings?.height]);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 32;
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0, 32, 32);
    const pixels = context?.getImageData(0, 0, 32, 32).data ?? [];
    // Firefox's fake camera shows one color; black would be only 0 and the 255 of alpha.
    expect(new Set(pixels).size, 'not black').to.be.greaterThan(2);
  }

  it('measures a picture after it was taken, if requested, and reports that once', async () => {
    const outcome = await new BrowserCameras().open({facing: 'environment', signal: never});
    if (outcome.name !== 'live') throw new Error(`no camera: ${outcome.name}`);
    const shutter = new BrowserStillEncoder(worker).attach(outcome.camera.stream);
    const [measured, other, next] = [newJob(), newJob(), newJob()];
    await shutter.take(measured, true);
    await shutter.take(other);
    await shutter.take(next, true);
    shutter.close();
    outcome.camera.stop();
    for (const {captureId} of [measured, next]) {
      const quality = await store.quality(captureId, never);
      expect(quality?.meanLuminance).to.be.within(0.02, 1);
      expect(quality?.clippedShare).to.be.within(0, 1);
    }
    for (const {captureId} of [measured, other]) {
      expect(await store.quality(captureId, never)).to.be.undefined;
    }
    for (const {captureId} of [measured, other, next]) await store.remove(captureId);
  });

  it('takes a picture at the full resolution of the camera', async () => {
    const {blob, keeping, settings} = await takeWith(new BrowserStillEncoder(worker));
    expect(keeping).to.deep.equal({name: 'stored'});
    expect(settings?.width).to.be.greaterThan(1280);
    await expectFullPicture(blob, settings);
  });

  for (const [name, way] of Object.entries(ways)) {
    it(`takes it as ${name}, if the browser can`, async function () {
      if (name.includes('VideoFrame') && !('VideoFrame' in globalThis)) this.skip();
      const {blob, settings} = await takeWith(new BrowserStillEncoder(worker, [way]));
      await expectFullPicture(blob, settings);
    });
  }

  it('falls back to the next method if one fails, and does not try that again', async () => {
    let tried = 0;
    const broken = () => {
      tried++;
      throw new TypeError('This browser cannot.');
    };
    const encoder = new BrowserStillEncoder(worker, [broken, ways['an ImageBitmap in the worker']]);
    for (let i = 0; i < 2; i++) {
      const {blob, settings} = await takeWith(encoder);
      await expectFullPicture(blob, settings);
    }
    expect(tried).to.equal(1);
  });

  it('returns the picture without a worker, too, and reports that it is not stored', async () => {
    const {calls: none} = new MediaWorkerClient(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const {blob, keeping, settings} = await takeWith(new BrowserStillEncoder(none));
    expect(keeping.name).to.equal('nowhere');
    await expectFullPicture(blob, settings);
  });

  it('returns the picture of its first frame if it is closed before the worker is ready', async () => {
    let firstFrame = (): void => undefined;
    const seen = new Promise<void>((resolve) => (firstFrame = resolve));
    const unprepared = {
      keepStill: (...given: Parameters<typeof worker.keepStill>) => worker.keepStill(...given),
      quality: (...given: Parameters<typeof worker.quality>) => worker.quality(...given),
      add: (...given: Parameters<typeof worker.add>) => worker.add(...given),
      prepare: () => {
        firstFrame();
        return new Promise<never>(() => undefined);
      },
    };
    const outcome = await new BrowserCameras().open({facing: 'environment', signal: never});
    if (outcome.name !== 'live') throw new Error(`no camera: ${outcome.name}`);
    const {stream} = outcome.camera;
    try {
      const shutter = new BrowserStillEncoder(unprepared).attach(stream);
      const job = newJob();
      const taking = shutter.take(job);
      await seen;
      shutter.close();
      const {blob, keeping} = await taking;
      if (keeping.name === 'stored') await store.remove(job.captureId);
      await expectFullPicture(blob, stream.getVideoTracks()[0]?.getSettings());
    } finally {
      outcome.camera.stop();
    }
  });

  it('reports that the camera provided no picture if it is closed before its first frame', async () => {
    const withoutFrames = new MediaStream();
    const shutter = new BrowserStillEncoder(worker).attach(withoutFrames);
    const failure = failureOf(shutter.take(newJob()));
    shutter.close();
    expect(await failure).to.have.property('code', 'device_lost');
  });
});
