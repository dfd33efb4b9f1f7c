import {html, nothing, type PropertyValues} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {shots as words} from '../../../lang/compiled/en/shots.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {checkIcon, clockIcon} from '../../icons.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {showModal} from '../../inner/show-modal.js';
import {turnIcon} from '../../later-icons.js';
import {Localize} from '../../strings/localize.js';
import {KeptFocus} from '../../capture/keyboard.js';
import type {Deleting} from '../../capture/files/listed.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {smallStyles} from '../../capture/files/row-styles.js';
import {decodePicture} from '../album/decode.js';
import {onPictureStyles} from '../on-picture-styles.js';
import {Thumbnails} from '../photos/thumbnails.js';
import {sheetStyles} from '../sheet-styles.js';
import {renderOutline} from './outline/outlines.js';
import type {ShotOrientation, Shot, ShotProgress} from './shot.js';
import {ChooseShotEvent, SkipShotEvent} from './shot-events.js';
import {closedOf, summaryOf, type Completion} from './completion.js';
import {noteOf} from './shot-progress.js';
import {renderPanel, renderSkip, type PanelActions} from './shots-panel.js';
import {shotRowsStyles} from './rows-styles.js';
import {shotsStyles} from './shots-styles.js';

/** What gets the focus in the list: the button of the shot that is next, or else the one that closes it. */
const IN_LIST = ['.shots [aria-current] .take', '.shots .exit'];

/**
 * The list of all shots. `more`: the required shot whose button to skip it is shown; `asked`: the shot that is to be skipped
 * and needs a reason; `lacksReason`: the person gave none.
 */
type PanelState =
  | {name: 'closed'; more?: string}
  | {name: 'open'; more?: string; asked?: string; lacksReason?: boolean};

/**
 * The current shot over the live picture, with its outline; it opens the list of all shots, over the whole page.
 *
 * @fires {ChooseShotEvent} choose - The person wants to take a shot of the list next.
 * @fires {SkipShotEvent} skip - The person skips a shot.
 * @fires keep - The person cancels a retake.
 * @fires done - The person closes the job, or confirms that everything is delivered.
 */
export class ShotsView extends InnerElement implements PanelActions {
  static override properties = {
    shots: given,
    progress: given,
    photos: given,
    current: given,
    isChoosing: given,
    completion: given,
    turn: given,
    last: given,
    announcement: given,
    isCovered: given,
  };
  static override styles = [
    ...super.styles,
    onPictureStyles,
    roundStyles,
    sheetStyles,
    smallStyles,
    shotsStyles,
    shotRowsStyles,
  ];
  static override readonly parts = ['shot', 'shots'];

  shots: readonly Shot[] = [];
  /** The states of the shots, in their order. */
  progress: readonly ShotProgress[] = [];
  photos: readonly CaptureSummary[] = [];
  /** The shot of the next photo; undefined if no shot is open. */
  current?: Shot;
  /** True where there is no live picture, and a photo can be chosen. */
  isChoosing = false;
  /** Undefined while a shot is open. */
  completion?: Completion;
  declare failures: Pick<Deleting, 'part'>;
  /** How the phone is to be held for this shot; undefined if it is held so. */
  turn?: ShotOrientation;
  /** The thumbnail beside the shutter. */
  last?: {picture: HTMLCanvasElement; summary: CaptureSummary};
  /** A photo's file; undefined if it is not stored any more. */
  declare fileOf: (captureId: string) => Promise<Blob | undefined>;
  declare previewOf: (captureId: string) => Promise<Blob | undefined>;
  announcement = '';
  /** True if another list covers it. */
  isCovered = false;

