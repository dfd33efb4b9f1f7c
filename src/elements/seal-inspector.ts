import {html, nothing, type PropertyValues, type TemplateResult} from 'lit';
import {
  lateOpinions,
  report,
  sharedSealReader,
  type SealReader,
} from '../core/wiring/elements/inspection.js';
import {inspectionAddress} from '../core/inspection/inspection-address.js';
import {Inspections, type FileInspection} from '../core/inspection/inspections.js';
import type {OpinionsCode} from '../core/wiring/elements/inspection.js';
import type {GivenFiles} from '../core/inspection/given-files.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Verifier, Verifiers, VerifyMode} from '../core/inspection/opinions.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';
import {defineElement} from './define-element.js';
import {unchosen, type RawFiles} from './seal-inspector/intake/dropped-files.js';
import {eventOf} from './seal-inspector/events.js';
import {FileIntake} from './seal-inspector/intake/file-intake.js';
import {hostOf} from './seal-inspector/format.js';
import {
  checkInspectable,
  filesGiven,
  isDone,
  type Inspecting,
} from './seal-inspector/inspection.js';
import {OutcomeInSight} from './seal-inspector/outcome-in-sight.js';
import {renderFailure, renderIntake, renderWorking} from './seal-inspector/panels.js';
import type {ResultView} from './seal-inspector/result-view.js';
import {styles} from './seal-inspector/styles.js';
import {renderUnfinished, spokenProgress} from './seal-inspector/unfinished.js';
import {viewFor, type View} from './metadata/view.js';
import {sealInspector} from '../lang/compiled/en/seal-inspector.js';
import {Localize} from './strings/localize.js';
import {base, tokens} from './design-tokens.js';
import {LatePart} from './late-part.js';
import {OptionElement} from './options/option-element.js';
import {inspectorOptions} from './options/table.js';

export type {InspectedEvent, InspectErrorEvent} from './seal-inspector/events.js';
export type {SetsJudgedEvent} from './seal-inspector/sets/sets-judged-event.js';

/** Codes of what the page's developer has to correct. Of a wrong origin, the worker says which. */
const OF_SETUP =
  /^(unauthorized|role_missing|credentials_missing|configuration_invalid|request_rejected)$/;
/** What the console was told of it. */
const told = new Set<string>();

/** Checks from which on they are judged in slices; real answers have some dozens. */
const MANY_CHECKS = 1_000;

/**
 * Accepts dropped, chosen or pasted photos and recordings, inspects them, and shows for each whether its seal is
 * intact,
 * who sealed it, what was checked and what was sealed. Several files, or a folder, are shown as a list; files that are
 * dropped on it are added to the list.
 *
 * @fires {InspectedEvent} inspected - A file has its verdict: `fileName`, `file`, `result`, and the answer of each
 * verifier.
 * @fires {InspectErrorEvent} inspect-error - A file could not be inspected, or not be fetched from `source`. See `code`.
 * @fires {SetsJudgedEvent} sets-judged - All files have a verdict, and some are part of a set: `sets` says what of each set is here, and
 * what is missing.
 * @fires {ConfigurationErrorEvent} configuration-error - An option is invalid, and is not used.
 * @slot header - Content above everything.
 * @slot empty - Replaces all text while there is no file.
 * @slot invitation - Replaces "Drop photos or recordings here", on touch screens "Choose photos or recordings".
 * @slot note - What happens to the file; replaces "Files are sent to … for checking and not kept."
 * @slot actions - Content beside the export buttons of a verdict.
 * @slot map - A map of the location, which replaces the diagram; the coordinates are in the `inspected` event.
 * @csspart intake - The area where files are dropped or chosen.
 * @csspart choose - The button that opens the file dialog.
 * @csspart address - The field for the address of a file; progress and failure of fetching it.
 * @csspart address-button - The button that shows it.
 * @csspart files - Several files: their number, their list, and the actions for all.
 * @csspart list - The list of files.
 * @csspart sets - The verdicts on the sets that the files are part of.
 * @csspart set - The verdict on one set.
 * @csspart set-facts - What the seal of one file says of its set.
 * @csspart case - The dialog with the report of a case.
 * @csspart case-file - One file in it, with its note.
 * @csspart signals - What several files have in common that is worth a look.
 * @csspart pictures - The picture of the file with its buttons.
 * @csspart preview - The current picture of the file.
 * @csspart player - The player of a recording.
 * @csspart verdict - The card with the verdict.
 * @csspart notice - The notice that this browser and the service differ, or that one of them could not verify.
 * @csspart failure - The reason why a file could not be inspected.
 * @csspart checks - The checks that did not pass; those that did, under `technical`.
 * @csspart sections - The capture's data: first `glance`, then all values, folded.
 * @csspart glance - Where, when and with what the capture was made, tags and plate.
 * @csspart technical - Passed checks, certificates, file and JSON, folded.
 * @csspart card - One card.
 * @csspart papers - Certificate and file.
 * @csspart certificate - The signer, if nothing confirms it.
 * @csspart certificates - The certificates from the signer's to the root's.
 * @csspart history - The edits of the file, in order.
 * @csspart ingredients - The files from which this one was made.
 * @csspart viewer - The dialog that shows a picture over the whole page.
 * @csspart comparison - The dialog that compares two files, or a file with the picture of its source.
 * @csspart redactions - What was redacted from the seal, by whom and why.
 * @csspart take-away - The export buttons beside the verdict.
 * @csspart json - The answer as JSON.
 * @cssprop --sc-surface - Background.
 * @cssprop --sc-surface-raised - Background of the cards.
 * @cssprop --sc-text - Text.
 * @cssprop --sc-text-quiet - Labels.
 * @cssprop --sc-line - Thin lines.
 * @cssprop --sc-control-line - Borders of buttons and fields; default: between text and background, at least 3 : 1.
 * @cssprop --sc-accent - The main action.
 * @cssprop --sc-on-accent - Text on the main action.
 * @cssprop --sc-valid - An intact seal.
 * @cssprop --sc-unknown - A seal of an unknown signer, or one that could not be checked.
 * @cssprop --sc-broken - A broken seal.
 * @cssprop --sc-none - A file without a seal.
 * @cssprop --sc-radius - Radius of the corners.
 * @cssprop --sc-space - The unit of all distances.
 * @cssprop --sc-font - Font family.
 * @cssprop --sc-font-mono - Font family of codes.
 */
