import {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {
  LateRecordings,
  type RecordingActions,
} from '../../../src/elements/capture-audio/recordings/late-recordings.js';
import {fileBrowser} from '../../../src/elements/capture/files/file-browser.js';
import {Failures, type FailureActions} from '../../../src/elements/capture/failures/failures.js';
import {all, drawn, textOf, waitUntil} from '../kit.js';
import {CaptureAudioFixture} from './fixture.js';

/** What the recordings of the next elements use in place of the browser. */
let replaced: Partial<RecordingActions> = {};

class TestedRecordings extends LateRecordings {
  constructor(host: CaptureAudio, actions: RecordingActions) {
    super(host, {...actions, ...replaced});
  }
}
class LongFailures extends Failures {
  constructor(host: CaptureAudio, actions: FailureActions) {
    super(host, {...actions, undoMs: 60_000});
  }
}
class ListingRecorder extends CaptureAudio {
  protected override importRecordings() {
    return Promise.resolve({LateRecordings: TestedRecordings});
  }
  protected override importFailures() {
    return Promise.resolve({Failures: LongFailures});
  }
}
customElements.define('listing-recorder', ListingRecorder);

/** A recorder whose list of recordings the test controls. */
export class RecordingsFixture {
  readonly recorder: CaptureAudioFixture;
  /** What was saved and shared. */
  readonly saved: [name: string, file: Blob][];
  readonly shared: File[];

  private constructor(
    recorder: CaptureAudioFixture,
    {saved, shared}: Pick<RecordingsFixture, 'saved' | 'shared'>,
  ) {
    this.recorder = recorder;
    this.saved = saved;
    this.shared = shared;
  }

  static async create({
    canShare = false,
    ...actions
  }: Partial<RecordingActions> & {canShare?: boolean} = {}): Promise<RecordingsFixture> {
    const saved: [string, Blob][] = [];
    const shared: File[] = [];
    const browser = {
      canShare: () => canShare,
      packer: fileBrowser.packer,
      share: (files: readonly File[]) => {
        shared.push(...files);
        return Promise.resolve('shared' as const);
      },
      save: (file: Blob, name: string) => void saved.push([name, file]),
    };
    replaced = {browser, peaks: noPeaks, ...actions};
    const recorder = await CaptureAudioFixture.create('listing-recorder');
    return new RecordingsFixture(recorder, {saved, shared});
  }

  get element(): CaptureAudio {
    return this.recorder.element;
  }

  get protection() {
    return this.recorder.core.protection;
  }

  /** The text of each row, newest first. */
  get rows(): readonly string[] {
    return all(this.element, '.row').map(textOf);
  }

  /** The row of this number; 0 is the newest recording. */
  row(row: number): HTMLElement {
    const found = all(this.element, '.row')[row];
    if (!found) throw new Error(`no row ${row}`);
    return found;
  }

  /** The button of this kind in a row. */
  button(row: number, selector: string): HTMLElement {
    const found = this.row(row).querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`row ${row} has no ${selector}`);
    return found;
  }

  async press(row: number, selector: string) {
    this.button(row, selector).click();
    await this.recorder.settled();
    await drawn(this.element);
  }

  /** Presses a button of the dialog for sharing: `files` or `zip`. */
  async choose(form: 'files' | 'zip') {
    await waitUntil(() => this.recorder.has('dialog.sharing[open]'), 'the dialog is open');
    this.recorder.find(`.sharing .${form}`).click();
    await this.recorder.settled();
    await drawn(this.element);
  }

  async delete(row: number) {
    const before = this.rows.length;
    this.button(row, '.delete').click();
    await waitUntil(() => this.rows.length < before, 'it is listed no more');
    await drawn(this.element);
  }

  /** Adds a recording of an earlier visit, which the element is not told of. */
  async find(captureId: string, more: Partial<(typeof this.protection.captures)[number]> = {}) {
    this.protection.captures = [
      ...this.protection.captures,
      {
        captureId,
        mode: 'audio',
        capturedAt: '2026-11-20T15:04:00Z',
        duration: 9,
        progress: {name: 'waiting'},
        ...more,
      },
    ];
    this.protection.client.onChange();
    await drawn(this.element);
  }
}

/** For files that cannot be decoded. */
export async function* noPeaks(): AsyncGenerator<Float32Array> {
  await Promise.resolve();
  throw new DOMException('Not a sound', 'EncodingError');
}
