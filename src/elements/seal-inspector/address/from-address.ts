import type {LitElement, ReactiveController} from 'lit';
import {
  AddressError,
  addressOf,
  isAddress,
  shownAddress,
} from '../../../core/inspection/address/address-rules.js';
import {fileAt} from '../../../core/inspection/address/file-at.js';
import type {Inspections} from '../../../core/inspection/inspections.js';
import {fetchFile} from '../../../core/wiring/elements/fetch-file.js';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {report} from '../../../core/wiring/elements/inspection.js';
import type {View} from '../../metadata/view.js';
import type {eventOf} from '../events.js';
import type {FileIntake} from '../intake/file-intake.js';
import {renderAddress, type AddressRequest, type AddressState} from './address-panel.js';
import {markFetched} from './fetched-files.js';
import {failedSource} from './source-error.js';

type Host = LitElement & {
  readonly source?: string;
  inspect(file: Blob): Promise<unknown>;
};

/**
 * Fetches files from addresses: of the property `source`, of a field that a button shows, and of a pasted text. One file
 * is fetched at a time; the newest address counts.
 */
export class FromAddress implements ReactiveController {
  readonly #host: Host;
  readonly #fileAt: (...given: [URL, AbortSignal, (share: number) => void]) => Promise<File>;
  #state: AddressState = {name: 'closed'};
  /** What was entered; undefined while the field is closed. */
  #text?: string;
  /** The value of `source` that was fetched, or is being. */
  #source?: string;
  #fetching?: AbortController;
  #intake?: Pick<FileIntake, 'take'>;
  #eventOf?: typeof eventOf;
  #inspections?: Inspections;
  /** Number of files, and the id of the newest one so far. */
  #count = 0;
  #last = 0;

  constructor(host: LitElement, fetching = fetchFile) {
    this.#host = host as Host;
    this.#fileAt = (...given) => fileAt(...given, fetching);
    host.addController(this);
  }

  hostConnected() {
    this.#host.requestUpdate();
  }

  hostDisconnected() {
    // The source is fetched again if the element was only moved.
    const state = this.#state;
    if (state.name === 'fetching' && state.request.isSource) this.#source = undefined;
    this.#become({name: 'closed'});
  }

  hostUpdate() {
    const {source = '', isConnected} = this.#host;
    if (!isConnected || source === (this.#source ?? '')) return;
    this.#source = source;
    if (source === '') return this.#become({name: 'closed'});
    void this.#begin({given: source, isSource: true});
  }

  /** Takes the addresses that are pasted, and gives the files of people's addresses the way of dropped files. */
  takeFrom(intake: FileIntake, event: typeof eventOf): void {
    this.#eventOf = event;
    this.#intake = intake;
    intake.takesText = this.#takesText;
  }

  /** Files that are given meanwhile take the place of the one that was to be fetched. A list that is left ends all, too. */
  follow(inspections: Inspections): void {
    this.#inspections = inspections;
    const {files} = inspections;
    const last = files.at(-1)?.id ?? 0;
    const isOver = this.#count > 1 && files.length === 0;
    const isEnd = last > this.#last || isOver;
    this.#count = files.length;
    this.#last = Math.max(last, this.#last);
    if (isEnd && (this.#state.name !== 'closed' || this.#text !== undefined)) this.#end('#choose');
  }

  render(view: View) {
    return renderAddress(this.#state, this.#text, this.#handlers, view);
  }

  readonly #handlers = {
    onOpen: () => {
      this.#text = '';
      this.#focusAfter('#address');
    },
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      const field = this.#host.renderRoot.querySelector<HTMLInputElement>('#address');
      this.#text = field?.value ?? '';
      void this.#begin({given: this.#text, isSource: false});
    },
    onKeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.#end('#address-open');
    },
    onCloseForm: () => this.#end('#address-open'),
    onCancel: () => this.#close(),
    onAgain: () => {
      if (this.#state.name === 'failed') void this.#begin(this.#state.request);
    },
    onDismiss: () => this.#close(),
  };

  /** A text that is an address, pasted where a file would be taken, and not into a field. */
  readonly #takesText = (event: ClipboardEvent): boolean => {
    const [target] = event.composedPath();
    const isField =
      target instanceof Element &&
      (target.matches('input, textarea, select') || (target as HTMLElement).isContentEditable);
    const given = event.clipboardData?.getData('text/plain') ?? '';
    if (isField || !isAddress(given)) return false;
    void this.#begin({given, isSource: false});
    return true;
  };

  async #begin(request: AddressRequest) {
    const {given, isSource} = request;
    const hadFocus = this.#hasFocus;
    // The verdict of another file would look like that of this address.
    if (isSource) this.#inspections?.clear();
    this.#fetching?.abort();
    const {signal} = (this.#fetching = new AbortController());
    let address: URL | undefined;
    let shown = '';
    try {
      address = addressOf(given, isSource ? document.baseURI : undefined);
      shown = visibleText(shownAddress(address));
      this.#become({name: 'fetching', request, address: shown}, signal);
      const onProgress = (share: number) =>
        this.#become({name: 'fetching', request, address: shown, share}, signal);
      if (hadFocus) this.#focusAfter('.address .fetching button');
      const file = await this.#fileAt(address, signal, onProgress);
      if (signal.aborted) return;
      markFetched(file, address);
      this.#end('#choose');
      if (isSource) void this.#host.inspect(file);
      else this.#intake?.take({files: [file], lost: 0, isCut: false, isFolder: false});
    } catch (thrown) {
      if (signal.aborted) return;
      // A bug of this package, which would look like a closed site.
      if (!(thrown instanceof AddressError)) report(toSealedCaptureError(thrown, 'internal_error'));
      const problem = thrown instanceof AddressError ? thrown.problem : 'closed';
      const isFocused = this.#hasFocus;
      this.#become({name: 'failed', request, problem, address: shown}, signal);
      if (isFocused) this.#focusAfter('#address', '.problem button');
      if (isSource) void this.#tell(thrown, address, signal);
    }
  }

  /** Dispatches the event for a source without a file, after the failure is shown. */
  async #tell(thrown: unknown, address: URL | undefined, signal: AbortSignal) {
    await this.#host.updateComplete.catch(() => undefined);
    const event = this.#eventOf?.(failedSource(thrown, address));
    if (event && !signal.aborted) this.#host.dispatchEvent(event);
  }

  /** Closes progress and failure. The field stays, with what was entered. */
  #close() {
    this.#become({name: 'closed'});
    this.#focusAfter('#address', '#address-open');
  }

  /** Closes all; the focus goes to the first of these if it would be lost. */
  #end(...selectors: readonly string[]) {
    const isFocused = this.#hasFocus;
    this.#text = undefined;
    this.#become({name: 'closed'});
    if (isFocused) this.#focusAfter(...selectors);
  }

  /** Ends the request, unless it is the one whose state this is. */
  #become(state: AddressState, of?: AbortSignal) {
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
