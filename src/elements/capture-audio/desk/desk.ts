import {html, nothing, type TemplateResult} from 'lit';
import type {RecordingSession, RecordingState} from '../../../core/recording/recording-session.js';
import {onlyOnce} from '../../capture/keyboard.js';
import {exclamationIcon, microphoneIcon, pauseIcon, resumeIcon} from '../../icons.js';
import {deleteIcon} from '../../capture/files/file-icons.js';
import {clockTime} from '../../player/clock-time.js';
import type {Localize} from '../../strings/localize.js';
import type {Level} from './level.js';

/** States with a button and without a screen. */
export type DeskState = Extract<
  RecordingState,
  {name: 'idle' | 'pending' | 'recording' | 'paused' | 'finishing'}
>;

/** Text in the waveform's place. */
export interface Words {
  heading: string;
  help: string;
}

/** What the row shows and does. */
export interface Desk {
  state: DeskState;
  isDisabled: boolean;
  /** Seconds. */
  elapsed: number;
  /** Seconds; undefined for no limit. */
  maxDuration?: number;
  words: Words;
  room?: Words;
  record: (event: MouseEvent) => void;
  pause: () => void;
  /** Ends the recording and deletes it. */
  discard: () => void;
}

/** The content of each place in the row. The places are the same in all states, so that no button moves. */
export interface Places {
  state: string;
  /** Content above the waveform. */
  stage: TemplateResult | typeof nothing;
  /** The invitation, whose room is reserved in all states. Absent if the waveform is drawn elsewhere. */
  room?: Words;
  /** Seconds. */
  elapsed: number;
  maxDuration?: number;
  record: TemplateResult;
  pause: TemplateResult | typeof nothing;
  remove: TemplateResult | typeof nothing;
}

/** Renders the row: record button, waveform or text, time, pause, delete. */
export function renderPlaces(
  {state, stage, room, elapsed, maxDuration, record, pause, remove}: Places,
  say: Localize,
) {
  return html`<div class="desk" data-state=${state}>
    <div class="stage" part="waveform">
      <div class="wave"></div>
      ${stage}
      ${
        room
          ? html`<div class="screen room" aria-hidden="true">
              <p class="heading">${room.heading}</p>
              <p>${room.help}</p>
            </div>`
          : nothing
      }
    </div>
    ${record}
    <div class="clock" part="time">
      <span class="time" role="timer" aria-label=${say.term('recordElapsed')}>
        ${clockTime(elapsed)}
      </span>
      ${
        maxDuration
          ? html`<span class="quiet">
              ${say.term('recordLeft', clockTime(Math.ceil(Math.max(0, maxDuration - elapsed))))}
            </span>`
          : nothing
      }
    </div>
    ${pause} ${remove}
  </div>`;
}

/** Renders the row while a recording is made or can be started. */
export function renderDesk(desk: Desk, say: Localize) {
  const {state, words} = desk;
  const {name} = state;
  const isMaking = name === 'recording' || name === 'paused';
  const word = say.term(
    name === 'pending' ? 'recordCancel' : name === 'idle' ? 'recordStart' : 'recordStop',
  );
  return renderPlaces(
    {
      ...desk,
      state: name,
      stage: words.heading
        ? html`<div class="screen" data-state=${name}>
            <h2 class="heading">${words.heading}</h2>
            <p>${words.help}</p>
          </div>`
        : nothing,
      record: html`<button
        part="record"
        class="record"
        data-focus
        aria-label=${word}
        title=${word}
        aria-disabled=${name === 'finishing'}
        ?disabled=${desk.isDisabled}
        @click=${desk.record}
        @keydown=${onlyOnce}
      >
        <i></i>
      </button>`,
      pause: isMaking ? renderPause(name === 'paused', desk.pause, say) : nothing,
      remove: isMaking ? renderRemove(false, desk.discard, say) : nothing,
    },
    say,
  );
}

function renderPause(isPaused: boolean, pause: () => void, say: Localize) {
  const word = say.term(isPaused ? 'recordResume' : 'recordPause');
  return html`<button
    part="pause"
    class=${isPaused ? 'pause button primary' : 'pause button'}
    aria-label=${word}
    title=${word}
    @click=${pause}
    @keydown=${onlyOnce}
  >
    ${isPaused ? resumeIcon() : pauseIcon()}
  </button>`;
}

/** The button that deletes the recording, before and after it is sealed. */
export function renderRemove(isDisabled: boolean, remove: () => void, say: Localize) {
  const word = say.term('recordDelete');
  return html`<button
    part="discard"
    class="remove button"
    aria-label=${word}
    title=${word}
    ?disabled=${isDisabled}
    @click=${remove}
    @keydown=${onlyOnce}
  >
    ${deleteIcon()}
  </button>`;
}

/** The loudness, as a bar and in words. */
export function renderLevel(
  {state, level, share}: {state: DeskState; level?: Level; share: number},
  say: Localize,
) {
  if (state.name === 'paused') {
    return html`<p class="level">
      <span class="pill">${pauseIcon()}${say.term('recordPaused')}</span>
    </p>`;
  }
  if (state.name !== 'recording') return nothing;
  const shown = state.muted ? 'muted' : level;
  const text = shown ? say.term('recordLevelIs', shown) : '';
  return html`<div
    class="level"
    part="level"
    data-level=${shown ?? nothing}
    role="meter"
    aria-label=${say.term('recordLevel')}
    aria-valuenow=${Math.round(state.muted ? 0 : 100 * share)}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuetext=${text || nothing}
  >
    ${
      state.muted
        ? exclamationIcon()
        : html`<svg viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect width=${(100 * share).toFixed(1)} height="1" />
          </svg>`
    }
    <span>${text}</span>
  </div>`;
}

/** The choice of a microphone, if there is more than one. */
export function renderChoice(session: RecordingSession, say: Localize) {
  const {microphones, microphone = ''} = session;
  if (microphones.length < 2) return nothing;
  const choices = [{deviceId: '', label: say.term('recordDefault')}, ...microphones];
  return html`<label class="choice">
    ${microphoneIcon()}<span class="visually-hidden">${say.term('recordMicrophone')}</span>
    <select
      @change=${({currentTarget}: Event) => {
        session.microphone = (currentTarget as HTMLSelectElement).value || undefined;
      }}
    >
      ${choices.map(
        ({deviceId, label}) =>
          html`<option value=${deviceId} ?selected=${deviceId === microphone}>${label}</option>`,
      )}
    </select>
  </label>`;
}
