import {html, nothing, render, type TemplateResult} from 'lit';
import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {cardsOf} from '../../metadata/cards.js';
import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import {renderRow} from '../../metadata/rows.js';
import {renderTime, type View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {stateOf} from '../verdict/answer.js';
import {renderCertificates} from '../papers/certificates.js';
import {bounded, leftOutOf} from '../tree/bounded.js';
import {elsewhere} from '../tree/nodes.js';
import type {CheckArea} from '../verdict/check-areas.js';
import {renderMore} from '../verdict/confirmable.js';
import {renderChecks, renderFurther} from '../verdict/checks.js';
import {Slices} from '../../../core/async/slices.js';
import {renderRedactions} from '../papers/redactions.js';
import {nameOf} from '../intake/file-name.js';
import {renderArtificial, renderHistory} from '../papers/history.js';
import {renderSources} from '../verdict/ingredient-words.js';
import type {DoneInspection} from '../inspection.js';
import {renderPapers} from '../papers/papers.js';
import {directionOf, printDocument, savedDocument, type Print} from './printed.js';
import {drawPreview, renderDoubt, type Preview} from '../preview/preview.js';
import {isRecording} from '../preview/preview.js';
import {reportStyles} from './report-styles.js';
import {renderMixedNames} from '../verdict/mixed-names.js';
import {renderWhoChecked} from '../verdict/second-opinion.js';
import {renderToDo} from '../verdict/to-do.js';
import {renderVerdict} from '../verdict/verdict.js';
import {sectionsOf} from '../papers/when.js';

export interface ReportParts {
  inspection: DoneInspection;
  /** The facts from the file, as far as they are known. */
  facts: FactsState;
  /** Host name of the service, for display. */
  host: string;
  view: View;
}

/** Renders the report for paper: the same text as in the element, without controls and with everything unfolded. */
function renderReport(
  {inspection, facts, host, view}: ReportParts,
  preview: Preview | undefined,
  picture: unknown,
): TemplateResult {
  const {file, progress} = inspection;
  const answer = object(progress.opinions.result) ?? {};
  const isValid = stateOf(answer) === 'valid';
  const {localize, format} = view;
  const shown = bounded(answer, elsewhere);
  const {cards, absent} = cardsOf(sectionsOf(shown, isRecording(file)), shown, view);
  const seal = facts.name === 'read' ? facts.facts.seal : undefined;
  return html`<header>
      <h1>${localize.term('report')}</h1>
      <p>
        <b><bdi>${visibleText(nameOf(file)) || localize.term('unnamed')}</bdi></b
        ><br />
        ${localize.term('checkedOn')}
        ${renderTime(format.time(new Date(progress.at).toISOString()))}
      </p>
    </header>
    ${renderVerdict(progress.opinions, view, html`${renderMixedNames(answer, view)} ${renderArtificial(facts, answer, view)} ${renderWhoChecked(progress.opinions, host, view)} ${renderToDo(answer, view, inspection.file)}`)}
    ${
      preview
        ? html`<figure>
            ${picture}
            <figcaption>
              ${localize.term('preview')} ${renderDoubt('unconfirmedPicture', answer, view)}
            </figcaption>
          </figure>`
        : nothing
    }
    ${renderPapers(answer, file, view, facts, preview)} ${renderChecks(answer, view, facts)}
    ${
      cards.length === 0
        ? nothing
        : html`<section class=${isValid ? '' : 'claims'}>
            <h3>${localize.term(isValid ? 'sealed' : 'claimed')}</h3>
            <div class="cards">
              ${cards.map(
                ({title, rows}) =>
                  html`<article class="card">
                    <h4>${title} ${isValid ? nothing : localize.term('notConfirmedMark')}</h4>
                    <dl>${rows.map((row) => renderRow(row, view))}</dl>
                  </article>`,
              )}
            </div>
            ${renderMore(leftOutOf(shown), view)}
            ${absent.length === 0 ? nothing : html`<p>${localize.term('notInSeal', format.list(absent))}</p>`}
          </section>`
    }
    ${renderRedactions(answer, view)}
    ${seal ? html`${renderHistory(seal, answer, view)} ${renderSources(seal, answer, view)} ${renderCertificates(seal, answer, view)}` : nothing}
    <footer>${localize.term('reportMeans')}</footer>`;
}

/** Writes the report into a separate document, so that its styles and content are separate from the page's. */
function write(content: TemplateResult, document: Document, {inspection, view}: ReportParts): void {
  const {body, documentElement} = document;
  render(content, body, {creationScope: document});
  for (const folded of body.querySelectorAll('details')) folded.open = true;
  for (const control of body.querySelectorAll('button, input, label, .copy')) control.remove();
  documentElement.lang = view.localize.lang();
  documentElement.dir = directionOf(view.localize.lang());
  document.title = `${view.term('report')}: ${visibleText(nameOf(inspection.file))}`;
}

/** What the lists of checks in a report leave out, in slices: a report contains every check. */
async function eachFurther(
  {inspection, facts, view}: ReportParts,
  document: Document,
  take: (area: CheckArea, items: HTMLElement) => void,
  signal?: AbortSignal,
): Promise<void> {
  const answer = object(inspection.progress.opinions.result) ?? {};
  const slices = new Slices();
  for (const [area, findings] of renderFurther(answer, view, facts)) {
    const items = document.createElement('ul');
    render(findings, items, {creationScope: document});
    take(area, items);
    if (slices.isOver) await slices.rest();
    if (signal?.aborted) return;
  }
}

const listOf = (document: Document, area: CheckArea) =>
  document.querySelector(`.checks[data-area="${area}"]`);

/** Prints the report from a hidden frame within `root`. */
export async function printReport(
  parts: ReportParts,
  root: Node,
  signal: AbortSignal,
  print?: Print,
): Promise<void> {
  const preview = await drawPreview(parts.inspection.file, signal);
  if (signal.aborted) return;
  const writeAll = async (document: Document) => {
    write(renderReport(parts, preview, preview?.canvas), document, parts);
    const append = (area: CheckArea, items: HTMLElement) =>
      listOf(document, area)?.append(...items.children);
    await eachFurther(parts, document, append, signal);
  };
  await printDocument({styles: reportStyles, write: writeAll}, root, signal, print);
}

/** The report as a page without external resources. */
export async function reportFile(parts: ReportParts): Promise<string> {
  const preview = await drawPreview(parts.inspection.file);
  const picture = preview
    ? html`<img alt="" src=${preview.canvas.toDataURL('image/jpeg', 0.85)} />`
    : nothing;
  // Text, because a document of 100,000 items is not written in one go.
  const further = new Map<CheckArea, string[]>();
  const writeFirst = async (kept: Document) => {
    write(renderReport(parts, preview, picture), kept, parts);
    await eachFurther(parts, kept, (area, items) => {
      const texts = further.get(area) ?? [];
      texts.push(items.innerHTML.replace(/<!--[^]*?-->/g, ''));
      further.set(area, texts);
    });
    for (const area of further.keys()) {
      listOf(kept, area)?.append(kept.createElement(`rest-${area}`));
    }
  };
  const page = await savedDocument({styles: reportStyles, write: writeFirst});
  return page.replace(
    /<rest-([a-z]+)><\/rest-\1>/g,
    (_, area: CheckArea) => further.get(area)?.join('') ?? '',
  );
}
