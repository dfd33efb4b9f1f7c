import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {Camera} from '@sealed-capture/seal/model/capture-metadata.js';
import {
  problemOf,
  type PictureQuality,
  type QualityProblem,
} from '@sealed-capture/seal/model/picture-quality.js';
import type {Failures} from '../../capture/failures/failures.js';
import type {Mark} from '../../capture/seal-state.js';
import type {LatePart} from '../../late-part.js';
import {photoQuality} from '../../../lang/compiled/en/photo-quality.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {Localize} from '../../strings/localize.js';
import type {PhotoFiles} from '../photos/photo-files.js';
import type {decodePicture} from '../viewer/decode.js';
import {StagedPhoto} from '../viewer/staged-photo.js';
import {pictureLabel, timeOf} from '../viewer/viewer-view.js';
import {renderReview, type Answers} from './review-view.js';

type Host = ReactiveControllerHost & HTMLElement & {readonly renderRoot: ParentNode};

/** The functions of the element that the question uses. */
export interface ReviewActions {
  connection: () => Pick<Protection, 'metadata' | 'accept' | 'reject'>;
  files: PhotoFiles;
  failures: Pick<LatePart<Failures>, 'part'>;
  mark: (photo: CaptureSummary) => Mark;
  /** Announces a text to screen readers. */
  tell: (text: string) => void;
  /** Reports that the answer could not be stored. Returns false if there is nothing to report: the photo is gone. */
  failed: (captureId: string, thrown: unknown) => boolean;
  decode?: typeof decodePicture;
  /** Replaces `GUARD_MS`, for tests. */
  guardMs?: number;
}

/** The photo that is asked about. */
interface Asked {
  readonly captureId: string;
  /** The photo when it was first asked about. */
  readonly photo: CaptureSummary;
  /** It was taken while this page was open. */
  readonly isNew: boolean;
  /** Milliseconds by `performance.now()`. */
  readonly since: number;
  shot?: string;
  problem?: QualityProblem;
  /** An answer is being stored, and no other one counts. */
  isAnswering?: boolean;
  /** The person has answered it, whether or not that had an effect. */
  wasAnswered?: true;
  /** The last answer could not be stored. */
  hasFailed?: boolean;
}

/**
 * Milliseconds after which answers count. A second press of the shutter, which was where an answer is now, must not
 * discard the photo.
 */
const GUARD_MS = 300;

/** Asks whether to use each undecided photo, the oldest first, and shows it in the frame meanwhile. */
export class Review implements ReactiveController, Answers {
  readonly #host: Host;
  readonly #actions: ReviewActions;
  readonly #say: Localize;
  readonly #picture: StagedPhoto;
  /** Problems by photo, as far as they were measured before the photo is asked about. */
  readonly #problems = new Map<string, QualityProblem>();
  #asked?: Asked;
  /** The question differs from the one that was rendered before; also if there is none any more. */
  #hasChanged = false;
  #movesFocus = false;

