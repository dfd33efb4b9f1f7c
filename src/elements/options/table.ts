import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {
  account,
  adapter,
  addition,
  callback,
  choice,
  colour,
  destination,
  encoder,
  flag,
  folder,
  list,
  number,
  place,
  presence,
  sensors,
  sensorsOf,
  service,
  text,
  type Kind,
  type Limits,
} from './kinds.js';

/**
 * One option of an element: its name is that of its property. `ProtectionConfig` has the types and descriptions of those of
 * sealing, and the element's class those of its own. Undefined, null and an empty text set the default; an invalid value
 * changes nothing.
 */
export interface Row extends Limits {
  readonly kind: Kind;
  /** What applies, and the property reads, while nothing is set. */
  readonly default?: string | number | boolean;
  /** What applies while nothing is set, if the property reads undefined then: a provider may have set it. */
  readonly otherwise?: string | number;
  /** False: for scripts alone. Otherwise the attribute is the kebab-case of the name. */
  readonly attribute?: false;
  /** A credential: no report contains its value. */
  readonly isSecret?: true;
  /** What a script sets is written to the attribute. */
  readonly reflects?: true;
  /**
   * An intended protection must not be lost: what is in use in place of an invalid value, while the page has set no valid one.
   * The code that uses it holds back what is to be protected.
   */
  readonly guard?: (given: unknown) => unknown;
  /** The guard is in use also after a valid value. */
  readonly isStrict?: true;
}

/** An adapter without its method. */
const NOTHING = {};
/** An address that leads nowhere, and no choice of any option. */
const NOWHERE = 'invalid:';

export type Rows = Readonly<Record<string, Row>>;

/** Of `<protection-provider>` and the elements that capture; an element's own value wins. */
export const sealingOptions = {
  // Two people must not share captures because the page names the second one wrongly.
  account: {kind: account, guard: (given) => given, isStrict: true},
  apiKey: {kind: text, isSecret: true},
  apiSecret: {kind: text, isSecret: true},
  appId: {kind: text, most: 1024},
  appVersion: {kind: text, most: 1024},
  autoProtect: {kind: flag, default: true},
  baseUrl: {kind: service, otherwise: '/protection', guard: () => NOWHERE},
  delivery: {kind: adapter, method: 'send', attribute: false, guard: () => NOTHING},
  deliverTo: {kind: destination, guard: () => NOWHERE},
  features: {kind: addition},
  job: {kind: text, most: 256},
  licensePlateDetector: {kind: adapter, method: 'detect', attribute: false},
  locationObfuscationRadius: {kind: number, least: 0, guard: () => NaN},
  locationProvider: {kind: adapter, method: 'locate', attribute: false},
  locationTimeout: {kind: number, least: 0, otherwise: 3000},
  onCapture: {kind: callback, attribute: false},
  onProtected: {kind: callback, attribute: false},
  onDelivered: {kind: callback, attribute: false},
  onProtectError: {kind: callback, attribute: false},
  previewBudget: {kind: number, least: 0, otherwise: 50},
  protection: {kind: adapter, method: 'authorization', attribute: false, guard: () => NOTHING},
  retention: {kind: number, least: 0, otherwise: 24},
  sandbox: {kind: flag, default: false},
  sensors: {kind: sensors, attribute: false, guard: sensorsOf},
  tags: {kind: addition},
} as const satisfies Readonly<Record<keyof ProtectionConfig, Row>>;

/** Of the elements that capture, as form controls. */
export const formOptions = {
  name: {kind: text, default: '', reflects: true},
  required: {kind: presence, default: false, reflects: true},
  disabled: {kind: presence, default: false, reflects: true},
  submitAs: {kind: choice, choices: ['sealed', 'raw'], default: 'sealed'},
} as const satisfies Rows;

export const photoOptions = {
  facing: {
    kind: choice,
    choices: ['environment', 'user', 'left', 'right'],
    default: 'environment',
    reflects: true,
  },
  contents: {kind: choice, choices: ['closed', 'open', 'none'], default: 'closed'},
  quality: {kind: choice, choices: ['off', 'warn'], default: 'off'},
  review: {kind: flag, default: false},
  keepCamera: {kind: number, least: 0, default: 10_000},
  fill: {kind: presence, default: false, reflects: true},
  shots: {kind: list},
  caption: {kind: text, most: 1000, default: ''},
  captionField: {kind: flag, default: false},
  allowImport: {kind: flag, default: false},
} as const satisfies Rows;

export const recordingOptions = {
  height: {kind: number, least: 1, default: 256},
  waveColor: {kind: colour, default: 'rgba(0, 0, 0, 0.8)'},
  waveformRef: {kind: place, attribute: false},
  bitRate: {kind: number, least: 8, most: 320, default: 128},
  channels: {kind: choice, choices: [1, 2], default: 1},
  audioProcessing: {kind: flag, default: false},
  maxDuration: {kind: number, least: 0.1},
  silenceTimeout: {kind: number, least: 1},
  caption: {kind: text, most: 1000, default: ''},
  captionField: {kind: flag, default: false},
  encoder: {kind: encoder, attribute: false},
} as const satisfies Rows;

export const providerOptions = {
  scriptsBase: {kind: folder},
} as const satisfies Rows;

export const inspectorOptions = {
  source: {kind: text},
  baseUrl: {kind: service, otherwise: '/protection', guard: () => NOWHERE},
  sandbox: {kind: flag, default: false},
  apiKey: {kind: text, isSecret: true},
  verify: {
    kind: choice,
    choices: ['service', 'local', 'both'],
    default: 'service',
    guard: () => NOWHERE,
  },
  trustAnchors: {kind: text, attribute: false},
  protection: {kind: adapter, method: 'authorization', attribute: false},
} as const satisfies Rows;

/** The options of each element, in the groups that its classes take. */
export const optionGroups = {
  'capture-image': [sealingOptions, formOptions, photoOptions],
  'capture-audio': [sealingOptions, formOptions, recordingOptions],
  'protection-provider': [sealingOptions, providerOptions],
  'seal-inspector': [inspectorOptions],
} as const;
