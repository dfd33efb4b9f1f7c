import {evaluate, readRubric, type Rubric} from './rubric.js';

const spec22 = readRubric('conformance0.2-spec2.2');
const spec24 = readRubric('conformance0.2-spec2.4');
const integrity = readRubric('integrity');
const signals = readRubric('signals-local');

/** What the rubrics of the conformance program say of a file. */
export interface Statements {
  /** Those that do not hold, of each rubric. */
  spec22: string[];
  spec24: string[];
  integrity: string[];
  /** Where the content comes from, by the signals rubric, of each manifest; the active one first. */
  inception: string[][];
}

/** A file that says 2.4 fails the one statement by which 2.2 asks for 2.2 where any version is said. */
export const allHold = {
  spec22: ['validation:mandatory_spec_version'],
  spec24: [],
  integrity: [],
} as const;

const failed = (rubric: Rubric, crJson: object): string[] =>
  evaluate(rubric, crJson)
    .filter(({state}) => state !== true)
    .map(({id}) => id);

/** What the signals rubric says of a manifest's beginning: where the content comes from. */
export const inception = (manifest: object): string[] =>
  evaluate(signals, manifest)
    .filter(({id, state}) => state === true && id.startsWith('inception:'))
    .map(({id}) => id);

/** By the crJSON of a file. */
export const statementsOf = (crJson: {manifests: object[]}): Statements => ({
  spec22: failed(spec22, crJson),
  spec24: failed(spec24, crJson),
  integrity: failed(integrity, crJson),
  inception: crJson.manifests.map(inception),
});
