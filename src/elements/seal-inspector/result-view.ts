import {html, nothing, type LitElement, type TemplateResult} from 'lit';
import type {FileInspection, Inspections} from '../../core/inspection/inspections.js';
import {Slices} from '../../core/async/slices.js';
import type {Opinions} from '../../core/inspection/opinions.js';
import {keyed} from 'lit/directives/keyed.js';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {at, object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {viewFor, type View} from '../metadata/view.js';
import {bookmarkNamesOf, bookmarksOf} from '../metadata/microphone-section.js';
import {Player} from '../player/player.js';
import {markNameStyles} from '../player/mark-name-styles.js';
import {playerStyles} from '../player/player-styles.js';
import {copying} from '../../lang/compiled/en/copying.js';
import {fileFacts} from '../../lang/compiled/en/file-facts.js';
import {findings} from '../../lang/compiled/en/findings.js';
import {fromAddress} from '../../lang/compiled/en/from-address.js';
import {inspectorViewer} from '../../lang/compiled/en/inspector-viewer.js';
import {imported} from '../../lang/compiled/en/imported.js';
import {metadata} from '../../lang/compiled/en/metadata.js';
import {metadataTree} from '../../lang/compiled/en/metadata-tree.js';
import {microphone} from '../../lang/compiled/en/microphone.js';
import {player} from '../../lang/compiled/en/player.js';
import {result} from '../../lang/compiled/en/result.js';
import {sealInspector} from '../../lang/compiled/en/seal-inspector.js';
import {signals} from '../../lang/compiled/en/signals.js';
import {verdict} from '../../lang/compiled/en/verdict.js';
import {Localize} from '../strings/localize.js';
import {ofVerifier} from '../strings/of-verifier.js';
import {FromAddress} from './address/from-address.js';
import {addressStyles} from './address/address-styles.js';
import {announcementOf} from './announcement.js';
import {countsOf, prepareChecks, renderChecks} from './verdict/checks.js';
import {checksStyles} from './verdict/checks-styles.js';
import {factsStyles} from './papers/facts-styles.js';
import {renderArtificial} from './papers/history.js';
import {listedName} from './intake/file-row.js';
import {shortened} from './text.js';
import {isDone, type DoneInspection, type ResultSetting} from './inspection.js';
import type {OutcomeInSight} from './outcome-in-sight.js';
import {renderJson} from './report/json-panel.js';
import {ShownCounts} from './more.js';
import {CaseButton} from './case/case-button.js';
import type {CaseHost} from './case/case-file.js';
import type {eventOf} from './events.js';
import type {FileIntake} from './intake/file-intake.js';
import {fileListStyles} from './intake/file-list-styles.js';
import {renderFiles} from './intake/file-list.js';
import {FileTools} from './intake/file-tools.js';
import {resultStyles} from './result-styles.js';
import {renderCertificates} from './papers/certificates.js';
import {renderGlance} from './papers/glance.js';
import {glanceStyles} from './papers/glance-styles.js';
import {renderPapers} from './papers/papers.js';
import {pictureStyles} from './pictures/picture-styles.js';
import {Film} from './preview/film.js';
import {
  drawPreview,
  isFilm,
  isRecording,
  renderDoubt,
  renderNoPreview,
  renderPreview,
  type Preview,
} from './preview/preview.js';
import {renderRedactions} from './papers/redactions.js';
import {factsBeside, SealedFacts} from './papers/sealed-facts.js';
import {renderUnsealed} from './papers/unsealed.js';
import {Sets} from './sets/sets.js';
import {setsStyles} from './sets/sets-styles.js';
import {SignalsPanel} from './signals/signals-panel.js';
import {signalsStyles} from './signals/signals-styles.js';
import {renderMixedNames} from './verdict/mixed-names.js';
import {renderWhoChecked} from './verdict/second-opinion.js';
import {TakeAway} from './report/take-away.js';
import {MetadataTree} from './tree/metadata-tree.js';
import {treeStyles} from './tree/tree-styles.js';
import {renderToDo} from './verdict/to-do.js';
import {renderVerdict} from './verdict/verdict.js';
import {verdictStyles} from './verdict/verdict-styles.js';
import {actionsStyles} from './viewer/actions-styles.js';
import {PictureActions} from './viewer/picture-actions.js';

/**
 * Renders a file with its verdict and details, and the list of several files. Loaded when the page is idle, or with
 * the first file.
 */
export class ResultView {
  readonly styles = [
    verdictStyles,
    addressStyles,
    fileListStyles,
    resultStyles,
    playerStyles,
    markNameStyles,
    treeStyles,
    pictureStyles,
    glanceStyles,
    checksStyles,
    factsStyles,
    signalsStyles,
    setsStyles,
    actionsStyles,
  ];

  readonly #host: LitElement;
  readonly #localize: Localize;
  readonly #player: Player;
  readonly #film: Film;
  readonly #sealedFacts: SealedFacts;
  readonly #tree: MetadataTree;
  readonly #takeAway: TakeAway;
  readonly #fileTools: FileTools;
  readonly #case: CaseButton;
  readonly #shown: ShownCounts;
  readonly #signals: SignalsPanel;
  readonly #sets: Sets;
  readonly #address: FromAddress;
  readonly #pictures: PictureActions;
  #looked?: FileInspection;
  /** Null for a file that is not a picture. */
  #preview?: Preview | null;
  readonly #draw: typeof drawPreview;
  #drawing?: AbortController;

  constructor(host: CaseHost, draw = drawPreview) {
    this.#host = host;
    this.#draw = draw;
    this.#localize = new Localize(host, {
      ...fileFacts,
      ...findings,
      ...fromAddress,
      ...inspectorViewer,
      ...metadata,
      ...imported,
      ...metadataTree,
      ...microphone,
      ...player,
      ...result,
      ...sealInspector,
      ...verdict,
      ...signals,
      ...copying,
      ...ofVerifier,
    });
    this.#player = new Player(host);
    this.#film = new Film(host);
    this.#sealedFacts = new SealedFacts(host);
    this.#tree = new MetadataTree(host);
    this.#takeAway = new TakeAway(host);
    this.#fileTools = new FileTools(host);
    this.#case = new CaseButton(host);
    this.#shown = new ShownCounts(host);
    this.#signals = new SignalsPanel(host);
    this.#sets = new Sets(host);
    this.#address = new FromAddress(host);
    this.#pictures = new PictureActions(host, (files) => this.#fileTools.shown(files));
    this.#fileTools.mark = (file, view) => this.#pictures.renderMark(file, view);
  }

  /** Prepares a long answer in slices, before it is shown. */
  async prepare(opinions: Opinions): Promise<void> {
    const answer = object(opinions.result);
    if (!answer) return;
    const slices = new Slices();
    await slices.rest();
    await prepareChecks(answer, slices);
    // What is found for the verdict is found once; the words themselves are not needed yet.
    renderVerdict(opinions, this.#view);
    await slices.rest();
  }

  /** Shows the worst file once all have a verdict, and preview and player of the file that is shown, once it has its own. */
  follow(inspections: Inspections, isCut = false): void {
    this.#fileTools.showWorst(inspections);
    this.#signals.follow(inspections);
    const {files, isOpen} = inspections;
    this.#sets.follow({files, isOpen, isCut});
    this.#address.follow(inspections);
    this.#pictures.follow(inspections.files);
    const {looked} = inspections;
    const done = looked && isDone(looked) ? looked : undefined;
    if (done === this.#looked) return;
    this.#looked = done;
    this.#preview = undefined;
    this.#drawing?.abort();
    this.#sealedFacts.forget();
    this.#player.load(done && isRecording(done.file) ? done.file : undefined);
    this.#film.load(done && isFilm(done.file) ? done.file : undefined);
    if (done) void this.#showPreview(done);
  }

  /** What a screen reader says: the last export of this file or list, or the verdict; undefined without one. */
  announce(inspections: Inspections, looked: FileInspection): string | undefined {
    const said = this.#fileTools.said ?? this.#takeAway.said(looked.id);
    return said ? this.#localize.term(said) : announcementOf(inspections, looked, this.#view);
  }

  /** What the files say of the sets that they are part of; undefined until all are checked, and if none is. */
  get sets(): SetsReport | undefined {
    return this.#sets.report;
  }

  /** Lets the intake take the addresses that are pasted, and take files from addresses. */
  takeFrom(intake: FileIntake, event: typeof eventOf): void {
    this.#address.takeFrom(intake, event);
  }

  /** The button for a file from an address, and what becomes of it. */
  renderAddress() {
    return this.#address.render(this.#view);
  }

  renderFiles(inspections: Inspections, outcome: OutcomeInSight): TemplateResult {
    return renderFiles(inspections, outcome, this.#fileTools, this.#case, this.#view, {
      signals: this.#signals,
      sets: this.#sets,
    });
  }

  render(inspection: DoneInspection, setting: ResultSetting): TemplateResult {
    const view = this.#view;
    const {file, progress} = inspection;
    const answer = object(progress.opinions.result) ?? {};
    const facts = factsBeside(answer, progress.facts);
    const preview = this.#preview ?? undefined;
    this.#pictures.look(inspection, setting.reader);
    const {actions, json} = this.#takeAway.render({...setting, inspection, view});
    const shown = this.#shown.begin(inspection.id);
    // What a person folded in one file may have failed in the next.
    const checks = (which: 'amiss' | 'rest') =>
      keyed(inspection.id, renderChecks(answer, view, facts, which, shown));
    return html`<div class="result">
      ${renderVerdict(
        progress.opinions,
        view,
        html`${renderMixedNames(answer, view)} ${renderArtificial(facts, answer, view)}
        ${renderWhoChecked(progress.opinions, setting.host, view)} ${renderToDo(answer, view, file)}`,
        actions,
        shortened(listedName(inspection, view)),
      )}
      ${checks('amiss')}
      <div class="contents">
        ${this.#renderPreview(answer, file, view)} ${renderUnsealed(facts, answer, view)}
        ${this.#tree.render(answer, file, view, (shown) => renderGlance(shown, view))}
      </div>
      ${this.#sets.renderFacts(answer)} ${renderRedactions(answer, view)}
      ${this.#sealedFacts.render(facts, answer, view)}
      <details class="technical" part="technical">
        <summary>
          ${view.term('technical')}
          <span class="quiet">${countsOf('rest', answer, view, facts)}</span>
        </summary>
        <div class="result">
          ${checks('rest')}
          ${facts.name === 'read' && facts.facts.seal ? renderCertificates(facts.facts.seal, answer, view) : nothing}
          ${renderPapers(answer, file, view, facts, {...preview, duration: this.#player.duration, ...this.#film.measures})}
          ${json} ${renderJson(answer, view)}
        </div>
      </details>
    </div>`;
  }

  get #view(): View {
    const localize = this.#localize;
    return viewFor(localize, (reason) => localize.term('unavailable', reason));
  }

  #renderPreview(answer: Loose, file: Blob, view: View): TemplateResult {
    return this.#pictures.render(this.#renderMedia(answer, file, view), !!this.#preview, view);
  }

  #renderMedia(answer: Loose, file: Blob, view: View): TemplateResult {
    if (isRecording(file))
      return html`<div class="preview panel sound" part="preview">
        ${this.#player.render(
          this.#localize,
          bookmarksOf(at(answer, 'microphone.bookmarks')),
          bookmarkNamesOf(at(answer, 'microphone.bookmarkNames')),
        )}
        ${renderDoubt('unconfirmed', answer, view)}
      </div>`;
    const film = this.#film.render(view.term('preview'));
    if (film) {
      return html`<div class="preview panel" part="preview">
        ${film} ${renderDoubt('unconfirmed', answer, view)}
      </div>`;
    }
    if (this.#preview === undefined) return html`<div class="preview panel" part="preview"></div>`;
    return this.#preview ? renderPreview(this.#preview, answer, view) : renderNoPreview(file, view);
  }

  /** Decoded after the verdict is shown, because that takes time. */
  async #showPreview(inspection: FileInspection) {
    const {signal} = (this.#drawing = new AbortController());
    await this.#host.updateComplete;
    const preview = await this.#draw(inspection.file, signal);
    if (this.#looked !== inspection) return;
    this.#preview = preview ?? null;
    this.#host.requestUpdate();
  }
}
