import {nothing, type PropertyValues} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {photoQuality} from '../../../lang/compiled/en/photo-quality.js';
import {metadata} from '../../../lang/compiled/en/metadata.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import type {Camera} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {problemOf, type QualityProblem} from '@sealed-capture/seal/model/picture-quality.js';
import {markOf} from '../../capture/seal-mark.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {Localize} from '../../strings/localize.js';
import type {PhotoBrowser} from '../album/photo-browser.js';
import {CaptureFiles} from '../../capture/files/capture-files.js';
import type {Deleting} from '../../capture/files/listed.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {onPictureStyles} from '../on-picture-styles.js';
import {captionStyles} from '../photos/caption-styles.js';
import {PhotoCaption, type Captions} from '../photos/photo-caption.js';
import {StagedPhoto} from '../viewer/staged-photo.js';
import {stageStyles} from '../../stage/stage-styles.js';
import {takenText} from '../../capture/files/taken-text.js';
import {pictureLabel} from '../viewer/viewer-view.js';
import {AnnounceEvent, UnansweredEvent, type Measured} from './review-events.js';
import {renderReview, type Answers} from './review-view.js';
import {reviewStyles} from './review-styles.js';

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
  /** Why its caption was not stored, as a sentence. */
  captionProblem?: string;
}

/**
 * Milliseconds after which answers count. A second press of the shutter, which was where an answer is now, must not
 * discard the photo.
 */
const GUARD_MS = 300;

/**
 * Asks whether to use each undecided photo, the oldest first, and shows it in the frame meanwhile. Without such a photo, it
 * is hidden.
 *
 * @fires {AnnounceEvent} announce - A text for screen readers.
 * @fires {UnansweredEvent} unanswered - The answer could not be stored.
 * @fires answered - The person has answered the last question, and the focus is free.
 */
export class PhotoReview extends InnerElement implements Answers {
  static override properties = {undecided: given, measured: given, captionField: given};
  static override styles = [
    ...super.styles,
    onPictureStyles,
    roundStyles,
    stageStyles,
    captionStyles,
    reviewStyles,
  ];
  static override readonly parts = ['review', 'caption', 'notice'];

  /** The photos to ask about, oldest first. */
  undecided: readonly CaptureSummary[] = [];
  /** A caption can be written for each. */
  captionField = false;
  /** The photo that was measured last. */
  measured?: Measured;
  declare connection: () => Captions &
    Pick<Protection, 'metadata' | 'accept' | 'reject' | 'picture' | 'preview' | 'sealedFile'>;
  declare failures: Deleting;
  declare browser: PhotoBrowser;

  readonly #say = new Localize(this, {...viewer, ...imported, ...photoQuality, ...metadata});
  readonly files = new CaptureFiles(this, this.#say);
  readonly #picture = new StagedPhoto(this);
  readonly #caption = new PhotoCaption(this, {
    connection: () => this.connection(),
    say: this.#say,
    tell: (problem) => {
      if (this.#asked) this.#asked.captionProblem = problem;
      this.#announce(problem);
    },
  });
  /** Problems by photo, as far as they were measured before the photo is asked about. */
  readonly #problems = new Map<string, QualityProblem>();
  #asked?: Asked;
  /** The question differs from the one that was rendered before; also if there is none any more. */
  #hasChanged = false;
  #movesFocus = false;

