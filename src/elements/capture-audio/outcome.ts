import {html, nothing, type TemplateResult} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {RecordingSession} from '../../core/recording/recording-session.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {Failures} from '../capture/failures/failures.js';
import {onlyOnce} from '../capture/keyboard.js';
import {markOf, type Mark} from '../capture/seal-mark.js';
import type {Ending} from '../strings/states.js';
import type {Localize} from '../strings/localize.js';
import {renderCaption} from './caption.js';
import {renderChoice, renderPlaces, renderRemove, type Words} from './desk/desk.js';

/** A finished recording. */
export interface Recorded {
  detail: CaptureDetail;
  end: Ending;
  /** Peaks of the recording; empty if unknown. */
  peaks: Float32Array;
  /** Bookmarks in seconds; absent if unknown. */
  bookmarks?: readonly number[];
  /** The name of each bookmark; empty for none. */
  bookmarkNames?: readonly string[];
}

export const NO_PEAKS = new Float32Array();

/** What is needed to render a finished recording. */
export interface Outcome {
  recorded: Recorded;
  /** Absent if the capture is no longer known. */
  summary?: CaptureSummary;
  /** True if nothing may be deleted or recorded. */
  isDisabled: boolean;
  /** Knows why it was not sealed or not uploaded; absent until it is loaded. */
  failures?: Failures;
  /** See `Places`. */
  room?: Words;
  /** Seconds of its limit; undefined for none. */
  maxDuration?: number;
  player: TemplateResult;
  /** Set while the element is in the document and not disabled. */
  session?: RecordingSession;
  /** The button that saves or shares it; absent until its code is loaded. */
  save?: TemplateResult | typeof nothing;
  /** The field for its caption, while that can still be written. */
  caption?: TemplateResult;
  /** Adds it to the form; absent if it is in the form already, or there is none. */
  include?: () => void;
  retry: (captureId: string) => void;
  buttons: {
    record: (event: MouseEvent) => void;
    remove: (captureId: string) => Promise<void>;
  };
}

/** Renders a finished recording: waveform, seal, player, and how it ended. Each button stays in its place. */
export function renderOutcome(outcome: Outcome, say: Localize) {
  const {
    recorded,
    summary,
    isDisabled,
    failures,
    room,
    maxDuration,
    player,
    session,
    save,
    caption,
    include,
    retry,
    buttons,
  } = outcome;
  const {captureId, duration, missing} = recorded.detail;
  const mark = summary && markOf(summary, say);
  const failed = summary && failures?.explain(summary);
  const isUnsealed = summary?.progress.name === 'failed';
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
        elapsed: duration ?? 0,
        maxDuration,
        record: html`<button
          part="again"
          class="record again"
          title=${word}
          ?disabled=${isDisabled}
          @click=${buttons.record}
          @keydown=${onlyOnce}
        >
          <i></i><span class="visually-hidden">${word}</span>
        </button>`,
        pause: nothing,
        remove: renderRemove(isDisabled, () => void buttons.remove(captureId), say),
      },
      say,
    )}
    <div class="foot">
      ${mark && renderSeal(mark, isUnsealed || failed?.canRetry, () => retry(captureId), say)}
      ${
        include
          ? html`<button class="button include" ?disabled=${isDisabled} @click=${include}>
              ${say.term('recordInclude')}
            </button>`
          : nothing
      }
      ${(isUnsealed && failures?.renderSave([summary], 'button')) || save || nothing}
    </div>
    ${caption ?? renderCaption(summary?.tags)} ${player}
    ${why ? html`<p class="why ended" part="reason">${why}</p>` : nothing}
    ${failed?.why ? html`<p class="why unsealed" part="reason">${failed.why}</p>` : nothing}
    ${session ? renderChoice(session, say) : nothing}
  </div>`;
}

/** The state of the seal, in the same place as for a photo; a button if a retry is needed. */
function renderSeal(
  {state, icon, label, title}: Mark,
  canRetry: boolean | undefined,
  retry: () => void,
  say: Localize,
) {
  const content = html`<span class="mark">${icon}</span>${label}`;
  return canRetry
    ? html`<button
        part="seal"
        class="button"
        data-state=${state}
        title=${title}
        data-focus
        @click=${retry}
      >
        ${content} · ${say.term('captureTryAgain')}
      </button>`
    : html`<p part="seal" class="seal" data-state=${state} title=${title} data-focus tabindex="-1">
        ${content}
      </p>`;
}
