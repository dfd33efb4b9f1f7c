import {html, nothing, type TemplateResult} from 'lit';
import type {RecordingSession, RecordingState} from '../../../core/recording/recording-session.js';
import type {PermissionStatus, Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {invitation, renderScreen, sealingText} from '../../capture/screens.js';
import type {WayOut} from '../../capture/way-out/way-out.js';
import type {Localize} from '../../strings/localize.js';
import {renderMark} from '../bookmarks.js';
import {
  renderChoice,
  renderDesk,
  renderLevel,
  type Desk,
  type DeskState,
  type Words,
} from './desk.js';
import type {LevelReading} from './level.js';
import {isRefused, microphoneScreen} from './microphone-screen.js';
import {NO_PEAKS} from '../outcome.js';

/** What is needed to render a recorder. */
export interface Recorder extends Pick<Desk, 'maxDuration' | 'room'> {
  state: RecordingState;
  isDisabled: boolean;
  /** Set while the element is in the document and not disabled. */
  session?: RecordingSession;
  level: LevelReading;
  /** The name of a bookmark, and the warning of a long pause; absent until their code is loaded. */
  late?: TemplateResult;
  /** The text field for a caption, unless the page wants none. */
  caption: TemplateResult | typeof nothing;
  buttons: Pick<Desk, 'record' | 'pause' | 'discard'> & {
    /** Sets a bookmark. */
    mark: () => void;
    /** Asks for the microphone. */
    ask: () => void;
  };
  permissionStatus: PermissionStatus;
  /** Sensors that the page has switched off or replaced. */
  sensors?: Sensors;
  wayOut?: WayOut;
}

/** Renders the recorder, or the obstacle to recording. */
export function renderRecorder(recorder: Recorder, say: Localize) {
  const {state, buttons, wayOut} = recorder;
  if (isRefused(state) || state.name === 'failed') {
    const usual = microphoneScreen(state, say);
    return renderScreen(state.name, wayOut?.screen(state, 'audio', usual) ?? usual, buttons.ask);
  }
  return renderRecording(state.name === 'captured' ? {name: 'idle'} : state, recorder, say);
}

/** Renders the row and, below it, loudness and contents, or the choice of a microphone. */
function renderRecording(state: DeskState, recorder: Recorder, say: Localize) {
  const {session, level, maxDuration, buttons} = recorder;
  const isOn = 'includes' in state;
  return html`${renderDesk(
    {
      state,
      elapsed: isOn || state.name === 'finishing' ? (session?.elapsed ?? 0) : 0,
      maxDuration,
      isDisabled: recorder.isDisabled,
      words: wordsOf(state, recorder, say),
      room: recorder.room,
      ...buttons,
    },
    say,
  )}
  ${
    isOn
      ? html`<div class="foot">
          ${renderLevel({state, ...level.of(session?.peaks ?? NO_PEAKS)}, say)}
          <p class="quiet" part="contents">
            ${sealingText(state.includes, 'audio', say)}
            ${
              state.placeMayCome
                ? say.term('recordPlaceMayCome')
                : state.placeOff
                  ? html`<b>${say.term('capturePlaceOff')}</b>`
                  : nothing
            }
          </p>
          ${renderMark(session?.bookmarks ?? [], buttons.mark, say)}
        </div>`
      : session && state.name === 'idle'
        ? renderChoice(session, say)
        : nothing
  }
  ${recorder.late} ${recorder.caption}`;
}

/** Text before a recording. */
export const readyWords = (sensors: Sensors | undefined, say: Localize): Words => ({
  heading: say.term('recordReady'),
  help: invitation('audio', sensors, say),
});

/** Text in the waveform's place while there is no waveform. */
function wordsOf(
  {name}: DeskState,
  {isDisabled, permissionStatus, sensors}: Recorder,
  say: Localize,
) {
  if (isDisabled) return {heading: say.term('recordOff'), help: say.term('captureDisabled')};
  if (name !== 'idle' && name !== 'pending') return {heading: '', help: ''};
  if (name === 'idle') return readyWords(sensors, say);
  if (permissionStatus === 'granted') return {heading: say.term('recordStarting'), help: ''};
  return {
    heading: say.term('captureObstacle', name, 'audio'),
    help: say.term('captureObstacleHelp', name, 'audio', ''),
  };
}
