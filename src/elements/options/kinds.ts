import {sealableAdditions} from '../../core/metadata/page-values.js';
import * as shapes from '../../core/metadata/shapes.js';
import {isOwnFolder} from '../../core/wiring/script-addresses.js';
import type {Sensors} from '@sealed-capture/seal/model/protection-config.js';

/** What a row of the table says about its kind. */
export interface Limits {
  readonly choices?: readonly (string | number)[];
  readonly least?: number;
  /** The largest number, or the most characters of a text. */
  readonly most?: number;
  /** Name of the method that an object needs. */
  readonly method?: string;
}

/** A kind of option: its values, and how a text is read. */
export interface Kind {
  /**
   * What is wrong with a value, as a sentence without its end; undefined if it is valid. Never contains the value, which
   * may be a secret, or name people. `isWritten`: it is the value of an attribute.
   */
  problem: (given: unknown, name: string, limits: Limits, isWritten: boolean) => string | undefined;
  /** The value that a text stands for, or the text itself if it stands for none. Absent: the text is the value. */
  read?: (text: string, attribute: string, limits: Limits) => unknown;
}

const wrong = (name: string, wish: string | undefined): string | undefined =>
  wish && `${name} has to be ${wish}`;
const unless = (isValid: unknown, name: string, wish: string): string | undefined =>
  isValid ? undefined : wrong(name, wish);

/** The first wrong field. */
const misfit = (given: unknown, shape: shapes.Shape, name: string): string | undefined => {
  let first: string | undefined;
  shapes.fitting(given, shape, name, (problem) => (first ??= problem));
  return first;
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const text: Kind = {
  problem: (given, name, {most}) => wrong(name, shapes.text(most)(given)),
};

/** A page's own name for an account: a text or, as many databases have it, a number. */
export const account: Kind = {
  problem: (given, name, limits, isWritten) =>
    Number.isFinite(given) ? undefined : text.problem(given, name, limits, isWritten),
};

/** One of a few texts or numbers. */
export const choice: Kind = {
  problem: (given, name, {choices = []}) =>
    unless(choices.includes(given as string), name, `one of ${choices.join(', ')}`),
  read: (text, _, {choices}) => choices?.find((one) => String(one) === text) ?? (text || null),
};

export const number: Kind = {
  problem: (given, name, {least, most}) => wrong(name, shapes.number(least, most)(given)),
  read: (text) => (text.trim() && !Number.isNaN(Number(text)) ? Number(text) : text),
};

const notBoolean: Kind['problem'] = (given, name) => wrong(name, shapes.flag(given));

/** A boolean; the attribute is on without a text, with "true" or with its own name, and off with "false". */
export const flag: Kind = {
  problem: notBoolean,
  read: (text, attribute) => {
    const word = text.toLowerCase();
    return word === 'false' ? false : ['', 'true', attribute].includes(word) || text;
  },
};

/** A boolean whose attribute is on whatever its text is, as that of the browser's own controls. */
export const presence: Kind = {problem: notBoolean, read: () => true};

const urlOf = (given: unknown): URL | undefined =>
  typeof given === 'string' && URL.canParse(given, document.baseURI)
    ? new URL(given, document.baseURI)
    : undefined;

/** An address of the service, relative to the page or absolute. */
export const service: Kind = {
  problem: (given, name) =>
    unless(/^https?:/.test(urlOf(given)?.href ?? ''), name, 'an address with https or http'),
};

/** An address that files may be sent to. */
export const destination: Kind = {
  problem: (given, name) => {
    const {protocol, hostname = '', username, password} = urlOf(given) ?? {};
    const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal);
    const isValid = isSafe && !username && !password;
    return unless(isValid, name, 'an address with https, or http on localhost');
  },
};

/** The folder of the scripts. Only a script may name one of another origin, not the HTML. */
export const folder: Kind = {
  problem: (given, name, _, isWritten) =>
    unless(
      typeof given === 'string' && (!isWritten || isOwnFolder(given)),
      name,
      isWritten ? "a folder of the page's own origin" : 'an address',
    ),
};

export const colour: Kind = {
  problem: (given, name) =>
    unless(typeof given === 'string' && CSS.supports('color', given), name, 'a colour as in CSS'),
};

/** Tags or features: only what can be sealed. */
export const addition: Kind = {
  problem: (given, name) => {
    let problem: string | undefined;
    sealableAdditions({[name]: given}, (found) => (problem = found));
    return problem;
  },
  read: json,
};

/** The list's own content is checked by the code that shows it, which is loaded later. */
export const list: Kind = {
  problem: (given, name) => unless(Array.isArray(given), name, 'a list'),
  read: json,
};

const has = (given: unknown, method = ''): boolean =>
  typeof (given as Record<string, unknown>)[method] === 'function';

/** An object of the page with a method, whose results are checked when they come. */
export const adapter: Kind = {
  problem: (given, name, {method}) =>
    unless(has(given, method), name, `an object with ${method}()`),
};

const off = (given: unknown) => (given === false ? undefined : 'false');
const offOrAdapter = (given: unknown) =>
  given === false || has(given, 'read') ? undefined : 'false or an object with read()';
const sensorShapes: Record<keyof Sensors, shapes.Shape> = {
  atmospheric: offOrAdapter,
  magnetometer: offOrAdapter,
  gps: off,
  orientation: offOrAdapter,
  acceleration: off,
  gravity: off,
  rotationRate: off,
  network: offOrAdapter,
  device: off,
  camera: off,
  microphone: off,
};
export const sensors: Kind = {problem: (given, name) => misfit(given, sensorShapes, name)};

const allOff = Object.fromEntries(Object.keys(sensorShapes).map((name) => [name, false]));

/** Of an invalid object each valid `false` counts; with anything else nothing is read. */
export const sensorsOf = (given: unknown): unknown =>
  given && typeof given === 'object' ? given : allOff;

export const callback: Kind = {
  problem: (given, name) => unless(typeof given === 'function', name, 'a function'),
};

const isElement = (given: unknown) => (given as Partial<Node> | null | undefined)?.nodeType === 1;

/** An element, or a framework's reference to one, which may be empty yet. */
export const place: Kind = {
  problem: (given, name) => {
    const {current} = given as {current?: unknown};
    const isPlace = isElement(given) || current === null || isElement(current);
    return unless(isPlace, name, 'an element, or an object with one as current');
  },
};

export const encoder: Kind = {
  problem: (given, name) =>
    unless((given as {workerUrl?: unknown}).workerUrl, name, 'an object with workerUrl'),
};
