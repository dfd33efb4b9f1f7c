import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';

interface NamesActions {
  metadata: (captureId: string) => Promise<CaptureMetadata>;
  /** Called when the name of this photo's shot is known. */
  known: (captureId: string) => void;
}

/** The names of the shots that photos show, as they are sealed with them. Each is read once. */
export class ShotNames {
  readonly #actions: NamesActions;
  /** By photo; empty while it is read. */
  readonly #names = new Map<string, string>();

  constructor(actions: NamesActions) {
    this.#actions = actions;
  }

  /** Returns the name; empty without a shot, and until it is read. */
  of({captureId, shot}: CaptureSummary): string {
    if (shot === undefined) return '';
    if (!this.#names.has(captureId)) void this.#read(captureId);
    return this.#names.get(captureId) ?? '';
  }

  async #read(captureId: string) {
    this.#names.set(captureId, '');
    const {metadata, known} = this.#actions;
    const {features} = await metadata(captureId).catch(() => ({features: undefined}));
    const name = features?.shot?.label;
    if (!name) return;
    this.#names.set(captureId, visibleText(name));
    known(captureId);
  }
}