  readonly #say = new Localize(this, {...words, ...imported, ...viewer});
  readonly #thumbnails = new Thumbnails({
    wanted: () => (this.#panel.name === 'open' ? this.#counting : []),
    fileOf: (captureId) => this.fileOf(captureId),
    previewOf: (captureId) => this.previewOf(captureId),
    decode: decodePicture,
    drawn: () => {
      this.requestUpdate();
    },
  });
  #panel: PanelState = {name: 'closed'};
  /** The live region was rendered before: screen readers announce only what changes in it. */
  #isHeard = false;

  constructor() {
    super();
    // “Done” and other buttons of the card disappear once they are pressed.
    new KeptFocus(this, () => {
      this.#focus(['.what']);
    });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#show({name: 'closed'});
  }

  override focus(options?: FocusOptions) {
    this.#focus(IN_LIST, options);
  }

  readonly close = () => {
    this.#show({name: 'closed'}, ['.what']);
  };

  choose(id: string) {
    this.#show({name: 'closed'});
    this.dispatchEvent(new ChooseShotEvent(id));
  }

  readonly ask = (id?: string) => {
    this.#show({name: 'open', asked: id}, id ? ['.shots form .button'] : IN_LIST);
  };

  readonly more = (id: string) => {
    const where = this.#panel.name === 'open' ? '.shots' : '.shot';
    this.#show({...this.#panel, more: id}, [`${where} .revealed`]);
  };

  askAgain(id: string) {
    this.#show({name: 'open', asked: id, lacksReason: true}, ['.shots input']);
  }

  skip(...skipped: ConstructorParameters<typeof SkipShotEvent>) {
    this.#show({name: 'closed'});
    this.dispatchEvent(new SkipShotEvent(...skipped));
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('isCovered') && this.isCovered) this.#show({name: 'closed'});
    this.toggleAttribute('data-focus', this.#panel.name === 'open');
  }

  protected override render() {
    const panel = this.#panel;
    const overlay = !this.isChoosing && this.current?.overlay;
    return html`${overlay ? renderOutline(overlay) : nothing}
      ${this.isCovered ? nothing : this.#renderCard()}
      <dialog
        class="sheet shots"
        part="shots"
        aria-labelledby="shots-title"
        @keydown=${this.#onKey}
        @close=${this.#onClose}
      >
        ${panel.name === 'open' ? renderPanel({...panel, ...this.#list}, this, this.#say) : nothing}
      </dialog>
      <div class="visually-hidden" role="status">
        ${this.#isHeard ? this.announcement : nothing}
      </div>`;
  }

  protected override updated() {
    if (this.last) this.#thumbnails.keep(this.last.summary.captureId, this.last.picture);
    if (this.#panel.name === 'open') void this.#thumbnails.draw();
    if (this.#isHeard) return;
    this.#isHeard = true;
    if (this.announcement) this.requestUpdate();
  }

  get #list() {
    const {shots, progress, photos, current, isChoosing} = this;
    const why = (photo: CaptureSummary) => this.failures.part?.explain(photo).why;
    const thumbnail = (captureId: string) => this.#thumbnails.of(captureId);
    return {shots, progress, photos, thumbnail, current: current?.id, isChoosing, why};
  }

  /** Ids of the photos that count. */
  get #counting(): readonly string[] {
    return this.progress.flatMap(({state}) =>
      state.name === 'taken' ? state.captureIds.slice(0, 1) : [],
    );
  }

  #renderCard() {
    const say = this.#say;
    const {current, progress, completion} = this;
    const open = () => {
      this.ask();
    };
    if (!current) {
      const closed = closedOf(completion, say);
      return html`<div class="shot" part="shot">
        <button class="what done" aria-haspopup="dialog" @click=${open}>
          ${completion?.isUnderway ? clockIcon() : checkIcon()}
          <div>
            <b>${summaryOf(completion, say)}</b>
            ${closed ? html`<span>${closed}</span>` : nothing}
          </div>
          <span class="visually-hidden">${say.term('shotsOpen')}</span>
        </button>
        ${
          completion?.isConfirmable
            ? html`<button class="skip finish" @click=${this.#finish}>
                ${say.term('shotsFinish')}
              </button>`
            : nothing
        }
      </div>`;
    }
    const label = visibleText(current.label);
    const hint = visibleText(current.hint ?? '');
    const index = this.shots.indexOf(current);
    const note = noteOf(current, progress[index]);
    return html`<div class="shot" part="shot">
      <button class="what" aria-haspopup="dialog" @click=${open}>
        <small
          >${say.term('shotOf', index + 1, progress.length)}${note ? html` · ${say.term(note)}` : nothing}</small
        >
        <b><bdi>${label}</bdi></b>
        ${hint ? html`<span><bdi>${hint}</bdi></span>` : nothing}
        ${
          this.turn
            ? html`<span class="turn">${turnIcon()}${say.term('shotTurn', this.turn)}</span>`
            : nothing
        }
        <span class="visually-hidden">${say.term('shotsOpen')}</span>
      </button>
      ${
        note === 'shotRetaking'
          ? html`<button class="skip" @click=${this.#keep}>
              ${say.term('shotRetakeCancel')} <span class="visually-hidden">${label}</span>
            </button>`
          : renderSkip(current, 'skip', this.#panel.more, this, say)
      }
    </div>`;
  }

  /** Ignores the second press of a double click. */
  readonly #finish = ({detail}: MouseEvent) => {
    if (detail <= 1) this.dispatchEvent(new Event('done'));
  };

  /** The shot keeps its present photo. */
  readonly #keep = () => {
    this.dispatchEvent(new Event('keep'));
    this.close();
  };

  /** Escape closes the question first, and then, by the browser, the list. */
  readonly #onKey = (event: KeyboardEvent) => {
    // Neither the page nor the camera behind the list should handle this key.
    event.stopPropagation();
    if (event.key !== 'Escape' || this.#panel.name === 'closed' || !this.#panel.asked) return;
    event.preventDefault();
    this.ask();
  };

  /** The browser closes it with Escape, or the back button of a phone. */
  readonly #onClose = () => {
    if (this.#panel.name === 'open' && !this.find<HTMLDialogElement>('dialog')?.open) this.close();
  };

  #show(panel: PanelState, focused?: readonly string[]) {
    const dialog = this.find<HTMLDialogElement>('dialog');
    this.#panel = panel;
    // At once: nothing outside can get the focus before.
    if (panel.name === 'closed') dialog?.close();
    else if (dialog && !dialog.open) showModal(dialog);
    this.requestUpdate();
    if (focused)
      void this.updateComplete.then(() => {
        this.#focus(focused);
      });
  }

  /** Focuses the first of these that exists. */
  #focus(selectors: readonly string[], options?: FocusOptions) {
    const wanted = selectors.find((selector) => this.find(selector));
    if (wanted) this.find(wanted)?.focus(options);
  }
}
