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

/**
 * Prints the report from a hidden frame within `root`, which is removed after printing or an abort; not every browser
 * reports the end of printing. A page's policy allows the frame, because an empty frame is not fetched and its styles
 * are constructed.
 */
export async function printReport(
  parts: ReportParts,
  root: Node,
  signal: AbortSignal,
  print = (frame: Window) => frame.print(),
): Promise<void> {
  const preview = await drawPreview(parts.inspection.file, signal);
  if (signal.aborted) return;
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; visibility: hidden';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  // Some browsers replace the first, empty document once more.
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), {once: true});
    signal.addEventListener('abort', () => resolve(frame.remove()), {once: true});
  });
  try {
    root.appendChild(frame);
    await loaded;
    const inner = frame.contentWindow as (Window & typeof globalThis) | null;
    // The frame was removed meanwhile.
    if (!inner) return;
    write(renderReport(parts, preview, preview?.canvas), inner.document, parts);
    const document = inner.document;
    const append = (area: CheckArea, items: HTMLElement) =>
      listOf(document, area)?.append(...items.children);
    await eachFurther(parts, document, append, signal);
    if (signal.aborted) return;
    const sheet = new inner.CSSStyleSheet();
    sheet.replaceSync(reportStyles);
    inner.document.adoptedStyleSheets = [sheet];
    inner.addEventListener('afterprint', () => frame.remove(), {once: true});
    print(inner);
  } catch (thrown) {
    frame.remove();
    throw thrown;
  }
}

/** The policy of a saved report: a browser may only show it. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The report as a page without external resources. */
export async function reportFile(parts: ReportParts): Promise<string> {
  const preview = await drawPreview(parts.inspection.file);
  // This document does not belong to the page: it fetches nothing, and the page's policy does not apply to it.
  const kept = document.implementation.createHTMLDocument();
  const picture = preview
    ? html`<img alt="" src=${preview.canvas.toDataURL('image/jpeg', 0.85)} />`
    : nothing;
  write(renderReport(parts, preview, picture), kept, parts);
  // Text, because a document of 100,000 items is not written in one go.
  const further = new Map<CheckArea, string[]>();
  await eachFurther(parts, kept, (area, items) => {
    const texts = further.get(area) ?? [];
    texts.push(items.innerHTML.replace(/<!--[^]*?-->/g, ''));
    further.set(area, texts);
  });
  for (const area of further.keys()) listOf(kept, area)?.append(kept.createElement(`rest-${area}`));
  const walker = kept.createTreeWalker(kept.body, NodeFilter.SHOW_COMMENT);
  const marks: Node[] = [];
  while (walker.nextNode()) marks.push(walker.currentNode);
  for (const mark of marks) mark.parentNode?.removeChild(mark);
  const meta = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const viewport = '<meta name="viewport" content="width=device-width">';
  const head = `${meta}${viewport}${kept.head.innerHTML}<style>${reportStyles}</style>`;
  const {lang} = kept.documentElement;
  const body = kept.body.outerHTML.replace(
    /<rest-([a-z]+)><\/rest-\1>/g,
    (_, area: CheckArea) => further.get(area)?.join('') ?? '',
  );
  return `<!doctype html>\n<html lang="${lang}"><head>${head}</head>${body}</html>\n`;
}
