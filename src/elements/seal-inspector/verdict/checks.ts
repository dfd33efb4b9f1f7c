import {html, nothing, type TemplateResult} from 'lit';
import type {FactsState} from '../../../model/inspection/seal-contents.js';
import type {Check} from '../../../model/inspection/inspection-result.js';
import {checkIcon, exclamationIcon} from '../../icons.js';
import {crossIcon, minusIcon, questionIcon} from '../../later-icons.js';
import {object, text} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '../../../model/text/visible-text.js';
import {
  checkOutcomes,
  checksOf,
  hasPassed,
  outcomeOf,
  stateOf,
  type CheckOutcome,
} from './answer.js';
import {areaOf, checkAreas, isSpecial, type CheckArea} from './check-areas.js';
import {explained} from './explained.js';
import {labelOf} from './ingredient-words.js';
import {recordedFailures} from './recorded-failures.js';
import {filled, NAME_HERE} from '../text.js';

const icons: Record<CheckOutcome, () => TemplateResult> = {
  failed: crossIcon,
  unknown: questionIcon,
  noted: exclamationIcon,
  unconfirmed: minusIcon,
  passed: checkIcon,
  unchecked: minusIcon,
};

/** One line below a question. */
interface Finding {
  outcome: CheckOutcome;
  code: string;
  words: unknown;
  /** True if it could break a seal, and does not break this one. */
  isForgiven: boolean;
}

/**
 * Renders the checks: one line for each of a reader's questions, those that failed first. Lines that did not pass are
 * unfolded, the others are folded. `facts` contain what failed in earlier files when they were added.
 */
export function renderChecks(answer: Loose, view: View, facts?: FactsState) {
  const found = recordedFailures(facts, answer);
  const checks = checksOf(
    answer,
    found.map(({code}) => code),
  );
  if (checks.length === 0) return nothing;
  const {localize} = view;
  const isValid = stateOf(answer) === 'valid';
  const isSaid = (code: string) =>
    checks.some((check) => !check.passed && check.inIngredient && check.code === code);
  const recorded = found
    .filter(({code}) => !isSaid(code))
    .map(({ingredient, code}): Finding => ({
      outcome: outcomeOf({code, passed: false, inIngredient: true}, stateOf(answer)),
      code,
      words: filled(localize.term('ingredientFailed', areaOf({code}), NAME_HERE), {
        name: html`<bdi>${labelOf(ingredient, view)}</bdi>`,
      }),
      isForgiven: true,
    }));
  const areas = checkAreas.map((area) => {
    const own = checks
      .filter((check) => areaOf(check) === area)
      .map((check): Finding => ({
        outcome: check.outcome,
        code: check.code,
        words: explained(check, localize),
        isForgiven: isValid && outcomeOf(check, 'invalid') === 'failed',
      }));
    const findings = area === 'ingredients' ? [...recorded, ...own] : own;
    const outcome = checkOutcomes.find((wanted) => findings.some((one) => one.outcome === wanted));
    return {area, findings, outcome: outcome ?? 'unchecked'};
  });
  const rows = checkOutcomes.flatMap((wanted) =>
    areas.filter(
      ({area, findings, outcome}) =>
        outcome === wanted && (findings.length > 0 || !isSpecial(area)),
    ),
  );
  // Of the rows, not of the codes that they unfold.
  const counts = checkOutcomes.map(
    (wanted) => [wanted, rows.filter(({outcome}) => outcome === wanted).length] as const,
  );
  const renderFinding = ({outcome, code, words}: Finding) =>
    html`<li class=${outcome}>
      ${icons[outcome]()}
      <span>
        <span class="visually-hidden">${localize.term('checkOutcome', outcome)}: </span>
        <bdi>${words}</bdi>
        <code class="quiet"><bdi>${visibleText(code)}</bdi></code>
      </span>
    </li>`;
  return html`<section part="checks" aria-labelledby="checks">
    <h3 id="checks">
      ${localize.term('checks')}
      <span class="quiet count">${localize.term('checksCount', counts)}</span>
    </h3>
    <ul class="areas panel">
      ${rows.map(({area, findings, outcome}) => {
        const line = html`${icons[outcome]()}
          <span class="question">${localize.term('checkArea', area)}</span>
          <span class="answer">${localize.term('checkOutcome', outcome)}</span>`;
        return html`<li class="area ${outcome}">
          ${
            findings.length === 0
              ? html`<div class="line">${line}</div>
                  <p class="quiet">${localize.term(whyUnchecked(area, answer, checks))}</p>`
              : html`<details ?open=${outcome !== 'passed'}>
                  <summary class="line">${line}</summary>
                  <ul class="checks">
                    ${findings.map(renderFinding)}
                  </ul>
                  ${
                    findings.some((one) => one.outcome === 'unconfirmed')
                      ? html`<p class="quiet">${localize.term('agreesWithBroken')}</p>`
                      : nothing
                  }
                  ${
                    area === 'ingredients' && findings.some(({isForgiven}) => isForgiven)
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
