import {notRecording, type RecordingState} from '../../../core/recording/recording-session.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {screenOf, type Screen} from '../../capture/screens.js';
import type {Obstacle} from '../../strings/states.js';
import {microphoneIcon, microphoneOffIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';

/** The screen for a state in which nothing can be recorded. */
export function microphoneScreen(state: Obstacle, say: Localize): Screen {
  const screen = screenOf(state, 'audio', {on: microphoneIcon, off: microphoneOffIcon}, say);
  const code = state.name === 'failed' ? state.error.code : '';
  // These errors are not the microphone's.
  return code === 'worker_unavailable' || code === 'encoding_failed'
    ? {...screen, heading: say.term('recordCannot'), help: say.term('recordCannotHelp', code)}
    : screen;
}

const codes = {
  denied: 'permission_denied',
  blocked: 'permission_blocked',
  'not-found': 'device_not_found',
  'in-use': 'device_in_use',
  insecure: 'insecure_context',
} as const;

/** True if the microphone is not allowed, or missing. */
export const isRefused = (
  state: RecordingState,
): state is Extract<RecordingState, {name: keyof typeof codes}> => state.name in codes;

/** Why nothing is recorded and what a person can do, in the screen's words. */
export function refusalOf(state: RecordingState, say: Localize): SealedCaptureError {
  if (!isRefused(state)) return state.name === 'failed' ? state.error : notRecording();
  const {heading, help, steps = [help]} = microphoneScreen(state, say);
  return new SealedCaptureError(codes[state.name], `${heading}. ${steps.join(' ')}`);
}
