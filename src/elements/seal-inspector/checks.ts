import {html, nothing, type TemplateResult} from 'lit';
import type {Check} from '../../model/inspection-result.js';
import {checkIcon, crossIcon, exclamationIcon, minusIcon, questionIcon} from '../icons.js';
import {object, text, type Loose} from '../metadata/loose.js';
import type {View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {
  checkOutcomes,
  checksOf,
  hasPassed,
  outcomeOf,
  stateOf,
  type CheckOutcome,
} from './answer.js';
import {areaOf, checkAreas, type CheckArea} from './check-areas.js';

type AreaOutcome = CheckOutcome | 'unchecked';

const icons: Record<AreaOutcome, () => TemplateResult> = {
  failed: crossIcon,
  unknown: questionIcon,
  noted: exclamationIcon,
  passed: checkIcon,
  unchecked: minusIcon,
};

/**
 * What was checked: one line for each of a reader's questions, those that failed first. What did not pass is
 * open, what passed a press away.
 */
export function renderChecks(answer: Loose, view: View) {
  const checks = checksOf(answer);
  if (checks.length === 0) return nothing;
  const {localize} = view;
  const state = stateOf(answer);
  const counts = checkOutcomes.map(
    (wanted) => checks.filter((check) => outcomeOf(check, state) === wanted).length,
  ) as [number, number, number, number];
  const areas = checkAreas.map((area) => {
    const own = checks.filter((check) => areaOf(check) === area);
    // Failures are first among them.
    const outcome: AreaOutcome = own[0] ? outcomeOf(own[0], state) : 'unchecked';
    return {area, own, outcome};
  });
  const rows = ([...checkOutcomes, 'unchecked'] as const).flatMap((wanted) =>
    areas.filter(
      ({area, outcome}) => outcome === wanted && (area !== 'others' || wanted !== 'unchecked'),
    ),
  );
  /** It would break a seal, and does not break this one. */
  const isForgiven = (check: Check) =>
    state === 'valid' && outcomeOf(check, 'invalid') === 'failed';
  const renderCheck = (check: Check) => {
    const outcome = outcomeOf(check, state);
    return html`<li class=${outcome}>
      ${icons[outcome]()}
      <span>
        <span class="visually-hidden">${localize.term('checkOutcome', outcome)}: </span>
        <bdi>${visibleText(check.explanation)}</bdi>
        <code class="quiet"><bdi>${visibleText(check.code)}</bdi></code>
      </span>
    </li>`;
  };
  return html`<section part="checks" aria-labelledby="checks">
    <h3 id="checks">
      ${localize.term('checks')}
      <span class="quiet count">${localize.term('checksCount', ...counts)}</span>
    </h3>
    <ul class="areas panel">
      ${rows.map(({area, own, outcome}) => {
        const line = html`${icons[outcome]()}
          <span class="question">${localize.term('checkArea', area)}</span>
          <span class="answer">${localize.term('checkOutcome', outcome)}</span>`;
        return html`<li class="area ${outcome}">
          ${
            own.length === 0
              ? html`<div class="line">${line}</div>
                  <p class="quiet">${localize.term(whyUnchecked(area, answer, checks))}</p>`
              : html`<details ?open=${outcome !== 'passed'}>
                  <summary class="line">${line}</summary>
                  <ul class="checks">
                    ${own.map(renderCheck)}
                  </ul>
                  ${
                    area === 'ingredients' && own.some(isForgiven)
                      ? html`<p class="quiet">${localize.term('forgivenSources')}</p>`
                      : nothing
                  }
                </details>`
          }
        </li>`;
      })}
    </ul>
    <button class="button" type="button" @click=${openAll}>${localize.term('allChecks')}</button>
  </section>`;
}

/** A missing time stamp is only said where somebody looked for one. */
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
