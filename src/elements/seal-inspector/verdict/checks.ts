import {html, nothing, type TemplateResult} from 'lit';
import type {FactsState, Ingredient} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Check} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {checkIcon, exclamationIcon} from '../../icons.js';
import {crossIcon, minusIcon, questionIcon} from '../../later-icons.js';
import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {
  checkOutcomes,
  checksOf,
  hasPassed,
  judging,
  outcomeOf,
  stateOf,
  type CheckOutcome,
  type JudgedCheck,
} from './answer.js';
import {areaOf, checkAreas, isSpecial, type CheckArea} from './check-areas.js';
import {explained} from './explained.js';
import {labelOf} from './ingredient-words.js';
import {recordedFailures} from './recorded-failures.js';
import {Slices} from '../../../core/async/slices.js';
import {filled, NAME_HERE} from '../text.js';
import {FIRST, MORE, type ShownCounts} from '../more.js';

const icons: Record<CheckOutcome, () => TemplateResult> = {
  failed: crossIcon,
  unknown: questionIcon,
  noted: exclamationIcon,
  unconfirmed: minusIcon,
  passed: checkIcon,
  unchecked: minusIcon,
};

/** One line below a question, from the file itself: what failed in a source when it was added. */
interface Recorded {
  outcome: CheckOutcome;
  code: string;
  ingredient: Ingredient;
}
type Finding = JudgedCheck | Recorded;

/** An answered question. */
interface AreaRow {
  area: CheckArea;
  findings: readonly Finding[];
  outcomes: ReadonlySet<CheckOutcome>;
  outcome: CheckOutcome;
}

/** Findings by question, in the order of the questions; found once for each list of checks. */
type Groups = ReadonlyMap<CheckArea, {findings: Finding[]; outcomes: Set<CheckOutcome>}>;
const grouped = new WeakMap<readonly JudgedCheck[], Groups>();

function groupsOf(checks: readonly JudgedCheck[]): Groups {
  const known = grouped.get(checks);
  if (known) return known;
  const groups: Groups = new Map(
    checkAreas.map((area) => [area, {findings: [], outcomes: new Set()}]),
  );
  for (const check of checks) {
    const group = groups.get(check.area);
    group?.findings.push(check);
    group?.outcomes.add(check.outcome);
  }
  grouped.set(checks, groups);
  return groups;
}

/** Judges and sorts the checks of a long answer in slices, so that it is shown without a pause. */
export async function prepareChecks(answer: Loose, slices = new Slices()): Promise<void> {
  for (const areSourcesSigned of [true, false]) {
    const steps = judging(answer, areSourcesSigned);
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (slices.isOver) await slices.rest();
    await slices.rest();
    groupsOf(step.value);
    await slices.rest();
  }
}

const isRecorded = (finding: Finding): finding is Recorded => 'ingredient' in finding;

/**
 * The answered questions, those that failed first, and the findings of each, those that failed first. `facts` contain
 * what failed in earlier files when they were added.
 */
function rowsOf(answer: Loose, facts?: FactsState): AreaRow[] {
  const found = recordedFailures(facts, answer);
  const checks = checksOf(
    answer,
    found.map(({code}) => code),
  );
  if (checks.length === 0) return [];
  const groups = groupsOf(checks);
  const own = groups.get('ingredients')?.findings ?? [];
  // Nothing is read out of a hundred thousand checks for the few files without any.
  const said = new Set(
    found.length > 0 ? own.map((one) => 'passed' in one && !one.passed && one.code) : [],
  );
  const state = stateOf(answer);
  const recorded = found.flatMap(({ingredient, code}): Finding[] =>
    said.has(code)
      ? []
      : [{outcome: outcomeOf({code, passed: false, inIngredient: true}, state), code, ingredient}],
  );
  const areas = [...groups].map(([area, group]): AreaRow => {
    const isWithMore = area === 'ingredients' && recorded.length > 0;
    const findings = isWithMore ? [...recorded, ...group.findings] : group.findings;
    const more = isWithMore ? recorded.map(({outcome}) => outcome) : [];
    const outcomes = new Set([...group.outcomes, ...more]);
    const outcome = checkOutcomes.find((wanted) => outcomes.has(wanted)) ?? 'unchecked';
    return {area, findings, outcomes, outcome};
  });
  return checkOutcomes.flatMap((wanted) =>
    areas.filter(
      ({area, findings, outcome}) =>
        outcome === wanted && (findings.length > 0 || !isSpecial(area)),
    ),
  );
}

/** True if it could break a seal, and does not break this one. */
const isForgiven = (finding: Finding, answer: Loose): boolean =>
  isRecorded(finding) ||
  (stateOf(answer) === 'valid' && outcomeOf(finding, 'invalid') === 'failed');

const wordsOf = (finding: Finding, view: View): unknown =>
  isRecorded(finding)
    ? filled(view.localize.term('ingredientFailed', areaOf(finding), NAME_HERE), {
        name: html`<bdi>${labelOf(finding.ingredient, view)}</bdi>`,
      })
    : explained(finding, view.localize);