export class SealInspector extends OptionElement {
  static override readonly styles = [tokens, base, styles];

  static override readonly properties = {
    client: {attribute: false},
    verifiers: {attribute: false},
    reader: {attribute: false},
    left: {state: true},
  };

  static {
    this.takeOptions(inspectorOptions);
  }

  /**
   * Address of a file, which is fetched by the browser and inspected: of the page's own origin, or of a site that allows it
   * (CORS); http, https, blob, or data with a media type. Files that are shown are removed when it is fetched; a failure
   * dispatches `inspect-error`.
   */
  declare source?: string;

  /**
   * The API's base address, as for the capture elements. Default `/protection` on the page's origin. An address
   * that ends in `/inspect` is the endpoint's whole address: nothing is appended, and `sandbox` is ignored.
   */
  declare baseUrl?: string;

  /** Uses the sandbox environment. */
  declare sandbox: boolean;

  /** API key of the inspection service. */
  declare apiKey?: string;

  /**
   * The verifier: the service, this browser ("local": no file leaves the device), or both, whose verdicts are then
   * compared.
   */
  declare verify: VerifyMode;

  /**
   * Trust anchors for this browser's own verdict: PEM, or a service's `trust.json`. Default: the `trust.json` beside
   * the endpoint.
   */
  declare trustAnchors?: string;

  /**
   * Made by `createProtection`: its credentials and `sandbox` replace `apiKey` and `sandbox`; `baseUrl` wins over
   * its address.
   */
  declare protection?: ProtectionOptions;

  /**
   * Sends the requests to the service; for pages with their own client. Default: a POST to the endpoint.
   *
   * @internal
   */
  declare client?: Inspecting;

  /**
   * Verifies in this browser; for pages with their own verifiers.
   *
   * @internal
   */
  declare verifiers?: Omit<Verifiers, 'service'>;

  /**
   * Reads on the device what is in a file; for pages with their own reader.
   *
   * @internal
   */
  declare reader: SealReader;

  /** The files of the last selection that were not accepted. */
  declare private left: Pick<GivenFiles, 'others' | 'isCut'>;

