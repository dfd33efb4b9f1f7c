import type {Draft} from '../../../src/core/queue/draft.js';
import {settled} from '../../settled.js';
import {Page, type PageOptions} from '../queue/queue-fixture.js';

export const recordingDraft: Draft = {
  captureId: 'recording',
  mode: 'audio',
  mediaType: 'audio/mpeg',
  metadata: {network: {wifi: true}},
  capturedAt: Date.UTC(2026, 0, 1),
};

/** A page with a microphone. */
export class AudioPage extends Page {
  constructor(options?: Omit<PageOptions, 'mode'>) {
    super({...options, mode: 'audio'});
  }

  /** Begins a recording of which this many parts are stored, and continues it. */
  async record(parts = 2, further: Partial<Draft> = {}): Promise<void> {
    await settled();
    const job = await this.protection.prepare({...recordingDraft, ...further});
    await this.recordings.begin(job);
    for (let index = 1; index <= parts; index++) {
      const bytes = new Uint8Array([index]).buffer;
      await this.recordings.addPart(job.captureId, {index, bytes, samples: index * 96_000});
    }
  }
}