const renderFinding = (finding: Finding, view: View) =>
  html`<li class=${finding.outcome}>
    ${icons[finding.outcome]()}
    <span>
      <span class="visually-hidden">${view.localize.term('checkOutcome', finding.outcome)}: </span>
      <bdi>${wordsOf(finding, view)}</bdi>
      <code class="quiet"><bdi>${visibleText(finding.code)}</bdi></code>
    </span>
  </li>`;

/** All questions, those whose answers a reader has to know, or the others, which are folded away. */
export type WhichChecks = 'all' | 'amiss' | 'rest';

function checksIn(which: WhichChecks, answer: Loose, facts?: FactsState): AreaRow[] {
  const rows = rowsOf(answer, facts);
  if (which === 'all') return rows;
  const isRest = ({outcome}: AreaRow) => outcome === 'passed' || outcome === 'unchecked';
  return rows.filter((row) => isRest(row) === (which === 'rest'));
}

/** How many questions have which answer, such as "1 failed, 4 passed"; empty without any. */
export function countsOf(
  which: WhichChecks,
  answer: Loose,
  {localize}: View,
  facts?: FactsState,
): string {
  return countedIn(checksIn(which, answer, facts), localize);
}

function countedIn(rows: readonly AreaRow[], localize: View['localize']): string {
  const counts = checkOutcomes.flatMap((wanted) => {
    const {length} = rows.filter(({outcome}) => outcome === wanted);
    return length > 0 ? [localize.term('checkCounted', wanted, length)] : [];
  });
  return counts.length > 0 ? localize.term('checksCount', counts) : '';
}

/**
 * Renders the checks: one line for each of a reader's questions, those that failed first. Lines that did not pass are
 * unfolded, the others are folded. `shown` bounds the findings of each; without it, the first ones are shown.
 */
export function renderChecks(
  answer: Loose,
  view: View,
  facts?: FactsState,
  which: WhichChecks = 'all',
  shown?: ShownCounts,
) {
  const rows = checksIn(which, answer, facts);
  if (rows.length === 0) return nothing;
  const {localize} = view;
  const renderRow = ({area, findings, outcomes, outcome}: AreaRow) => {
    const line = html`${icons[outcome]()}
      <span class="question">${localize.term('checkArea', area)}</span>
      <span class="answer">${localize.term('checkOutcome', outcome)}</span>`;
    if (findings.length === 0)
      return html`<div class="line">${line}</div>
        <p class="quiet">${localize.term(whyUnchecked(area, answer, checksOf(answer)))}</p>`;
    const isOfSources = area === 'ingredients';
    return html`<details ?open=${outcome !== 'passed'}>
      <summary class="line">${line}</summary>
      <ul class="checks" data-area=${area}>
        ${findings.slice(0, shown?.of(area) ?? FIRST).map((finding) => renderFinding(finding, view))}
      </ul>
      ${shown?.renderButton(area, findings.length, itemsBefore, view) ?? nothing}
      ${
        outcomes.has('unconfirmed')
          ? html`<p class="quiet">${localize.term('agreesWithBroken')}</p>`
          : nothing
      }
      ${
        isOfSources && findings.some((finding) => isForgiven(finding, answer))
          ? html`<p class="quiet">${localize.term('forgivenSources')}</p>`
          : nothing
      }
    </details>`;
  };
  const id = `checks-${which}`;
  return html`<section part="checks" aria-labelledby=${id}>
    <h3 id=${id}>
      ${localize.term('checks')}
      <span class="quiet count">${countedIn(rows, localize)}</span>
    </h3>
    <ul class="areas panel">
      ${rows.map((row) => html`<li class="area ${row.outcome}">${renderRow(row)}</li>`)}
    </ul>
    ${
      which === 'amiss'
        ? nothing
        : html`<button class="button" type="button" @click=${openAll}>
            ${localize.term('allChecks')}
          </button>`
    }
  </section>`;
}

/** The findings above the button for more of them. */
const itemsBefore = (button: Element) =>
  button.parentElement?.querySelector('.checks')?.children ?? [];

/**
 * The findings that {@link renderChecks} leaves out, in pieces that are rendered fast, with the area of each; for
 * documents that contain all of them.
 */
export function* renderFurther(
  answer: Loose,
  view: View,
  facts?: FactsState,
): Generator<[CheckArea, TemplateResult[]]> {
  for (const {area, findings} of rowsOf(answer, facts)) {
    for (let start = FIRST; start < findings.length; start += MORE) {
      const piece = findings.slice(start, start + MORE);
      yield [area, piece.map((finding) => renderFinding(finding, view))];
    }
  }
}

/** A missing time stamp is reported only if one was looked for. */
function whyUnchecked(area: CheckArea, answer: Loose, checks: readonly Check[]) {
  if (area === 'ingredients') return 'noSealedSources';
  const isRead = hasPassed(checks, 'claimSignature.validated');
  const hasTime = text(object(answer['signature'])?.['timestamp']) !== undefined;
  return area === 'time' && isRead && !hasTime ? 'noTimeStamp' : 'notLookedAt';
}

function openAll({currentTarget}: Event) {
  const section = (currentTarget as Element).closest('section');
  for (const folded of section?.querySelectorAll('details') ?? []) folded.open = true;
}
