import {systemClock} from '../ports/browser/clock.js';
import {BrowserHttp} from '../ports/browser/http.js';
import {BrowserUpload} from '../ports/browser/upload.js';
import type {MediaWorkerCalls} from '../ports/worker-channel/media-worker-calls.js';
import {RequestAuthentication} from './sealing/authenticated-request.js';
import {CaptureDatabase} from './storage/capture-database.js';
import {CaptureShelf} from './storage/capture-shelf.js';
import {DatabaseConnection} from './storage/database-connection.js';
import {InspectionRequests} from './inspection/inspection-request.js';
import {RecordingDatabase} from './storage/recording-database.js';
import {RecordingShelf} from './storage/recording-shelf.js';
import {SealService} from './sealing/seal-service.js';
import {ServiceCheck} from './sealing/service-check.js';
import {Sealing} from './sealing/sealing.js';
import {reportTo, serve} from '../ports/worker-channel/serve.js';
import {QualityChecks} from './quality-checks.js';
import {StillCanvas} from './still.js';
import {storableMedia} from './storage/storable-media.js';
import {OriginCheck} from './sealing/origin-check.js';

/** The page's one worker, for pictures, storage and seals. Wiring only. */
const connection = new DatabaseConnection();
const shelf = new CaptureShelf(new CaptureDatabase(connection), reportTo(globalThis));
const recordings = new RecordingShelf(new RecordingDatabase(connection), shelf, systemClock);
const canvas = new StillCanvas();
const qualities = new QualityChecks();
const authentication = new RequestAuthentication(systemClock);
const http = new OriginCheck(new BrowserHttp(), {
  origin: globalThis.origin,
  isOnline: () => navigator.onLine,
  warn: (message) => console.warn(message),
});
const service = new SealService(http, systemClock, authentication);
const serviceCheck = new ServiceCheck(http, systemClock, authentication);
const sealing = new Sealing(shelf, service, systemClock);
const inspections = new InspectionRequests(new BrowserUpload(), http, authentication, (message) =>
  console.warn(message),
);

serve<MediaWorkerCalls>(globalThis, {
  async prepare({width, height}) {
    await shelf.open();
    return {encodes: canvas.prepare(width, height)};
  },
  async keepStill({job, picture, isMeasured}) {
    const measure = isMeasured ? qualities.begin(job.captureId) : undefined;
    const blob = await canvas.encode(picture, measure);
    return {blob, keeping: await shelf.add(job, await storableMedia(blob))};
  },
  quality: async (captureId) => Promise.resolve(qualities.finish(captureId)),
  add: async ({job, media}) => shelf.add(job, await storableMedia(media)),
  async claim(claim) {
    const job = await shelf.claim(claim);
    // The page now gets its credentials, which may take as long as the layout.
    if (job) sealing.layOutAhead(job);
    return job;
  },
  replace: ({job, expected}) => shelf.replace(job, expected),
  get: (captureId) => shelf.get(captureId),
  has: (captureId) => shelf.has(captureId),
  list: () => shelf.list(),
  async media(captureId) {
    const [job, bytes] = [await shelf.get(captureId), await shelf.media(captureId)];
    return bytes && new Blob([bytes], {type: job?.mediaType});
  },
  handOver(handing) {
    sealing.forget(handing.captureId);
    return shelf.handOver(handing);
  },
  makeRoom: () => shelf.makeRoom(),
  remove({captureId, expected}) {
    sealing.forget(captureId);
    return shelf.remove(captureId, expected);
  },
  beginRecording: (job) => recordings.begin(job),
  addPart: ({captureId, part}) => recordings.addPart(captureId, part),
  finishRecording: ({job, recording}) => recordings.finish(job, recording),
  discardRecording: (captureId) => recordings.discard(captureId),
  unfinishedRecordings: () => recordings.unfinished(),
  recoverRecording: (job) => recordings.recover(job),
  seal: ({job, authorization, stored}, signal) => sealing.seal(job, authorization, signal, stored),
  fill: ({job, manifest}) => sealing.fill(job, manifest),
  check: ({endpoint, authorization}, signal) => serviceCheck.check(endpoint, authorization, signal),
  inspect: (inspection, signal, onProgress) => inspections.send(inspection, signal, onProgress),
});
