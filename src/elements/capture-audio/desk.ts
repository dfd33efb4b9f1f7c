import {html, nothing} from 'lit';
import type {RecordingSession, RecordingState} from '../../core/recording/recording-session.js';
import {onlyOnce} from '../capture/keyboard.js';
import {exclamationIcon, microphoneIcon, pauseIcon, resumeIcon} from '../icons.js';
import {clockTime} from '../player/clock-time.js';
import type {Localize} from '../strings/localize.js';
import type {Level} from './level.js';

/** The states in which there is something to press, and no screen. */
export type DeskState = Extract<
  RecordingState,
  {name: 'idle' | 'pending' | 'recording' | 'paused' | 'finishing'}
>;

/** What the row shows and does. */
export interface Desk {
  state: DeskState;
  isDisabled: boolean;
  /** Seconds. */
  elapsed: number;
  /** Seconds; undefined: as long as there is room. */
  maxDuration?: number;
  heading: string;
  help: string;
  record: (event: MouseEvent) => void;
  pause: () => void;
}

/** Record button, waveform or invitation, time, pause. */
export function renderDesk(desk: Desk, say: Localize) {
  const {state, elapsed, maxDuration, heading, help} = desk;
  const {name} = state;
  const isMaking = name === 'recording' || name === 'paused';
  const word = say.term(
    name === 'pending' ? 'recordCancel' : name === 'idle' ? 'recordStart' : 'recordStop',
  );
  return html`<div class="desk" data-state=${name}>
    <div class="stage" part="stage">
      <div class="wave" part="waveform"></div>
      ${
        heading
          ? html`<div class="screen" data-state=${name}>
              <h2 class="heading">${heading}</h2>
              <p>${help}</p>
            </div>`
          : nothing
      }
    </div>
    <button
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
    </button>
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
    ${isMaking ? renderPause(name === 'paused', desk.pause, say) : nothing}
  </div>`;
}

function renderPause(isPaused: boolean, pause: () => void, say: Localize) {
  const word = say.term(isPaused ? 'recordResume' : 'recordPause');
  return html`<button
    part="pause"
    class="pause button"
    aria-label=${word}
    title=${word}
    @click=${pause}
    @keydown=${onlyOnce}
  >
    ${isPaused ? resumeIcon() : pauseIcon()}
  </button>`;
}

/** How loud it is, as a bar and in words. */
export function renderLevel(
  {state, level, share}: {state: DeskState; level?: Level; share: number},
  say: Localize,
) {
  if (state.name === 'paused') return html`<p class="level">${say.term('recordPaused')}</p>`;
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

/** Which microphone; only where there is a choice. */
export function renderChoice(session: RecordingSession, say: Localize) {
  const {microphones, microphone = ''} = session;
  if (microphones.length < 2) return nothing;
  const choices = [{deviceId: '', label: say.term('recordDefault')}, ...microphones];
  return html`<label class="choice">
    ${microphoneIcon()}<span class="visually-hidden">${say.term('recordMicrophone')}</span>
    <select
      part="microphone"
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