  override connectedCallback() {
    super.connectedCallback();
    // The element was moved, or is back.
    if (this.#asked) void this.#decode();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#picture.stop();
  }

  override focus(options?: FocusOptions) {
    this.find('.use')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues) {
    const [photo] = this.undecided;
    if (photo?.captureId !== this.#asked?.captureId) this.#ask(photo);
    if (changed.has('measured') && this.measured) this.#noteQuality(this.measured);
    this.hidden = !photo;
    this.toggleAttribute('data-focus', !!photo);
  }

  protected override render() {
    const [photo] = this.undecided;
    if (!photo) return nothing;
    const say = this.#say;
    return renderReview(
      {
        stage: this.#picture.render(pictureLabel(photo, markOf(photo, say), say), say),
        isEnlarged: this.#picture.isEnlarged,
        undo: this.failures.part?.renderUndo(),
        shot: this.#asked?.shot,
        caption: this.#caption.render(photo, this.captionField),
        warnings: this.#warnings(photo),
        taken: takenText(photo, say),
        isChosen: photo.imported !== undefined,
        more: this.undecided.length - 1,
      },
      this,
      say,
    );
  }

  protected override updated() {
    const asked = this.#asked;
    if (asked) this.#picture.drawn();
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    if (this.#movesFocus && this.#isFocusFree) {
      if (asked) this.focus();
      else this.dispatchEvent(new Event('answered'));
    }
    if (asked) void this.#begin(asked);
  }

  #noteQuality({captureId, quality}: Measured) {
    const problem = problemOf(quality);
    if (!problem) return;
    this.#problems.set(captureId, problem);
    const asked = this.#asked;
    if (asked?.captureId !== captureId || asked.problem) return;
    asked.problem = problem;
    this.#announce(this.#say.term('qualityQuestion', problem));
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
    const {camera, features} = await this.connection()
      .metadata(asked.captureId)
      .catch(() => ({camera: undefined, features: undefined}));
    if (this.#asked !== asked) return;
    asked.shot = features?.shot?.label;
    asked.problem ??= measuredProblem(camera);
    const {shot = '', isNew, photo} = asked;
    const made = photo.imported ? 'viewerUseChosen' : 'viewerUseSaid';
    const question = this.#say.term(isNew ? made : 'viewerUseWaits', shot);
    this.#announce([question, ...this.#warnings(photo)].join(' '));
  }

  /** Decodes the picture once its size on the screen is known. */
  async #decode() {
    await this.updateComplete;
    if (this.isConnected) await this.#picture.decode('screen');
  }

  /** What the person should know before the answer. */
  #warnings({isUnstored}: CaptureSummary): string[] {
    const {problem, hasFailed, captionProblem} = this.#asked ?? {};
    const say = this.#say;
    return [
      ...(problem ? [say.term('qualityQuestion', problem)] : []),
      ...(isUnstored ? [say.term('viewerUnstored')] : []),
      ...(hasFailed ? [say.term('viewerAnswerNotStored')] : []),
      ...(captionProblem ? [captionProblem] : []),
    ];
  }

  /** Announces the question or a warning, which is rendered as well. */
  #announce(text: string) {
    this.dispatchEvent(new AnnounceEvent(text));
    this.requestUpdate();
  }

  async #answer(answer: 'accept' | 'reject') {
    const asked = this.#asked;
    const {guardMs = GUARD_MS} = this.browser;
    if (!asked || asked.isAnswering || performance.now() - asked.since < guardMs) return;
    const {captureId} = asked;
    asked.wasAnswered = true;
    asked.isAnswering = true;
    asked.hasFailed = false;
    asked.captionProblem = undefined;
    try {
      if (answer === 'reject') this.#caption.drop();
      else if (!(await this.#caption.store())) return;
      const hasEffect = await this.connection()[answer](captureId);
      if (hasEffect && answer === 'reject') this.#announce(this.#say.term('viewerDiscarded'));
    } catch (thrown) {
      // Another page has answered: the question disappears.
      if (thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown') return;
      this.dispatchEvent(new UnansweredEvent(captureId, thrown));
      asked.hasFailed = true;
      // Replaces the announcement of a photo that is not sealed.
      this.#announce(this.#say.term('viewerAnswerNotStored'));
    } finally {
      // Without an effect, the question may stay, and can be answered again.
      asked.isAnswering = false;
    }
  }

  /** True if the person is in this element, or nowhere. */
  get #isFocusFree(): boolean {
    const {activeElement} = document;
    const root = this.getRootNode();
    const isInside = root instanceof ShadowRoot && root.host.matches(':focus-within');
    return !activeElement || activeElement === document.body || isInside;
  }
}

/** The problem that was measured in an earlier visit, if the photo was measured. */
function measuredProblem(camera: Camera = {}): QualityProblem | undefined {
  const {meanLuminance, clippedShare, sharpness} = camera;
  return meanLuminance === undefined || clippedShare === undefined
    ? undefined
    : problemOf({meanLuminance, clippedShare, sharpness});
}