  constructor(host: Host, actions: ReviewActions) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, {...viewer, ...photoQuality});
    this.#picture = new StagedPhoto({
      files: actions.files,
      decode: actions.decode,
      room: () => host.renderRoot.querySelector('.review .stage'),
      changed: () => {
        host.requestUpdate();
      },
    });
    host.addController(this);
  }

  /** Renders the question about the first of these photos; undefined if there are none. */
  render(undecided: readonly CaptureSummary[]) {
    const [photo] = undecided;
    if (photo?.captureId !== this.#asked?.captureId) this.#ask(photo);
    if (!photo) return undefined;
    const {shot} = this.#asked ?? {};
    const say = this.#say;
    return renderReview(
      {
        stage: this.#picture.render(pictureLabel(photo, this.#actions.mark(photo), say), say),
        isEnlarged: this.#picture.isEnlarged,
        undo: this.#actions.failures.part?.renderUndo(),
        shot,
        warnings: this.#warnings(photo),
        time: timeOf(photo, say),
        more: undecided.length - 1,
      },
      this,
      say,
    );
  }

  hostConnected() {
    // The element was moved, or is back. The connection to the storage is made anew right after this.
    if (this.#asked) void this.#decode();
  }

  hostDisconnected() {
    this.#picture.stop();
  }

  hostUpdated() {
    const {renderRoot} = this.#host;
    const asked = this.#asked;
    if (asked) this.#picture.drawn(renderRoot.querySelector('.review') ?? renderRoot);
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    if (this.#movesFocus && this.#isFocusFree) {
      renderRoot.querySelector<HTMLElement>(asked ? '[part=review-use]' : '[data-focus]')?.focus();
    }
    if (asked) void this.#begin(asked);
  }

  /** To be called with the measured quality. */
  measured(captureId: string, quality: PictureQuality) {
    const problem = problemOf(quality);
    if (!problem) return;
    this.#problems.set(captureId, problem);
    const asked = this.#asked;
    if (asked?.captureId !== captureId || asked.problem) return;
    asked.problem = problem;
    this.#tellNow(this.#say.term('qualityQuestion', problem));
  }

  readonly use = () => {
    void this.#answer('accept');
  };

  readonly retake = () => {
    void this.#answer('reject');
  };

  readonly zoom = () => {
    this.#picture.toggle();
  };

  readonly onKey = (event: KeyboardEvent) => {
    // Neither the page nor the camera behind the question should handle this key.
    event.stopPropagation();
    const {key, ctrlKey, metaKey, altKey, repeat} = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Escape') {
      event.preventDefault();
      if (!repeat) this.retake();
    } else if (this.#picture.press(key)) event.preventDefault();
  };

  #ask(photo: CaptureSummary | undefined) {
    const wasAnswered = this.#asked?.wasAnswered;
    this.#hasChanged = true;
    if (!photo) {
      this.#asked = undefined;
      this.#picture.clear();
      this.#problems.clear();
      this.#movesFocus = !!wasAnswered;
      return;
    }
    const {captureId, capturedAt} = photo;
    const isNew = Date.parse(capturedAt) >= performance.timeOrigin;
    const problem = this.#problems.get(captureId);
    this.#asked = {captureId, photo, isNew, since: performance.now(), problem};
    // When a page opens, the focus stays where the person is.
    this.#movesFocus = isNew || !!wasAnswered;
    this.#picture.show(captureId);
  }

  async #begin(asked: Asked) {
    void this.#decode();
    const {connection, tell} = this.#actions;
    const {camera, features} = await connection()
      .metadata(asked.captureId)
      .catch(() => ({camera: undefined, features: undefined}));
    if (this.#asked !== asked) return;
    asked.shot = features?.shot?.label;
    asked.problem ??= measuredProblem(camera);
    const {shot = '', isNew, photo} = asked;
    const question = this.#say.term(isNew ? 'viewerUseSaid' : 'viewerUseWaits', shot);
    tell([question, ...this.#warnings(photo)].join(' '));
    this.#host.requestUpdate();
  }

  /** Decodes the picture once its size on the screen is known. */
  async #decode() {
    await this.#host.updateComplete;
    if (this.#host.isConnected) await this.#picture.decode('screen');
  }

  /** What the person should know before the answer. */
  #warnings({isUnstored}: CaptureSummary): string[] {
    const {problem, hasFailed} = this.#asked ?? {};
    const say = this.#say;
    return [
      ...(problem ? [say.term('qualityQuestion', problem)] : []),
      ...(isUnstored ? [say.term('viewerUnstored')] : []),
      ...(hasFailed ? [say.term('viewerAnswerNotStored')] : []),
    ];
  }

  /** Announces a new warning, which is rendered as well. */
  #tellNow(warning: string) {
    this.#actions.tell(warning);
    this.#host.requestUpdate();
  }

  async #answer(answer: 'accept' | 'reject') {
    const asked = this.#asked;
    const {guardMs = GUARD_MS, connection, tell, failed} = this.#actions;
    if (!asked || asked.isAnswering || performance.now() - asked.since < guardMs) return;
    const {captureId} = asked;
    asked.wasAnswered = true;
    asked.isAnswering = true;
    asked.hasFailed = false;
    try {
      const hasEffect = await connection()[answer](captureId);
      if (hasEffect && answer === 'reject') tell(this.#say.term('viewerDiscarded'));
    } catch (thrown) {
      if (!failed(captureId, thrown)) return;
      asked.hasFailed = true;
      // Replaces the announcement of a photo that is not sealed.
      this.#tellNow(this.#say.term('viewerAnswerNotStored'));
    } finally {
      // Without an effect, the question may stay, and can be answered again.
      asked.isAnswering = false;
    }
  }

  /** True if the person is in this element, or nowhere. */
  get #isFocusFree(): boolean {
    const {activeElement} = document;
    return !activeElement || activeElement === document.body || this.#host.matches(':focus-within');
  }
}

/** The problem that was measured in an earlier visit, if the photo was measured. */
function measuredProblem(camera: Camera = {}): QualityProblem | undefined {
  const {meanLuminance, clippedShare, sharpness} = camera;
  return meanLuminance === undefined || clippedShare === undefined
    ? undefined
    : problemOf({meanLuminance, clippedShare, sharpness});
}
