import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {CaptureCopy} from '@sealed-capture/seal/model/job/job.js';
import {sharing} from '../../../lang/compiled/en/sharing.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import {Localize} from '../../strings/localize.js';
import {isSealed} from '../files/listed.js';
import {copiesOf, lackOf, type Batch, type Form, type SavedText} from './batch.js';
import {Copies, type CopyActions} from './copies.js';
import {copyText} from './copy-text.js';
import {renderSharing} from './sharing-view.js';

/** What the dialog is doing for these captures. */
type State =
  | {name: 'closed'}
  /** The person chooses. `text`: what became of the last choice. */
  | {name: 'choosing'; text: string}
  /** Files are read, packed or shared. */
  | {name: 'working'; form: Form; text: string; controller: AbortController}
  /** The files are read, and the browser shares them only after another press. */
  | {name: 'ready'; batch: Batch};

/** What the dialog needs of the element that has it. */
export interface SharingActions extends CopyActions {
  open: (dialog: HTMLDialogElement) => void;
}

/**
 * The dialog before captures are shared or saved: it says what removes a seal, and offers a ZIP that keeps it. What was done is
 * recorded with each capture. Used with `sharingStyles`.
 */
export class SharingDialog implements ReactiveController {
  readonly #host: LitElement;
  readonly #actions: SharingActions;
  readonly #say: Localize;
  readonly #copies: Copies;
  #captureIds: readonly string[] = [];
  #state: State = {name: 'closed'};
  /** Ends the running call of `share`. */
  #end?: (said?: SavedText) => void;

