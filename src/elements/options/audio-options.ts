import type {RecordingOptions} from '../../core/recording/recording-session.js';
import {flag, number, text, type Shape} from '../../core/metadata/shapes.js';
import {checked, converter, numberIn, withDefault} from './option-attributes.js';
import {propertyProblem} from './option-properties.js';

/** Where the waveform is drawn: an element, or what a framework will put one in. */
export type WaveformRef = HTMLElement | {readonly current: HTMLElement | null} | null;

/** Undefined where there is none, or not yet. */
export const elementOf = (ref: WaveformRef | undefined): HTMLElement | undefined =>
  (ref && 'current' in ref ? ref.current : ref) ?? undefined;

type Check = (given: unknown) => string | undefined;

const isElement = (given: unknown) => (given as Partial<Node>).nodeType === Node.ELEMENT_NODE;

/** Characters. */
export const LONGEST_CAPTION = 1000;

const height = number(1);
const colour: Check = (given) =>
  CSS.supports('color', String(given)) ? undefined : 'a colour as in CSS';
const bitRate = number(8, 320);
const channels: Check = (given) => (given === 1 || given === 2 ? undefined : '1 or 2');
const seconds = number(0.1);
const milliseconds = number(1);

/** What the element's own options have to be. */
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

/** The value where it can be used, else undefined, so that the default holds. */
export const usable = <Name extends keyof typeof recordingShapes, Value>(
  name: Name,
  value: Value,
): Value | undefined => (propertyProblem(name, recordingShapes[name], value) ? undefined : value);

/** Those of a recording, where they can be used. */
export const usableOptions = (options: RecordingOptions): RecordingOptions =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => usable(name as keyof RecordingOptions, value) !== undefined,
    ),
  );

export const heightAttribute = withDefault(numberIn(height), 256);
export const colourAttribute = converter((text) => checked(colour, text));
export const bitRateAttribute = converter(numberIn(bitRate));
export const channelsAttribute = converter(numberIn(channels));
export const secondsAttribute = converter(numberIn(seconds));
export const millisecondsAttribute = converter(numberIn(milliseconds));
