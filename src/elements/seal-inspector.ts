import {html, LitElement, nothing, type TemplateResult} from 'lit';
import {customElement, property, state} from 'lit/decorators.js';
import {sharedInspectionClient} from '../core/inspection.js';
import {isRetryable, SealedCaptureError, toSealedCaptureError} from '../model/errors.js';
import type {ProtectionOptions} from '../model/protection-config.js';
import {renderChecks} from './seal-inspector/checks.js';
import {checksStyles} from './seal-inspector/checks-styles.js';
import {renderSections} from './seal-inspector/evidence.js';
import {InspectedEvent, InspectErrorEvent} from './seal-inspector/events.js';
import {exclamationIcon} from './icons.js';
import {failureWords} from './seal-inspector/failure.js';
import {FileIntake} from './seal-inspector/file-intake.js';
import type {Inspecting, Inspection} from './seal-inspector/inspection.js';
import {stateOf} from './seal-inspector/answer.js';
import {isRecording} from './seal-inspector/recording.js';
import {object, type Loose} from './metadata/loose.js';
import {renderFailure, renderIntake, renderWorking} from './seal-inspector/panels.js';
import {copyWords, jsonOf, renderJson, renderPapers} from './seal-inspector/papers.js';
import {drawPreview} from './seal-inspector/preview.js';
import {resultStyles} from './seal-inspector/result-styles.js';
import {styles} from './seal-inspector/styles.js';
import {announcementOf, renderVerdict} from './seal-inspector/verdict.js';
import {viewFor, type View} from './metadata/view.js';
import {Player} from './player/player.js';
import {playerStyles} from './player/player-styles.js';
import {findings} from './strings/en/findings.js';
import {metadata} from './strings/en/metadata.js';
import {microphone} from './strings/en/microphone.js';
import {player} from './strings/en/player.js';
import {sealInspector} from './strings/en/seal-inspector.js';
import {Localize} from './strings/localize.js';
import {base, tokens} from './tokens.js';

/**
 * Takes a dropped, picked or pasted photo or recording, has it inspected, and shows whether its seal is intact,
 * who sealed it, what was checked and what was sealed with it. A new file gives up the one before.
 *
 * @fires {InspectedEvent} inspected - A verdict is shown: `fileName` and the service's `result`.
 * @fires {InspectErrorEvent} inspect-error - The file could not be inspected. See `code`.
 * @slot invitation - In place of "Drop a photo or recording here".
 * @slot note - What happens to the file, in place of "It is sent to … for checking and not kept."
 * @csspart intake - Where a file is dropped or chosen.
 * @csspart choose - The button that opens the file dialog.
 * @csspart preview - The file as it is now.
 * @csspart player - The player of a recording, with the parts play and position.
 * @csspart verdict - The card with the verdict.
 * @csspart failure - Why a file could not be inspected.
 * @csspart checks - What was checked.
 * @csspart sections - The cards of the capture's data.
 * @csspart card - One card.
 * @csspart papers - Certificate and file.
 * @csspart json - The answer as JSON.
 * @cssprop --sc-surface - Ground. Also --sc-surface-raised for cards.
 * @cssprop --sc-text - Text. Also --sc-text-quiet for labels.
 * @cssprop --sc-line - Hairlines.
 * @cssprop --sc-accent - The main action. Also --sc-on-accent for the text on it.
 * @cssprop --sc-valid - An intact seal. Also --sc-unknown, --sc-broken and --sc-none for the other verdicts.
 * @cssprop --sc-radius - Corners.
 * @cssprop --sc-space - The unit of all distances.
 * @cssprop --sc-font - Font family. Also --sc-font-mono for codes.
 */
@customElement('seal-inspector')
export class SealInspector extends LitElement {
  static override readonly styles = [
    tokens,
    base,
    styles,
    playerStyles,
    resultStyles,
    checksStyles,
  ];

  /** The whole address of the inspection endpoint; nothing is appended. */
  @property({attribute: 'base-url'}) baseUrl = '/protection/inspect';

  /** API key of the inspection service. */
  @property({attribute: 'api-key'}) apiKey?: string;

  /** Made by `createProtection`: its credentials in place of `apiKey`. Its address does not count, `baseUrl` does. */
  @property({attribute: false}) protection?: ProtectionOptions;

  /** Asks the service; for pages that bring their own way to it. Default: a POST to `baseUrl`. */
  @property({attribute: false}) client: Inspecting = sharedInspectionClient();

  @state() private inspection: Inspection = {name: 'idle'};
  @state() private preview?: HTMLCanvasElement;
  /** Whether the last press of "Copy" could copy. */
  @state() private copied?: boolean;

