import type {Clock} from '../../ports/browser/clock.js';
import type {ChosenFile, ChosenFiles} from '../../ports/captures/chosen-files.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import {nowhere} from '@sealed-capture/seal/model/job/keeping.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {
  CaptureDetail,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import {capturingOf} from './draft.js';
import type {Protection} from './queue-client.js';

export type {ChosenFile, WhyRefused} from '../../ports/captures/chosen-files.js';

/** What an element uses to take files that a person has chosen. */
export interface Importing extends ChosenFiles {
  /**
   * Stores a file that is ready, and tells the client, as for a photo; then it is sealed. `config` is the configuration that it
   * was chosen with.
   */
  take(
    protection: Protection,
    file: Extract<ChosenFile, {name: 'ready'}>,
    config: ProtectionConfig,
  ): Promise<CaptureDetail>;
}

/** Takes chosen files into a queue that stores in `store`. Nothing that sensors measure now is sealed with them. */
export const importingInto = (
  store: Pick<CaptureStore, 'add'>,
  files: ChosenFiles,
  clock: Clock,
): Importing => ({
  chosen: (file, signal) => files.chosen(file, signal),
  prepare: (signal) => files.prepare(signal),
  take(protection, {blob, mediaType, imported}, config) {
    const keep = async (job: Job) => {
      try {
        return {blob, keeping: await store.add(job, blob)};
      } catch (thrown) {
        return {blob, keeping: nowhere(thrown)};
      }
    };
    const capturedAt = clock.now();
    const metadata = {imported: {chosenAt: new Date(capturedAt).toISOString(), ...imported}};
    const draft = {mode: 'image', mediaType, metadata, capturedAt, config} as const;
    return capturingOf(protection).add(draft, keep);
  },
});
