import {html, nothing, type PropertyValues} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {shots as words} from '../../../lang/compiled/en/shots.js';
import {contentsStyles} from '../../capture/contents/contents-styles.js';
import {checkIcon, clockIcon} from '../../icons.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {Localize} from '../../strings/localize.js';
import type {Deleting} from '../album/listed.js';
import {onPictureStyles} from '../on-picture-styles.js';
import {renderOutline} from './outlines.js';
import type {Shot, ShotProgress} from './shot.js';
import {ChooseShotEvent, SkipShotEvent} from './shot-events.js';
import {summaryOf, type Completion} from './completion.js';
import {noteOf} from './shot-progress.js';
import {renderPanel, type PanelActions} from './shots-panel.js';
import {shotsStyles} from './shots-styles.js';

/**
 * The list of all shots. `asked`: the shot that is to be skipped and needs a reason; `lacksReason`: the person gave none.
 */
type PanelState = {name: 'closed'} | {name: 'open'; asked?: string; lacksReason?: boolean};

/**
 * The current shot over the live picture, with its outline; it opens the list of all shots.
 *
 * @fires {ChooseShotEvent} choose - The person wants to take a shot of the list next.
 * @fires {SkipShotEvent} skip - The person skips a shot.
 * @fires keep - The person cancels a retake.
 * @fires done - The person confirms that everything is delivered.
 */
export class ShotsView extends InnerElement implements PanelActions {
  static override properties = {
    shots: given,
    progress: given,
    photos: given,
    current: given,
    completion: given,
    announcement: given,
    isCovered: given,
  };
  static override styles = [...super.styles, contentsStyles, onPictureStyles, shotsStyles];
  static override readonly parts = ['shot'];

  shots: readonly Shot[] = [];
  /** The states of the shots, in their order. */
  progress: readonly ShotProgress[] = [];
  photos: readonly CaptureSummary[] = [];
  /** The shot of the next photo; undefined if no shot is open. */
  current?: Shot;
  /** Undefined while a shot is open. */
  completion?: Completion;
  declare failures: Pick<Deleting, 'part'>;
  announcement = '';
  /** True if another list covers it. */
  isCovered = false;

  readonly #say = new Localize(this, words);
  #panel: PanelState = {name: 'closed'};
  /** The live region was rendered before: screen readers announce only what changes in it. */
  #isHeard = false;

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#panel = {name: 'closed'};
  }

  override focus(options?: FocusOptions) {
    this.find('.shots')?.focus(options);
  }

  readonly close = () => {
    this.#show({name: 'closed'}, '.what');
  };

  choose(id: string) {
    this.#show({name: 'closed'});
    this.dispatchEvent(new ChooseShotEvent(id));
  }

  readonly ask = (id?: string) => {
    this.#show({name: 'open', asked: id}, id ? '.shots form .button' : '.shots');
  };

  askAgain(id: string) {
    this.#show({name: 'open', asked: id, lacksReason: true}, '.shots input');
  }

  skip(...skipped: ConstructorParameters<typeof SkipShotEvent>) {
    this.#show({name: 'closed'});
    this.dispatchEvent(new SkipShotEvent(...skipped));
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('isCovered') && this.isCovered) this.#panel = {name: 'closed'};
    this.toggleAttribute('data-focus', this.#panel.name === 'open');
  }

  protected override render() {
    const panel = this.#panel;
    const {current} = this;
    const isOpen = panel.name === 'open';
    return html`${current?.overlay && !isOpen ? renderOutline(current.overlay) : nothing}
      ${
        isOpen
          ? renderPanel({...panel, ...this.#list}, this, this.#say)
          : this.isCovered
            ? nothing
            : this.#renderCard()
      }
      <div class="visually-hidden" role="status">
        ${this.#isHeard ? this.announcement : nothing}
      </div>`;
  }

  protected override updated() {
    if (this.#isHeard) return;
    this.#isHeard = true;
    if (this.announcement) this.requestUpdate();
  }

  get #list() {
    const {shots, progress, photos, current} = this;
    const why = (photo: CaptureSummary) => this.failures.part?.explain(photo).why;
    return {shots, progress, photos, current: current?.id, why};
  }

  #renderCard() {
    const say = this.#say;
    const {current, progress, completion} = this;
    const open = () => {
      this.ask();
    };
    if (!current) {
      return html`<div class="shot" part="shot">
        <button class="what done" aria-expanded="false" @click=${open}>
          ${completion?.end === 'underway' ? clockIcon() : checkIcon()}
          <b>${summaryOf(completion, say)}</b>
          <span class="visually-hidden">${say.term('shotsOpen')}</span>
        </button>
        ${
          completion?.end === 'confirmable'
            ? html`<button class="skip finish" @click=${this.#finish}>
                ${say.term('shotsFinish')}
              </button>`
            : nothing
        }
      </div>`;
    }
    const {label, hint} = current;
    const index = this.shots.indexOf(current);
    const note = noteOf(current, progress[index]);
    return html`<div class="shot" part="shot">
      <button class="what" aria-expanded="false" @click=${open}>
        <small
          >${say.term('shotOf', index + 1, progress.length)}${note ? html` · ${say.term(note)}` : nothing}</small
        >
        <b><bdi>${label}</bdi></b>
        ${hint ? html`<span><bdi>${hint}</bdi></span>` : nothing}
        <span class="visually-hidden">${say.term('shotsOpen')}</span>
      </button>
      ${
        note === 'shotRetaking'
          ? this.#renderAside('shotRetakeCancel', label, this.#keep)
          : this.#renderAside('shotSkip', label, () => {
              this.ask(current.id);
            })
      }
    </div>`;
  }

  #renderAside(term: 'shotRetakeCancel' | 'shotSkip', label: string, act: () => void) {
    return html`<button class="skip" @click=${act}>
      ${this.#say.term(term)} <span class="visually-hidden">${label}</span>
    </button>`;
  }

  readonly #finish = () => {
    this.dispatchEvent(new Event('done'));
  };

  /** The shot keeps its present photo. */
  readonly #keep = () => {
    this.dispatchEvent(new Event('keep'));
    this.close();
  };

  #show(panel: PanelState, focused?: string) {
    this.#panel = panel;
    this.requestUpdate();
    if (focused) void this.updateComplete.then(() => this.find(focused)?.focus());
  }
}
