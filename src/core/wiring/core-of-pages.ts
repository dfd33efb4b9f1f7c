import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {RecordingStore} from '../../ports/captures/recording-store.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {Accounts} from '../credentials/accounts.js';
import {capturingOf, type Draft} from '../queue/draft.js';
import {SealingCore, type CorePorts} from './core.js';
import {sealableMetadata} from '../metadata/sealable-metadata.js';
import type {ProtectionQueue} from '../queue/protection-queue.js';
import type {Protection} from '../queue/queue-client.js';
import {readPlates} from '../plates/license-plates.js';

/** The core for pages without elements. It also seals media that the page made by itself, and has their plates read. */
export class CoreOfPages extends SealingCore {
  static #ofPage?: CoreOfPages;
  readonly #recordings: () => Pick<RecordingStore, 'unfinished' | 'discard'>;

  constructor(
    ports: CorePorts,
    queue?: ProtectionQueue,
    recordings: () => Pick<RecordingStore, 'unfinished' | 'discard'> = () =>
      MediaWorkerClient.shared().calls,
  ) {
    super(ports, queue);
    this.#recordings = recordings;
    readPlates(this.queue);
  }

  /** The page's shared core, with the same queue as its elements. */
  static override shared(): CoreOfPages {
    const {ports, queue} = super.shared();
    return (CoreOfPages.#ofPage ??= new CoreOfPages(ports, queue));
  }

  /**
   * Has a file sealed that the page made by itself. Resolves once the file is stored. Metadata that the service
   * would refuse is left out and reported as `configuration_invalid`; the location is obfuscated as for the camera.
   * The file itself is sealed byte for byte: a location in its EXIF or XMP stays, even with
   * `locationObfuscationRadius`. The page has to remove it beforehand.
   */
  protect(protection: Protection, media: Blob, draft: Draft): Promise<CaptureDetail> {
    const keep = async (job: Job) => ({
      blob: media,
      keeping: await this.ports.store.add(job, media),
    });
    // This package does not know where the file comes from, whatever the page says.
    const unknown = {...draft, origin: undefined, gathered: undefined};
    return capturingOf(protection).add(unknown, keep, sealableMetadata);
  }

  /**
   * Deletes for good what this browser stores of an account (see the option `account`): unsealed captures, sealed
   * files, parts of unfinished recordings, and what is recorded of its jobs. `confirm` is called with the number of captures, and
   * none is deleted unless it returns true. Resolves with the number deleted. Rejects with `storage_unavailable` if the browser's storage
   * fails.
   */
  async forgetAccount(
    account: string,
    confirm: (captures: number) => boolean | Promise<boolean>,
  ): Promise<number> {
    const hash = await new Accounts(() => undefined).of(account);
    const theirs = (await this.ports.store.list()).filter((job) => job.account === hash);
    const recordings = this.#recordings();
    const begun = (await recordings.unfinished()).filter((job) => job.account === hash);
    const count = theirs.filter((job) => !isClosing(job)).length + begun.length;
    if (hash === undefined || (count > 0 && !(await confirm(count)))) return 0;
    for (const {captureId} of theirs) await this.queue.forget(captureId);
    for (const {captureId} of begun) await recordings.discard(captureId);
    await this.ports.store.forgetSets({account: hash});
    return count;
  }
}
