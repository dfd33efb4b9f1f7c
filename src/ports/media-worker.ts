import {CaptureDatabase} from './worker/capture-database.js';
import {CaptureShelf} from './worker/capture-shelf.js';
import {inspectionBody} from './worker/inspection-body.js';
import {Sealing} from './worker/sealing.js';
import {serve} from './worker/serve.js';
import {StillCanvas} from './worker/still.js';

/** The page's one worker: pictures, storage, hashes. Wiring only. */
const shelf = new CaptureShelf(new CaptureDatabase());
const canvas = new StillCanvas();
const sealing = new Sealing(shelf);

serve(globalThis, {
  async prepare({width, height}) {
    await shelf.open();
    return {encodes: canvas.prepare(width, height)};
  },
  async keepStill({job, picture}) {
    const blob = await canvas.encode(picture);
    return {blob, keeping: await shelf.add(job, await blob.arrayBuffer())};
  },
  add: async ({job, media}) => shelf.add(job, await media.arrayBuffer()),
  claim: (claim) => shelf.claim(claim),
  replace: ({job, expected}) => shelf.replace(job, expected),
  get: (captureId) => shelf.get(captureId),
  list: () => shelf.list(),
  async media(captureId) {
    const [job, bytes] = [await shelf.get(captureId), await shelf.media(captureId)];
    return bytes && new Blob([bytes], {type: job?.mediaType});
  },
  async remove(captureId) {
    sealing.forget(captureId);
    await shelf.remove(captureId);
  },
  layOut: (params) => sealing.layOut(params),
  fill: (params) => sealing.fill(params),
  inspectionBody,
});