  readonly #localize = new Localize(this, {
    ...findings,
    ...metadata,
    ...microphone,
    ...player,
    ...sealInspector,
  });
  readonly #intake = new FileIntake(this, (file) => void this.inspect(file));
  readonly #player = new Player(this);
  #run?: AbortController;

  override connectedCallback() {
    super.connectedCallback();
    // Given up when the element was taken out; it may only have been moved.
    if (this.inspection.name === 'working') void this.inspect(this.inspection.file);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#run?.abort();
  }

  /** Inspects a file. Settles when the verdict or the error is shown, or another file took its place. */
  async inspect(file: Blob): Promise<void> {
    this.#run?.abort();
    const {signal} = (this.#run = new AbortController());
    this.preview = this.copied = undefined;
    this.inspection = {name: 'working', file};
    this.#player.load(undefined);
    void this.#showPreview(file, signal);
    const [inspection, event] = await this.#ask(file, signal);
    if (signal.aborted) return;
    this.inspection = inspection;
    if (inspection.name === 'done' && isRecording(file)) this.#player.load(file);
    await this.updateComplete;
    this.dispatchEvent(event);
  }

  protected override render() {
    const view = viewFor(this.#localize, (reason) => this.#localize.term('unavailable', reason));
    const isIdle = this.inspection.name === 'idle';
    const {dragging} = this.#intake;
    return html`<div class="inspector">
      ${renderIntake(
        {isIdle, dragging, host: hostOf(this.baseUrl)},
        {onChoose: this.#onChoose, onPicked: this.#onPicked},
        view,
      )}
      <div class="visually-hidden" role="status">${this.#announcement(view)}</div>
      ${this.#renderInspection(view)}
    </div>`;
  }

  #renderInspection(view: View) {
    switch (this.inspection.name) {
      case 'idle':
        return nothing;
      case 'working':
        return renderWorking(this.inspection.share, this.#onCancel, view);
      case 'failed':
        return renderFailure(
          failureWords(this.inspection.error, this.inspection.file, view),
          this.#onRetry,
          view,
        );
      case 'done':
        return this.#renderResult(object(this.inspection.result) ?? {}, this.inspection.file, view);
    }
  }

  #renderResult(answer: Loose, file: Blob, view: View): TemplateResult {
    return html`<div class="result">
      <div class="outcome">
        ${this.#renderPreview(answer, file, view)} ${renderVerdict(answer, view)}
      </div>
      ${renderChecks(answer, view)} ${renderSections(answer, file, view)}
      ${renderPapers(answer, file, view)} ${renderJson(answer, this.#onCopy, this.copied, view)}
    </div>`;
  }

  #renderPreview(answer: Loose, file: Blob, {term}: View): TemplateResult {
    if (isRecording(file))
      return html`<div class="preview panel sound" part="preview">
        ${this.#player.render(this.#localize)}
        ${
          stateOf(answer) === 'valid'
            ? nothing
            : html`<p class="quiet">${exclamationIcon()} ${term('unconfirmed')}</p>`
        }
      </div>`;
    return this.preview
      ? html`<div class="preview panel" part="preview" role="img" aria-label=${term('preview')}>
          ${this.preview}
        </div>`
      : html`<div class="preview panel quiet" part="preview">${term('noPreview')}</div>`;
  }

  /** One sentence for each step; the share that was sent would interrupt all the time. */
  #announcement(view: View): string {
    switch (this.inspection.name) {
      case 'idle':
        return '';
      case 'working':
        return view.term('checking');
      case 'failed': {
        const {heading, help} = failureWords(this.inspection.error, this.inspection.file, view);
        return `${heading}. ${help}`;
      }
      case 'done':
        if (this.copied !== undefined) return view.term(copyWords(this.copied));
        return announcementOf(object(this.inspection.result) ?? {}, view);
    }
  }

  async #ask(
    file: Blob,
    signal: AbortSignal,
  ): Promise<[Inspection, InspectedEvent | InspectErrorEvent]> {
    const fileName = file instanceof File ? file.name : '';
    try {
      if (!isBlob(file))
        throw new SealedCaptureError('media_unsupported', 'Only a Blob can be inspected.');
      if (file.size === 0) throw new SealedCaptureError('media_unsupported', 'The file is empty.');
      const result = await this.client.inspect(file, {
        url: this.baseUrl,
        apiKey: this.apiKey,
        protection: this.protection,
        signal,
        onProgress: (share) => {
          if (!signal.aborted) this.inspection = {name: 'working', file, share};
        },
      });
      return [{name: 'done', file, result}, new InspectedEvent({fileName, result})];
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'response_invalid');
      const {code, message, status} = error;
      const detail = {fileName, code, message, retryable: isRetryable(code), status};
      return [{name: 'failed', file, error}, new InspectErrorEvent(detail)];
    }
  }

  async #showPreview(file: Blob, signal: AbortSignal) {
    const preview = await drawPreview(file);
    if (!signal.aborted) this.preview = preview;
  }

  readonly #onChoose = () => {
    this.renderRoot.querySelector('input')?.click();
  };

  readonly #onPicked = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    // So that choosing the same file again is a change again.
    input.value = '';
    if (file) void this.inspect(file);
  };

  readonly #onCancel = () => {
    this.#run?.abort();
    this.inspection = {name: 'idle'};
    this.#focusChoose();
  };

  readonly #onRetry = () => {
    if (this.inspection.name !== 'failed' || !this.inspection.file) return;
    void this.inspect(this.inspection.file);
    this.#focusChoose();
  };

  /** The pressed button goes away with its panel; the focus would be lost. */
  #focusChoose() {
    this.renderRoot.querySelector('button')?.focus();
  }

  readonly #onCopy = async () => {
    if (this.inspection.name !== 'done') return;
    const {result} = this.inspection;
    try {
      await navigator.clipboard.writeText(jsonOf(result));
      this.copied = true;
    } catch {
      this.copied = false;
    }
  };
}

/** Also of another window. */
const isBlob = (given: unknown): given is Blob =>
  /(Blob|File)]$/.test(Object.prototype.toString.call(given));

/** For people: where the file goes. */
function hostOf(address: string): string {
  try {
    return new URL(address, document.baseURI).host;
  } catch {
    return address;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'seal-inspector': SealInspector;
  }
}
