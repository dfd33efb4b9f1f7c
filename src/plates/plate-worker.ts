/** The detector's worker: one self-contained script, apart from the runtime that it loads by its address. */
import {toSealedCaptureError} from '../model/errors.js';
import type {DetectedLicensePlate} from '../model/protection-config.js';
import type {PlateAnswer, ReadMessage} from './messages.js';
import {loadNetworks} from './networks.js';
import {PlateReader} from './plate-reader.js';

let reader: Promise<PlateReader> | undefined;

async function read(message: ReadMessage): Promise<DetectedLicensePlate | undefined> {
  const picture = await decode(message.picture);
  try {
    reader ??= loadNetworks(message.files).then((networks) => new PlateReader(networks));
    return await (await reader).read(picture, message.rules);
  } finally {
    picture.close();
  }
}

async function decode(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture);
  } catch (thrown) {
    throw toSealedCaptureError(thrown, 'media_unsupported');
  }
}

const answer = (message: PlateAnswer): void => self.postMessage(message);

self.onmessage = ({data}: MessageEvent<ReadMessage>) => {
  read(data).then(
    (plate) => answer({kind: 'read', plate}),
    (thrown: unknown) => {
      const {code, message} = toSealedCaptureError(thrown, 'worker_unavailable');
      answer({kind: 'failed', code, message});
    },
  );
};
