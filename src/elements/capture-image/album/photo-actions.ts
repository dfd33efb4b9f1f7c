import type {LitElement} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {KeptFocus} from '../../capture/keyboard.js';
import type {Voice} from '../controls/voice.js';
import type {Deleting} from '../../capture/files/listed.js';

/** What screens with photos need of the element that shows them, beyond its public members. */
export interface PhotoActions {
  connection: () => Protection;
  failures: Deleting;
  announcements: Voice;
  focused: KeptFocus;
  retry: (captureId: string) => void;
  /** Reports an exception; `closes`: about the closing record of this job. */
  failed: (
    captureId: string,
    fallback: ErrorCode,
    about?: {closes: string},
  ) => (thrown: unknown) => void;
}

type Host = LitElement & {
  readonly protections: readonly CaptureSummary[];
  readonly pendingLicensePlates: readonly CaptureSummary[];
};

/** Deletes a photo so that it can be taken again. A person can undo that for a while. */
export async function retake(host: Host, {failures, focused}: PhotoActions, captureId: string) {
  await failures.load();
  const isMeant = (capture: CaptureSummary) => capture.captureId === captureId;
  const photo = host.protections.find(isMeant);
  const awaitsPlate = host.pendingLicensePlates.some(isMeant);
  // A photo whose plate was asked for is kept if another page has confirmed it meanwhile.
  // Without the part that can undo a deletion, nothing is deleted, and the notice reports the missing part.
  if (photo) failures.part?.remove([photo], !awaitsPlate);
  await host.updateComplete;
  focused.move('.shutter');
}

/** Reports that the answer to the question about a photo could not be stored. */
export function unanswered({failed}: PhotoActions, captureId: string, thrown: unknown) {
  // Another page has answered: the question disappears.
  if (thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown') return;
  failed(captureId, 'storage_unavailable')(thrown);
}
