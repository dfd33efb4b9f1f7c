import type {Job} from '../../model/job.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import {WorkerRecordingStore, type RecordingStore} from '../../ports/captures/recording-store.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {Accounts} from '../credentials/accounts.js';
import type {Draft} from '../queue/queue-parts.js';
import {Core, type CorePorts} from './core.js';
import {sealableMetadata} from '../metadata/sealable-metadata.js';
import type {ProtectionQueue} from '../queue/protection-queue.js';
import type {Protection} from '../queue/queue-client.js';
import {readPlates} from '../plates/license-plates.js';

/** The core for pages without elements: also seals media that the page made by itself, and has their plates read. */
export class CoreOfPages extends Core {
  static #ofPage?: CoreOfPages;
  readonly #recordings: () => Pick<RecordingStore, 'unfinished' | 'discard'>;

  constructor(
    ports: CorePorts,
    queue?: ProtectionQueue,
    recordings: () => Pick<RecordingStore, 'unfinished' | 'discard'> = () =>
      new WorkerRecordingStore(MediaWorkerClient.shared()),
  ) {
    super(ports, queue);
    this.#recordings = recordings;
    readPlates(this.queue);
  }

  /** The page's own, with the same queue as that of its elements. */
  static override shared(): CoreOfPages {
    const {ports, queue} = super.shared();
    return (CoreOfPages.#ofPage ??= new CoreOfPages(ports, queue));
  }

  /**
   * Has media sealed that the page made by itself. Resolves once they are kept. What of the draft's metadata the
   * service would refuse is left out, and told as `configuration_invalid`; the place is obfuscated as the camera's
   * is. The file itself is sealed byte for byte: a place in its own EXIF, XMP or the like stays there, also where
   * `locationObfuscationRadius` is set. Taking that out before is the page's business.
   */
  protect(protection: Protection, media: Blob, draft: Draft): Promise<CaptureDetail> {
    const keep = async (job: Job) => ({
      blob: media,
      keeping: await this.ports.store.add(job, media),
    });
    // Where the file comes from this package does not know, whatever the page says.
    const unknown = {...draft, origin: undefined, gathered: undefined};
    return this.queue.add(protection, unknown, keep, sealableMetadata);
  }

  /**
   * Deletes for good what this browser keeps of an account (see the option `account`): captures that are not sealed,
   * sealed files, and what is kept of recordings that are not finished. `confirm` is told how many they are, and nothing is deleted unless it answers true.
   * Resolves with how many were deleted. Rejects with `storage_unavailable` where the browser's storage fails.
   */
  async forgetAccount(
    account: string,
    confirm: (captures: number) => boolean | Promise<boolean>,
  ): Promise<number> {
    const hash = await new Accounts(() => undefined).of(account);
    const theirs = (await this.ports.store.list()).filter((job) => job.account === hash);
    const recordings = this.#recordings();
    const begun = (await recordings.unfinished()).filter((job) => job.account === hash);
    const count = theirs.length + begun.length;
    if (hash === undefined || count === 0 || !(await confirm(count))) return 0;
    for (const {captureId} of theirs) await this.queue.forget(captureId);
    for (const {captureId} of begun) await recordings.discard(captureId);
    return count;
  }
}
