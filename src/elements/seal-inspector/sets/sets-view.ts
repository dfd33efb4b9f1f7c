import {html, nothing, type LitElement, type TemplateResult} from 'lit';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {Slices} from '../../../core/async/slices.js';
import type {Inspections} from '../../../core/inspection/inspections.js';
import {filesOfSets, isOfSet} from '../../../core/inspection/sets/files-of-sets.js';
import {report} from '../../../core/wiring/elements/inspection.js';
import {judgeSets} from '@sealed-capture/seal/model/sets/judge-sets.js';
import {fileFacts} from '../../../lang/compiled/en/file-facts.js';
import {result} from '../../../lang/compiled/en/result.js';
import {sealInspector} from '../../../lang/compiled/en/seal-inspector.js';
import {sets} from '../../../lang/compiled/en/sets.js';
import {verdict} from '../../../lang/compiled/en/verdict.js';
import {clockIcon} from '../../icons.js';
import {viewFor, type View} from '../../metadata/view.js';
import {Localize} from '../../strings/localize.js';
import {FIRST} from '../more.js';
import {renderMore} from '../verdict/confirmable.js';
import {renderRemarks, renderSetBand} from './set-band.js';
import {renderSetFacts} from './set-facts.js';
import {renderSetsInReport, setLines} from './set-report.js';
import {remarksOnOthers, wordsOf, type Judgement} from './set-words.js';
import {SetsJudgedEvent} from './sets-judged-event.js';
import type {ShowFile} from './pieces.js';

/** The files of the list. */
export interface Followed extends Pick<Inspections, 'files' | 'isOpen'> {
  /** True if more were given than are checked at once, and the rest did not come yet. */
  isCut?: boolean;
}

/** Nothing is judged while a file is on its way, or was left out: it may be the one that is missing. */
type State = {name: 'none' | 'checking' | 'cut' | 'failed'} | ({name: 'judged'} & Judgement);

/** What a report of a case says of the sets. */
export interface SetsInCase {
  title: string;
  section: TemplateResult;
  /** One line for each set. */
  lines: readonly TemplateResult[];
  report: SetsReport;
}

/** Sets that a screen reader says. */
const MOST_SAID = 3;

/** Judges the sets that several files are part of once all files have a verdict, and shows them. Loaded with the first file of a set. */
export class SetsView {
  readonly #host: LitElement;
  readonly #judge: typeof judgeSets;
  readonly #localize: Localize;
  #state: State = {name: 'none'};
  /** Files and verdicts that the last judgement was about. */
  #seen: readonly unknown[] = [];

  constructor(host: LitElement, judge = judgeSets) {
    this.#host = host;
    this.#judge = judge;
    this.#localize = new Localize(host, {
      ...fileFacts,
      ...result,
      ...sealInspector,
      ...verdict,
      ...sets,
    });
  }

  /** The last report; undefined while files are checked, and if none is part of a set. */
  get report(): SetsReport | undefined {
    return this.#state.name === 'judged' ? this.#state.report : undefined;
  }

  follow({files, isOpen, isCut}: Followed): void {
    const isNone = !files.some(isOfSet);
    if (isNone || isOpen || isCut) {
      this.#seen = [];
      this.#state = {name: isNone ? 'none' : isCut ? 'cut' : 'checking'};
      return;
    }
    const seen = files.flatMap(({id, progress}) => [
      id,
      progress.name === 'done' ? progress.opinions : progress.name,
    ]);
    if (seen.length === this.#seen.length && seen.every((one, at) => one === this.#seen[at]))
      return;
    this.#seen = seen;
    const named = filesOfSets(files);
    try {
      const judgement = {report: this.#judge(named.given), files: named};
      this.#state = {name: 'judged', ...judgement};
      void this.#tell(judgement.report);
    } catch (thrown) {
      // A bug of this package takes away no file's own verdict.
      this.#state = {name: 'failed'};
      report(thrown);
    }
  }

  /** Renders the verdict on each set, for several files. */
  render(show: ShowFile): TemplateResult {
    const view = this.#view;
    return html`<p class="visually-hidden" role="status">${this.#said(view)}</p>
      ${this.#renderSets(show, view)}`;
  }

  /** Renders what the seal of one file says of its set. */
  renderFacts(answer: Loose) {
    return renderSetFacts(answer, this.#view);
  }

  /** What a report of a case says; undefined unless the sets are judged. */
  inCase(): SetsInCase | undefined {
    const state = this.#state;
    if (state.name !== 'judged') return undefined;
    const view = this.#view;
    return {
      title: view.localize.term('setsTitle'),
      section: renderSetsInReport(state, view),
      lines: setLines(state, view),
      report: state.report,
    };
  }

  #renderSets(show: ShowFile, view: View) {
    const state = this.#state;
    switch (state.name) {
      case 'none':
        return nothing;
      case 'checking':
        return renderWithoutVerdict(
          view.localize.term('setState', 'checking'),
          view.localize.term('setChecking'),
          view,
        );
      case 'cut':
        return renderWithoutVerdict(
          view.localize.term('setState', 'cut'),
          view.localize.term('setCut'),
          view,
        );
      case 'failed':
        return renderWithoutVerdict(view.term('internal'), view.term('internalHelp'), view);
      case 'judged':
        return this.#renderJudged(state, show, view);
    }
  }

  #renderJudged(judgement: Judgement, show: ShowFile, view: View) {
    const others = remarksOnOthers(judgement, view);
    const {sets} = judgement.report;
    const shown = sets.slice(0, FIRST);
    return html`<section class="sets" part="sets" aria-label=${view.localize.term('setsTitle')}>
      ${shown.map((set, place) => renderSetBand(set, place, judgement, show, view))}
      ${renderMore(sets.length - shown.length, view)}
      ${
        others.length === 0
          ? nothing
          : html`<details class="set-others panel">
              <summary>${view.localize.term('setOthers', others.length)}</summary>
              ${renderRemarks(others, show, view)}
            </details>`
      }
    </section>`;
  }

  /** What a screen reader says of the first sets, the worst first. */
  #said(view: View): string {
    const state = this.#state;
    if (state.name !== 'judged') return '';
    return state.report.sets
      .slice(0, MOST_SAID)
      .map((set) => {
        const words = wordsOf(set, state, view);
        const {localize} = view;
        return localize.term(
          'setSaid',
          words.job,
          localize.term('setState', words.state),
          words.summary,
        );
      })
      .join(' ');
  }

  /** Dispatches the event once the verdict is shown, after the last `inspected`. */
  async #tell(report: SetsReport) {
    await this.#host.updateComplete.catch(() => undefined);
    await new Slices().rest();
    if (this.report === report) this.#host.dispatchEvent(new SetsJudgedEvent({sets: report}));
  }

  get #view(): View {
    return viewFor(this.#localize, String);
  }
}

const renderWithoutVerdict = (state: string, words: string, {localize}: View): TemplateResult =>
  html`<section class="sets" part="sets" aria-label=${localize.term('setsTitle')}>
    <div class="set panel">
      ${clockIcon()}
      <div class="words">
        <p class="sentence"><b class="state">${state}</b></p>
        <p>${words}</p>
      </div>
    </div>
  </section>`;
