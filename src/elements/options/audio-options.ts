import type {RecordingOptions} from '../../core/recording/recording-session.js';
import {flag, number, text, type Shape} from '../../core/metadata/shapes.js';
import {checked, converter, numberIn, withDefault} from './option-attributes.js';
import {propertyProblem} from './option-properties.js';

/** Where the waveform is drawn: an element, or a framework's reference to one. */
export type WaveformRef = HTMLElement | {readonly current: HTMLElement | null} | null;

/** The element; undefined if there is none yet. */
export const elementOf = (ref: WaveformRef | undefined): HTMLElement | undefined =>
  (ref && 'current' in ref ? ref.current : ref) ?? undefined;

type Check = (given: unknown) => string | undefined;

const isElement = (given: unknown) => (given as Partial<Node>).nodeType === Node.ELEMENT_NODE;

/** Default height of the waveform in CSS pixels. */
export const HEIGHT = 256;
/** Characters. */
export const LONGEST_CAPTION = 1000;

const height = number(1);
const colour: Check = (given) =>
  CSS.supports('color', String(given)) ? undefined : 'a colour as in CSS';
const bitRate = number(8, 320);
const channels: Check = (given) => (given === 1 || given === 2 ? undefined : '1 or 2');
const seconds = number(0.1);
const milliseconds = number(1);

/** Valid values of the element's own options. */
export const recordingShapes = {
  height,
  waveColor: colour,
  waveformRef: (given) => {
    const current = (given as {current?: unknown}).current;
    return isElement(given) || current === null || (current && isElement(current))
      ? undefined
      : 'an element, or an object with one as current';
  },
  bitRate,
  channels,
  audioProcessing: flag,
  maxDuration: seconds,
  silenceTimeout: milliseconds,
  caption: text(LONGEST_CAPTION),
  encoder: (given) =>
    (given as {workerUrl?: unknown}).workerUrl ? undefined : 'an object with workerUrl',
} satisfies Record<string, Shape>;

/** The value if it is valid, otherwise undefined, so that the default applies. */
export const usable = <Name extends keyof typeof recordingShapes, Value>(
  name: Name,
  value: Value,
): Value | undefined => (propertyProblem(name, recordingShapes[name], value) ? undefined : value);

/** The valid options of a recording. */
export const usableOptions = (options: RecordingOptions): RecordingOptions =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => usable(name as keyof RecordingOptions, value) !== undefined,
    ),
  );

export const heightAttribute = withDefault(numberIn(height), HEIGHT);
export const colourAttribute = converter((text) => checked(colour, text));
export const bitRateAttribute = converter(numberIn(bitRate));
export const channelsAttribute = converter(numberIn(channels));
export const secondsAttribute = converter(numberIn(seconds));
export const millisecondsAttribute = converter(numberIn(milliseconds));
