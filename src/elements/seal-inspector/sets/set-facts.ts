import {html, nothing, type TemplateResult} from 'lit';
import type {SealedSet, ToldSet} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {isClosingRecord, setIn} from '../../../core/inspection/sets/set-in.js';
import type {View} from '../../metadata/view.js';
import {FIRST} from '../more.js';
import {shortened} from '../text.js';
import {stateOf} from '../verdict/answer.js';
import {renderMore} from '../verdict/confirmable.js';
import {foreign, here, piecesOf, renderPieces} from './pieces.js';
import {skippedWords, untakenWords} from './set-details.js';

type Closing = NonNullable<ToldSet['closing']>;

/** Renders what one seal says of the set that it is part of; nothing for other seals. */
export function renderSetFacts(answer: Loose, view: View): TemplateResult | typeof nothing {
  const set = setIn(answer);
  if (!set) return nothing;
  const {localize, term} = view;
  const {index, again, told} = set;
  const job = told?.job ?? '';
  const place = localize.term(
    isClosingRecord(set) ? 'setClosingIs' : 'setIs',
    index,
    job ? here(0) : undefined,
  );
  const isConfirmed = stateOf(answer) === 'valid';
  return html`<section
    class=${isConfirmed ? '' : 'claims panel'}
    part="set-facts"
    aria-labelledby="part-of-set"
  >
    <h3 id="part-of-set">
      ${localize.term('partOfSet')}
      ${isConfirmed ? nothing : html`<span class="quiet">${term('notConfirmedMark')}</span>`}
    </h3>
    <div class="panel set-details">
      <p class="set-place">${renderPieces(piecesOf(place, foreign(job)))}</p>
      ${told?.index === undefined ? nothing : html`<p>${localize.term('setOnDevice', told.index)}</p>`}
      ${again === undefined ? nothing : html`<p>${localize.term('setAgain', again)}</p>`}
      ${told?.closing ? renderClosing(told.closing, set.seals?.length, view) : nothing}
      <p class="quiet">
        ${localize.term('setOnlyFolder')} ${job ? localize.term('setPagesWords') : nothing}
      </p>
      <details>
        <summary>${localize.term('setHashes')}</summary>
        ${renderHashes(set, view)}
      </details>
    </div>
  </section>`;
}

function renderClosing(closing: Closing, seals: number | undefined, view: View): TemplateResult {
  const {localize, format} = view;
  const labels = new Map(closing.shots.map(({id, label}) => [id, label || id]));
  const became = (
    item:
      | Closing['captures'][number]
      | Closing['discarded'][number]
      | NonNullable<Closing['moved']>[number],
  ) => {
    if ('discardedAt' in item) {
      return localize.term('setDiscardedOn', format.time(item.discardedAt).value);
    }
    return 'movedAt' in item
      ? localize.term('setMovedOn', format.time(item.movedAt).value)
      : localize.term('setKept');
  };
  const captures = [...closing.captures, ...closing.discarded, ...(closing.moved ?? [])].toSorted(
    (one, other) => one.index - other.index,
  );
  const skipped = closing.shots.flatMap(({id, label, skipped}) =>
    skipped ? [{shot: id, label, ...skipped}] : [],
  );
  const taken = new Set([...closing.captures, ...(closing.moved ?? [])].map(({shot}) => shot));
  const untaken = closing.shots.filter(({id, skipped: why}) => !why && !taken.has(id));
  return html`${
    seals === undefined
      ? nothing
      : html`<dl class="set-facts">
          <div class="row">
            <dt class="quiet">${localize.term('setListedSeals')}</dt>
            <dd>${seals}</dd>
          </div>
        </dl>`
  }
  ${
    captures.length === 0
      ? nothing
      : html`<table>
            <caption>
              ${localize.term('setListedKept')}
            </caption>
            <thead>
              <tr>
                <th scope="col">${localize.term('setNumber')}</th>
                <th scope="col">${localize.term('setShot')}</th>
                <th scope="col">${localize.term('setTakenOn')}</th>
              </tr>
            </thead>
            <tbody>
              ${captures.slice(0, FIRST).map(
                (item) =>
                  html`<tr>
                    <td>${item.index}</td>
                    <td>
                      <bdi
                        >${shortened(visibleText(labels.get(item.shot ?? '') ?? item.shot ?? ''))}</bdi
                      >
                    </td>
                    <td>
                      ${format.time(item.capturedAt).value}
                      <span class="quiet">${became(item)}</span>
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>
          ${renderMore(captures.length - FIRST, view)}`
  }
  ${
    skipped.length === 0
      ? nothing
      : html`<div>
          <h4>${localize.term('setSkipped')}</h4>
          <ul>
            ${skipped.map((item) => html`<li>${skippedWords(item, view)}</li>`)}
          </ul>
        </div>`
  }
  ${
    untaken.length === 0
      ? nothing
      : html`<div>
          <h4>${localize.term('setUntaken')}</h4>
          <ul>
            ${untaken.map(({id, label}) => html`<li>${untakenWords({shot: id, label})}</li>`)}
          </ul>
        </div>`
  }`;
}

function renderHashes({set, seal, previous, digest, seals = []}: SealedSet, view: View) {
  const {localize} = view;
  const line = (label: string, code: string | undefined) =>
    code === undefined
      ? nothing
      : html`<div class="row">
          <dt class="quiet">${label}</dt>
          <dd><code>${visibleText(code)}</code></dd>
        </div>`;
  return html`<dl class="set-facts">
      ${line(localize.term('setId'), set)} ${line(localize.term('setSeal'), seal)}
      ${line(localize.term('setPrevious'), previous)} ${line(localize.term('setDigest'), digest)}
      ${seals.slice(0, FIRST).map((one) => line(String(one.index), one.seal))}
    </dl>
    ${renderMore(seals.length - FIRST, view)}`;
}
