import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import {
  AddressError,
  addressOf,
  isAddress,
  shownAddress,
  type AddressProblem,
} from '../../../core/inspection/address/address-rules.js';
import {fileAt} from '../../../core/inspection/address/file-at.js';
import type {Inspections} from '../../../core/inspection/inspections.js';
import {fetchFile} from '../../../core/wiring/elements/fetch-file.js';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {report} from '../../../core/wiring/elements/inspection.js';
import {exclamationIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';
import {percent} from '../format.js';
import {markFetched} from './fetched-files.js';

type Host = LitElement & {
  readonly source?: string;
  inspect(file: Blob): Promise<unknown>;
};

type State =
  | {name: 'closed'}
  | {name: 'fetching'; address: string; share?: number}
  | {name: 'failed'; problem: AddressProblem; address: string; again: () => void};

/** Problems that may be gone with the next attempt. */
const passing: readonly AddressProblem[] = ['closed', 'refused', 'late'];

/**
 * Fetches files from addresses: of the property `source`, of a field that a button shows, and of a pasted text. One file
 * is fetched at a time; the newest address counts.
 */
export class FromAddress implements ReactiveController {
  readonly #host: Host;
  readonly #fileAt: (...given: [URL, AbortSignal, (share: number) => void]) => Promise<File>;
  #state: State = {name: 'closed'};
  #isFormOpen = false;
  #text = '';
  /** The value of `source` that was fetched, or is being. */
  #source?: string;
  #fetching?: AbortController;
  #connection?: AbortController;
  #inspections?: Inspections;
  /** Id of the newest file. */
  #last?: number;

  constructor(host: LitElement, fetching = fetchFile) {
    this.#host = host as Host;
    this.#fileAt = (...given) => fileAt(...given, fetching);
    host.addController(this);
  }

  hostConnected() {
    const {signal} = (this.#connection = new AbortController());
    document.addEventListener('paste', this.#onPaste, {signal});
    this.#host.requestUpdate();
  }

  hostDisconnected() {
    this.#connection?.abort();
    // It is fetched again if the element was only moved.
    if (this.#state.name === 'fetching') this.#source = undefined;
    this.#become({name: 'closed'});
  }

  hostUpdate() {
    const {source = '', isConnected} = this.#host;
    if (!isConnected || source === (this.#source ?? '')) return;
    this.#source = source;
    if (source === '') return this.#become({name: 'closed'});
    void this.#begin(source, document.baseURI, (file) => void this.#host.inspect(file));
  }

  /** Files that are given meanwhile take the place of the one that was to be fetched. */
  follow(inspections: Inspections): void {
    this.#inspections = inspections;
    const last = inspections.files.at(-1)?.id;
    const hasMore = last !== undefined && last > (this.#last ?? 0);
    this.#last = last ?? this.#last;
    if (hasMore && this.#state.name !== 'closed') this.#become({name: 'closed'});
  }

  /** `isIdle`: there is no file yet, so that the button is shown. */
  render(isIdle: boolean, view: View) {
    const state = this.#state;
    const isFetching = state.name === 'fetching';
    const hasForm = isIdle && this.#isFormOpen && !isFetching;
    const hasButton = isIdle && !this.#isFormOpen && !isFetching;
    return html`${
        hasButton
          ? html`<button class="link" id="address-open" type="button" @click=${this.#onOpen}>
              ${view.localize.term('addressFrom')}
            </button>`
          : nothing
      }
      <div class="visually-hidden" aria-live="polite" aria-atomic="true">
        ${saidOf(state, view)}
      </div>
      ${
        hasForm || state.name !== 'closed'
          ? html`<div class="address">
              ${hasForm ? this.#renderForm(view) : nothing} ${this.#renderState(view)}
            </div>`
          : nothing
      }`;
  }

  #renderForm(view: View) {
    const {localize} = view;
    const isWrong = this.#state.name === 'failed' && this.#state.problem === 'wrong';
    return html`<form novalidate @submit=${this.#onSubmit} @keydown=${this.#onKeydown}>
      <label for="address">${localize.term('addressLabel')}</label>
      <div class="row">
        <input
          id="address"
          type="url"
          autocomplete="off"
          spellcheck="false"
          placeholder="https://…"
          .value=${this.#text}
          aria-invalid=${isWrong}
          aria-describedby=${isWrong ? 'address-problem' : 'address-hint'}
        />
        <button class="button primary" type="submit">${localize.term('addressCheck')}</button>
        <button class="button" type="button" @click=${this.#onClose}>${view.term('cancel')}</button>
      </div>
      <p class="quiet" id="address-hint">${localize.term('addressHint')}</p>
    </form>`;
  }

  #renderState(view: View) {
    const state = this.#state;
    const {localize} = view;
    switch (state.name) {
      case 'closed':
        return nothing;
      case 'fetching':
        return html`<div class="working panel">
          <div>
            <label for="address-progress">${stepOf(state, view)}</label>
            <progress id="address-progress" value=${state.share ?? nothing}></progress>
            <p class="quiet"><bdi>${state.address}</bdi></p>
          </div>
          <button class="button" type="button" @click=${this.#onCancel}>
            ${view.term('cancel')}
          </button>
        </div>`;
      case 'failed':
        return html`<section
          class="problem panel"
          id="address-problem"
          aria-label=${localize.term('addressProblem', state.problem)}
        >
          ${exclamationIcon()}
          <div>
            <p><b>${localize.term('addressProblem', state.problem)}</b></p>
            <p>${localize.term('addressHelp', state.problem)}</p>
            ${state.address ? html`<p class="quiet"><bdi>${state.address}</bdi></p>` : nothing}
            ${
              passing.includes(state.problem)
                ? html`<div class="buttons">
                    <button class="button" type="button" @click=${state.again}>
                      ${view.term('tryAgain')}
                    </button>
                  </div>`
                : nothing
            }
          </div>
        </section>`;
    }
  }

  readonly #onOpen = () => {
    this.#isFormOpen = true;
    this.#focusAfter('#address');
  };

  readonly #onClose = () => {
    this.#isFormOpen = false;
    this.#text = '';
    this.#become({name: 'closed'});
    this.#focusAfter('#address-open');
  };

  readonly #onCancel = () => {
    this.#become({name: 'closed'});
    this.#focusAfter(this.#isFormOpen ? '#address' : '#address-open', '#choose');
  };

  readonly #onKeydown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#onClose();
  };

  readonly #onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = this.#host.renderRoot.querySelector<HTMLInputElement>('#address');
    this.#text = field?.value ?? '';
    void this.#begin(this.#text, undefined, this.#give);
  };

  /** A text that is an address, pasted where FileIntake would take a file. */
  readonly #onPaste = (event: ClipboardEvent) => {
    const [target, ...path] = event.composedPath();
    const isMine = path.includes(this.#host) || target === this.#host;
    const isNobodys = target === document.body || target === document.documentElement;
    const isField =
      target instanceof Element &&
      (target.matches('input, textarea, select') || (target as HTMLElement).isContentEditable);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (event.defaultPrevented || event.clipboardData?.files.length) return;
    if (!(isMine || isNobodys) || isField || !isAddress(text)) return;
    event.preventDefault();
    void this.#begin(text, undefined, this.#give);
  };

  /** One file is replaced; of several, the new one is added. */
  readonly #give = (file: File) => {
    const inspections = this.#inspections;
    if (inspections && inspections.files.length > 1) inspections.add([file]);
    else void this.#host.inspect(file);
  };

  async #begin(given: string, base: string | undefined, give: (file: File) => void) {
    this.#fetching?.abort();
    const {signal} = (this.#fetching = new AbortController());
    const hadFocus = this.#hasFocus;
    let shown = '';
    try {
      const address = addressOf(given, base);
      shown = visibleText(shownAddress(address));
      this.#become({name: 'fetching', address: shown}, signal);
      const onProgress = (share: number) =>
        this.#become({name: 'fetching', address: shown, share}, signal);
      if (hadFocus) this.#focusAfter('.address .working button');
      const file = await this.#fileAt(address, signal, onProgress);
      if (signal.aborted) return;
      markFetched(file);
      const isFocused = this.#hasFocus;
      this.#isFormOpen = false;
      this.#text = '';
      this.#become({name: 'closed'});
      give(file);
      if (isFocused) this.#focusAfter('#choose');
    } catch (thrown) {
      if (signal.aborted) return;
      // A bug of this package, which would look like a closed site.
      if (!(thrown instanceof AddressError)) report(toSealedCaptureError(thrown, 'internal_error'));
      const problem = thrown instanceof AddressError ? thrown.problem : 'closed';
      const again = () => void this.#begin(given, base, give);
      const isFocused = this.#hasFocus;
      this.#become({name: 'failed', problem, address: shown, again}, signal);
      if (isFocused) this.#focusAfter('#address', '.problem button', '#choose');
    }
  }

  /** Ends the request, unless it is the one whose state this is. */
  #become(state: State, of?: AbortSignal) {
    if (of?.aborted) return;
    if (!of) {
      this.#fetching?.abort();
      this.#fetching = undefined;
    }
    this.#state = state;
    this.#host.requestUpdate();
  }

  /** True while the focus is in the field, or on a button beside it, which may disappear. */
  get #hasFocus(): boolean {
    const {activeElement} = this.#host.renderRoot as ShadowRoot;
    return activeElement?.closest('.address') != null;
  }

  /** Moves the focus to the first of these that is there after the next rendering. */
  #focusAfter(...selectors: readonly string[]) {
    const {renderRoot} = this.#host;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      for (const selector of selectors) {
        const found = renderRoot.querySelector<HTMLElement>(selector);
        if (found) return found.focus();
      }
    });
  }
}

const stepOf = ({share}: {share?: number}, {localize, format}: View): string =>
  share === undefined
    ? localize.term('addressFetching')
    : localize.term('addressShare', percent(format, share));

/** One sentence for each step; the progress would interrupt all the time. */
function saidOf(state: State, {localize}: View): string {
  if (state.name === 'closed') return '';
  if (state.name === 'fetching') return localize.term('addressFetching');
  const {problem} = state;
  const heading = localize.term('addressProblem', problem);
  return localize.term('problemSaid', heading, localize.term('addressHelp', problem));
}
