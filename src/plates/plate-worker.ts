/** The detector's worker: one self-contained script, except for the runtime that it loads. */
import {failureAs} from '@sealed-capture/seal/model/errors.js';
import {serve} from '../ports/worker-channel/serve.js';
import {loadNetworks} from './networks.js';
import type {PlateCalls} from './plate-calls.js';
import {PlateReader} from './plate-reader.js';

let reader: Promise<PlateReader> | undefined;

serve<PlateCalls>(globalThis, {
  async read(picture, files, rules) {
    const decoded = await decode(picture);
    try {
      reader ??= loadNetworks(files).then((networks) => new PlateReader(networks));
      return await (await reader).read(decoded, rules);
    } catch (thrown) {
      throw failureAs('worker_unavailable', thrown);
    } finally {
      decoded.close();
    }
  },
});

async function decode(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture);
  } catch (thrown) {
    throw failureAs('media_unsupported', thrown);
  }
}
