import {html, nothing, type TemplateResult} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import type {Failures} from '../capture/failures/failures.js';
import {onlyOnce} from '../capture/keyboard.js';
import {markOf} from '../capture/seal-state.js';
import type {Ending} from '../strings/states.js';
import type {Localize} from '../strings/localize.js';
import {renderCaption} from './caption.js';
import {renderPlaces, renderRemove, type Words} from './desk/desk.js';

/** A recording that is there. */
export interface Recorded {
  detail: CaptureDetail;
  end: Ending;
  /** Empty where they are not known. */
  peaks: Float32Array;
  /** Seconds that the person marked; absent where they are not known. */
  bookmarks?: readonly number[];
}

export const NO_PEAKS = new Float32Array();

/** What is shown of it, and what can be done. */
export interface Outcome {
  recorded: Recorded;
  /** Absent where it is not known any more. */
  summary?: CaptureSummary;
  /** Nothing is thrown away, and nothing recorded. */
  isDisabled: boolean;
  /** Says why it was not sealed; absent until it is loaded. */
  failures?: Failures;
  /** See `Places`. */
  room?: Words;
  /** Seconds that it could have had; undefined: as long as there was room. */
  maxDuration?: number;
  player: TemplateResult;
  choice: TemplateResult | typeof nothing;
  /** Puts it into the form; absent where it is in it, or there is none. */
  include?: () => void;
  retry: () => void;
  discard: () => void;
  again: (event: MouseEvent) => void;
}

/** Those beside the one that is shown. */
export interface Others {
  others: readonly Recorded[];
  show: (recorded: Recorded) => void;
}

/** The whole recording: waveform, how it stands, player, how it ended; each button where it was while it was made. */
export function renderOutcome(outcome: Outcome, say: Localize) {
  const {
    recorded,
    summary,
    isDisabled,
    failures,
    room,
    maxDuration,
    player,
    choice,
    include,
    retry,
    discard,
    again,
  } = outcome;
  const mark = summary && markOf(summary, say);
  const failed =
    summary?.progress.name === 'failed' && failures
      ? {
          why: failures.why(summary.progress.failure),
          save: failures.renderSave([summary], 'button'),
        }
      : undefined;
  const {missing} = recorded.detail;
  const lost = missing ? say.number(missing, {maximumFractionDigits: 1}) : '';
  const why =
    `${say.term('recordEnded', recorded.end)} ${lost && say.term('recordMissing', lost)}`.trim();
  const word = say.term('recordAgain');
  return html`<div class="outcome">
    ${renderPlaces(
      {
        state: 'captured',
        stage: nothing,
        room,
        elapsed: recorded.detail.duration ?? 0,
        maxDuration,
        record: html`<button
          part="again"
          class="record again"
          title=${word}
          ?disabled=${isDisabled}
          @click=${again}
          @keydown=${onlyOnce}
        >
          <i></i><span class="visually-hidden">${word}</span>
        </button>`,
        pause: nothing,
        remove: renderRemove(isDisabled, discard, say),
      },
      say,
    )}
    <div class="foot">
      ${mark && renderSeal(mark, retry)}
      ${
        include
          ? html`<button part="include" class="button" ?disabled=${isDisabled} @click=${include}>
              ${say.term('recordInclude')}
            </button>`
          : nothing
      }
      ${failed?.save ?? nothing}
    </div>
    ${renderCaption(summary?.tags)} ${player}
    ${why ? html`<p class="why" part="reason">${why}</p>` : nothing}
    ${failed ? html`<p class="why" part="failure">${failed.why}</p>` : nothing} ${choice}
  </div>`;
}

/** Goes on to the next of the others that are not sealed yet. */
export function renderOthers(
  {others: [next, ...more], show}: Others,
  say: Localize,
): TemplateResult | typeof nothing {
  if (!next) return nothing;
  return html`<button
    part="others"
    class="button"
    @click=${() => {
      show(next);
    }}
  >
    ${say.term('recordOthers', more.length + 1)}
  </button>`;
}

/** In the place where a photo has it; a button where trying again is what is left to do. */
function renderSeal({state, icon, label, title}: ReturnType<typeof markOf>, retry: () => void) {
  const content = html`<span class="mark">${icon}</span>${label}`;
  return state === 'failed'
    ? html`<button
        part="seal"
        class="button"
        data-state=${state}
        title=${title}
        data-focus
        @click=${retry}
      >
        ${content}
      </button>`
    : html`<p part="seal" class="seal" data-state=${state} title=${title} data-focus tabindex="-1">
        ${content}
      </p>`;
}