  constructor(host: LitElement, actions: SharingActions) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, {...viewer, ...imported, ...sharing});
    this.#copies = new Copies(actions, this.#say);
    host.addController(this);
  }

  /**
   * Asks how these captures are to be shared or saved, and does it. A single capture without a seal is saved at once: the
   * button that was pressed says so. Resolves to what is to be announced; undefined if nothing was done. Does nothing while
   * other captures are being shared or saved.
   */
  async share(captures: readonly CaptureSummary[]): Promise<SavedText | undefined> {
    if (this.#end || captures.length === 0) return undefined;
    const ended = new Promise<SavedText | undefined>((resolve) => {
      this.#end = (said) => {
        this.#end = undefined;
        resolve(said);
      };
    });
    this.#captureIds = captures.map(({captureId}) => captureId);
    this.#set({name: 'choosing', text: ''});
    if (captures.length === 1 && !captures.some(isSealed)) void this.#start('files');
    else await this.#open();
    return ended;
  }

  hostDisconnected() {
    this.#close();
  }

  render() {
    const state = this.#state;
    return html`<dialog
      class="sharing"
      part="sharing"
      aria-labelledby="sharing-title"
      @keydown=${(event: Event) => event.stopPropagation()}
      @close=${this.#onClosed}
    >
      ${state.name === 'closed' ? nothing : this.#renderContent(state)}
    </dialog>`;
  }

  #renderContent(state: Exclude<State, {name: 'closed'}>) {
    const captures = this.#captures;
    const nextOf = (form: Form) => {
      if (state.name === 'working') return 'wait';
      return state.name === 'ready' && state.batch.form === form ? 'share' : 'start';
    };
    return renderSharing(
      {
        captures,
        canShare: {
          files: this.#copies.willShare('files', captures),
          zip: this.#copies.willShare('zip', captures),
        },
        next: {files: nextOf('files'), zip: nextOf('zip')},
        text: state.name === 'ready' ? this.#say.term('sharingReady') : state.text,
        press: (form) => this.#press(form),
        close: () => this.#dialog?.close(),
      },
      this.#say,
    );
  }

  /** A capture may get its seal while the dialog is open. */
  get #captures(): readonly CaptureSummary[] {
    return this.#copies.of(this.#captureIds);
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector<HTMLDialogElement>('dialog.sharing');
  }

  async #open() {
    await this.#host.updateComplete;
    const dialog = this.#dialog;
    // The element may have left the page meanwhile, and be back.
    if (!dialog?.isConnected || this.#state.name === 'closed') return this.#close();
    this.#actions.open(dialog);
  }

  #press(form: Form) {
    const state = this.#state;
    if (state.name === 'choosing') void this.#start(form);
    // The browser wants to be called in the same task as the press.
    else if (state.name === 'ready' && state.batch.form === form) void this.#handOut(state.batch);
    else if (state.name === 'ready') void this.#start(form);
  }

  /** Reads, and saves or shares. What arrives after the dialog was closed is neither. */
  async #start(form: Form) {
    const willShare = this.#copies.willShare(form, this.#captures);
    const controller = new AbortController();
    const {signal} = controller;
    const work = (text: string) => this.#set({name: 'working', form, text, controller});
    work('');
    try {
      const progress = {signal, onText: work};
      const batch = await this.#copies.read(form, this.#captureIds, willShare, progress);
      if (signal.aborted) return;
      if (batch.read.length === 0 || (!willShare && form === 'files')) this.#finish(batch, 'saved');
      else if (willShare) await this.#handOut(batch, controller);
      else await this.#save(batch);
    } catch (thrown) {
      if (signal.aborted) return;
      const isLarge =
        thrown instanceof RangeError ||
        toSealedCaptureError(thrown, 'media_unsupported').code === 'too_large';
      const why = form === 'files' ? 'viewerNotReadable' : 'sharingNotPacked';
      this.#tell(this.#say.term(isLarge ? 'sharingTooLarge' : why));
    }
  }

  /** Shares what was read. It stays read if the browser wants another press for that. */
  async #handOut(batch: Batch, controller = new AbortController()) {
    const {form} = batch;
    const text = this.#say.term('sharingOpen');
    this.#set({name: 'working', form, text, controller});
    const outcome = await this.#actions.browser().share(batch.files);
    // What another app has is noted even if the dialog was closed meanwhile.
    if (outcome === 'shared') await this.#copies.note(batch, 'shared');
    if (controller.signal.aborted) return;
    switch (outcome) {
      case 'shared':
        return this.#finish(batch, 'shared');
      case 'offered':
        return this.#close({text: this.#say.term('sharingOffered'), isComplete: false});
      case 'cancelled':
        return this.#tell(this.#say.term('sharingNothing'));
      case 'expired':
        return this.#set({name: 'ready', batch});
      case 'refused':
        return this.#save(batch, this.#say.term('sharingSavedInstead'));
    }
  }

  /** `why`: the reason why it is not shared. */
  async #save(batch: Batch, why?: string) {
    await this.#copies.save(batch);
    this.#finish(batch, 'saved', why);
  }

  #finish(batch: Batch, made: CaptureCopy['made'], why?: string) {
    const lack = lackOf(batch, this.#say);
    const [done] = copiesOf(batch, made);
    const at = new Date().toISOString();
    const what = why ?? (done && `${copyText({...done.copy, at}, this.#say)}${lack ? '.' : ''}`);
    const text = [what, lack].filter(Boolean).join(' ');
    this.#close({text, isComplete: !why && !lack});
  }

  /** Lets the person choose again. */
  #tell(text: string) {
    // A capture that was saved without the dialog has no other place for it.
    if (this.#dialog?.open) this.#set({name: 'choosing', text});
    else this.#close({text, isComplete: false});
  }

  #close(said?: SavedText) {
    const state = this.#state;
    if (state.name === 'working') state.controller.abort();
    this.#set({name: 'closed'});
    this.#dialog?.close();
    this.#end?.(said);
  }

  /** The event comes later: by then, the dialog may be open for other captures. */
  readonly #onClosed = () => {
    if (!this.#dialog?.open) this.#close();
  };

  #set(state: State) {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
