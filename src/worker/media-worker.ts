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
import {Sealer} from './sealing/sealer.js';
import {together} from '../ports/worker-channel/together.js';
import {reportTo, serve} from '../ports/worker-channel/serve.js';
import {QualityChecks} from './quality-checks.js';
import {PreviewMaker} from './preview-maker.js';
import {StillCanvas} from './still.js';
import {endsFile} from './storage/after-hand-over.js';
import {mediaOf, storableMedia} from './storage/storable-media.js';
import {StoredPreviews} from './storage/stored-previews.js';
import {OriginCheck} from './sealing/origin-check.js';

/** The page's one worker, for pictures, storage and seals. Wiring only. */
const connection = new DatabaseConnection();
const captures = new CaptureDatabase(connection);
const shelf = new CaptureShelf(captures, reportTo(globalThis));
const recordings = new RecordingShelf(new RecordingDatabase(connection), shelf, systemClock);
const previews = new PreviewMaker(new StoredPreviews(connection));
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
const sealing = new Sealer(shelf, service, systemClock);
const inspections = new InspectionRequests(new BrowserUpload(), http, authentication, (message) =>
  console.warn(message),
);

/** Calls that need more than one of these. */
const shared = {
  async prepare(width, height) {
    await shelf.open();
    return {encodes: canvas.prepare(width, height)};
  },
  keepStill(job, picture, isMeasured) {
    const measure = isMeasured ? qualities.begin(job.captureId) : undefined;
    const taking = canvas.encode(picture, measure).then(async (blob) => ({
      blob,
      keeping: await shelf.add(job, await storableMedia(blob)),
    }));
    return previews.after(taking);
  },
  quality: async (captureId) => Promise.resolve(qualities.finish(captureId)),
  add: async (job, media) => shelf.add(job, await storableMedia(media)),
  async claim(claim) {
    const job = await shelf.claim(claim);
    // The page now gets its credentials, which may take as long as the layout.
    if (job) sealing.layOutAhead(job);
    return job;
  },
  hasNetwork: () => http.hasNetwork(),
  media: (captureId) => mediaOf(shelf, captureId),
  preview: (captureId) => captures.preview(captureId),
  async handOver(handing) {
    const {captureId, previewBudget: budget} = handing;
    sealing.forget(captureId);
    const isMade = !!budget && endsFile(handing);
    // Afterwards the photo is not stored any more.
    const photo =
      isMade && previews.hasRoom ? await shelf.media(captureId).catch(() => undefined) : undefined;
    const isNoted = await shelf.handOver(handing);
    if (isNoted && isMade && photo) previews.make({captureId, photo, budget});
    return isNoted;
  },
  remove(captureId, ...further) {
    sealing.forget(captureId);
    return shelf.remove(captureId, ...further);
  },
} satisfies Partial<MediaWorkerCalls>;

const calls = together(shared, shelf, recordings, sealing, serviceCheck, inspections);
serve<MediaWorkerCalls>(globalThis, calls);