  /**
   * Alternates whenever files are given: a repeated announcement is heard again, because an invisible, unspoken
   * space distinguishes it.
   */
  #isOdd = false;
  readonly #localize = new Localize(this, sealInspector);
  readonly #intake = new FileIntake(this, (given) => this.#choose(given));
  readonly #outcome = new OutcomeInSight(this);
  readonly #inspections = new Inspections({
    ask: (file, options) => this.#ask(file, options),
    facts: (file, signal) => this.reader.facts(file, signal),
    onChange: () => this.#onChange(),
    onSettled: (inspection) => this.#tell(inspection),
  });
  readonly #opinions = lateOpinions();
  readonly #results: LatePart<ResultView> = new LatePart<ResultView>(this, async () => {
    const {ResultView} = await this.importResultView();
    const results = new ResultView(this);
    results.takeFrom(this.#intake, eventOf);
    results.follow(this.#inspections);
    return results;
  });

  constructor() {
    super();
    this.reader = sharedSealReader();
    this.left = {others: 0, isCut: false};
  }

  /** The result for the shown file, once there is one. */
  get result(): InspectionResult | undefined {
    return resultOf(this.#inspections.looked);
  }

  /** What the files say of the sets that they are part of; undefined while files are checked, and if none is part of one. */
  get sets(): SetsReport | undefined {
    return this.#results.part?.sets;
  }

  get #url(): string {
    const baseUrl = this.inUse('baseUrl', inspectorOptions.baseUrl);
    const {sandbox, protection} = this;
    return inspectionAddress({baseUrl: baseUrl as string | undefined, sandbox, protection});
  }

  override connectedCallback() {
    super.connectedCallback();
    // Suspended when the element was removed; it may only have been moved.
    this.#inspections.resume();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#inspections.suspend();
  }

  /**
   * Inspects a file, or several, in place of those before. Resolves to the first one's result after its event; to
   * undefined if there is none, because it failed, was cancelled, or the element was removed from the document (but
   * not if it was moved within one task). Only the newest call counts: earlier calls that are still pending resolve
   * to undefined, and no event reports their files.
   */
  async inspect(given: Blob | Iterable<Blob>): Promise<InspectionResult | undefined> {
    const files = filesGiven(given);
    if (files.length === 0) return undefined;
    // A script's call does not scroll the page.
    this.#outcome.leave();
    this.left = {others: 0, isCut: false};
    this.#isOdd = !this.#isOdd;
    this.#inspections.clear();
    const [first] = this.#inspections.add(files);
    if (!first) return undefined;
    await this.#inspections.settled(first);
    return resultOf(first);
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('source')) void this.#results.load();
  }

  protected override render() {
    const view = viewFor(this.#localize, String);
    const {looked} = this.#inspections;
    const left = this.#localize.term('filesLeft', this.left.others, this.left.isCut);
    return html`<div class="inspector">
      <slot name="header"></slot>
      ${renderIntake(
        {
          isIdle: !looked,
          isMany: this.#inspections.files.length > 1,
          dragging: this.#intake.dragging,
          note:
            this.verify === 'local'
              ? view.term('fileStays')
              : this.#localize.term('fileGoesTo', hostOf(this.#url)),
          left,
          address: this.#results.part?.renderAddress(),
        },
        {
          choose: (what) => this.#intake.choose(what, this.#opinions.code?.readableChoice),
          onPicked: this.#intake.onPicked,
        },
        view,
      )}
      <div class="visually-hidden" role="status">
        ${this.#announcement(view)} ${left}${this.#isOdd ? '\u00a0' : ''}
      </div>
      ${looked ? this.#renderResults(looked, view) : nothing}
    </div>`;
  }

  /** What a screen reader says: of several files, and of a verdict, what their late part says. */
  #announcement(view: View): string {
    const {looked} = this.#inspections;
    if (!looked) return '';
    return (
      this.#results.part?.announce(this.#inspections, looked) ??
      (this.#isMissing(looked) ? view.term('noPart') : spokenProgress(looked, this.verify, view))
    );
  }

  /** True if the code that shows these results could not be loaded. A single file's progress and failure need none. */
  #isMissing(looked: FileInspection): boolean {
    const {part, hasFailed} = this.#results;
    return !part && hasFailed && (this.#inspections.files.length > 1 || isDone(looked));
  }

  #renderResults(looked: FileInspection, view: View): TemplateResult {
    const {files} = this.#inspections;
    const isMany = files.length > 1;
    const {part} = this.#results;
    const missing = this.#isMissing(looked);
    return html`<div class=${isMany ? 'many' : ''}>
      ${missing ? this.#renderMissing(view) : nothing}
      ${isMany ? part?.renderFiles(this.#inspections, this.#outcome) : nothing}
      ${missing ? nothing : this.#renderLooked(looked, view)}
    </div>`;
  }

  /** The code for results could not be loaded: the page has its events, but a person sees nothing of them. */
  #renderMissing(view: View) {
    const retry = () => void this.#results.load();
    const words = {heading: view.term('noPart'), help: view.term('noPartHelp')};
    return renderFailure(
      {...words, canRetry: true, canCheckHere: false},
      {onRetry: retry, onCheckHere: retry},
      view,
    );
  }

  #renderLooked(looked: FileInspection, view: View): TemplateResult {
    const {id, file, progress} = looked;
    if (progress.name === 'done') {
      // The service that was asked; the setting may have changed since.
      const setting = {host: hostOf(progress.opinions.url ?? this.#url), reader: this.reader};
      return (
        this.#results.part?.render({id, file, progress}, setting) ??
        renderWorking(view.term('checking'), 1, this.#onCancel, view)
      );
    }
    const retry = (verify?: VerifyMode) => () => {
      this.#inspections.retry(id, verify);
      this.#outcome.keepFocus();
    };
    const handlers = {onRetry: retry(), onCheckHere: retry('local'), onCancel: this.#onCancel};
    return renderUnfinished(file, progress, this.#inspections.isHeld, this.verify, handlers, view);
  }

  async #ask(
    file: Blob,
    options: {
      verify?: VerifyMode;
      signal: AbortSignal;
      onProgress: (share: number, by?: Verifier) => void;
    },
  ) {
    checkInspectable(file);
    const {apiKey, protection, trustAnchors, client, verifiers} = this;
    const verify = (this.inUse('verify', inspectorOptions.verify) ?? this.verify) as VerifyMode;
    const setting = {
      ...options,
      url: this.#url,
      apiKey,
      protection,
      trustAnchors,
      verify: options.verify ?? verify,
    };
    const {askOpinions, sharedVerifiers} = this.#opinions.code ?? (await this.#opinions.request());
    const own = sharedVerifiers();
    // What a page's own client accepts is not known.
    const service = client ? {service: client, limits: undefined} : {};
    const opinions = await askOpinions(file, setting, {...own, ...service, ...verifiers});
    if (opinions.result.checks.length > MANY_CHECKS) {
      await this.#results.load();
      await this.#results.part?.prepare(opinions);
    }
    return opinions;
  }

  /** Dispatches the file's event after its result is shown. */
  async #tell(inspection: FileInspection) {
    const {progress} = inspection;
    if (progress.name === 'failed') this.#reportFailure(progress.error);
    await this.#results.loaded;
    // If the result could not be rendered, the page still gets its verdict.
    await this.updateComplete.catch(() => undefined);
    const event = eventOf(inspection);
    if (event) this.dispatchEvent(event);
  }

  /** Reports a bug of this package, and once what the page's developer has to correct. */
  #reportFailure(error: SealedCaptureError) {
    const {code, message, status} = error;
    if (code === 'internal_error') return report(error);
    const text = `sealed-capture: ${this.#url} (${[code, status].filter(Boolean).join(', ')}): ${message}`;
    if (status === 400 || !OF_SETUP.test(code) || told.has(text)) return;
    told.add(text);
    report(text);
  }

  #onChange() {
    this.requestUpdate();
    if (this.#inspections.looked) void this.#results.load();
    this.#results.part?.follow(this.#inspections);
  }

  /** Loaded separately: nothing of it is visible before the first file. */
  protected importResultView(): Promise<{ResultView: typeof ResultView}> {
    return import('./seal-inspector/result-view.js');
  }

  /** Chooses what is inspected by late code, if it is there; otherwise files of all kinds are. */
  #choose({files, lost, isCut, isFolder}: RawFiles) {
    const take = (code?: OpinionsCode) => {
      const chosen = code?.chooseFiles(files, isFolder) ?? unchosen(files);
      chosen.others += lost;
      chosen.isCut ||= isCut;
      this.#take(chosen);
    };
    const {code} = this.#opinions;
    if (code || files.length < 2) return take(code);
    void this.#opinions.request().then(take, () => take());
  }

  /** Adds files that a person gives to the list; a single file is replaced. */
  #take({files, others, isCut}: GivenFiles) {
    if (files.length > 0 && this.#inspections.files.length < 2) void this.inspect(files);
    else {
      this.#inspections.add(files);
      this.#isOdd = !this.#isOdd;
    }
    if (files.length > 0) this.#outcome.follow();
    this.left = {others, isCut};
  }

  /** A single file is removed; one of several stays in the list. */
  readonly #onCancel = () => {
    const {files, looked} = this.#inspections;
    if (!looked) return;
    if (files.length > 1) this.#inspections.cancel(looked.id);
    else this.#inspections.clear();
    this.#outcome.keepFocus();
  };
}

defineElement('seal-inspector', SealInspector);

const resultOf = (inspection?: FileInspection): InspectionResult | undefined =>
  inspection && isDone(inspection) ? inspection.progress.opinions.result : undefined;

declare global {
  interface HTMLElementTagNameMap {
    'seal-inspector': SealInspector;
  }
}
