import {evaluate, readRubric, type Rubric} from './rubric.js';

const spec22 = readRubric('conformance0.2-spec2.2');
const spec24 = readRubric('conformance0.2-spec2.4');
const integrity = readRubric('integrity');
const signals = readRubric('signals-local');

/** The results of the conformance program's rubrics for a file. */
export interface Statements {
  /** The statements of each rubric that do not hold. */
  spec22: string[];
  spec24: string[];
  integrity: string[];
  /** The source of the content by the signals rubric, for each manifest; the active one first. */
  inception: string[][];
}

/** A file of version 2.4 fails one statement of the 2.2 rubric, which requires version 2.2 if any is given. */
export const allHold = {
  spec22: ['validation:mandatory_spec_version'],
  spec24: [],
  integrity: [],
} as const;

const failed = (rubric: Rubric, crJson: object): string[] =>
  evaluate(rubric, crJson)
    .filter(({state}) => state !== true)
    .map(({id}) => id);

/** The result of the signals rubric for the source of a manifest's content. */
export const inception = (manifest: object): string[] =>
  evaluate(signals, manifest)
    .filter(({id, state}) => state === true && id.startsWith('inception:'))
    .map(({id}) => id);

/** Evaluates the rubrics for the crJSON of a file. */
export const statementsOf = (crJson: {manifests: object[]}): Statements => ({
  spec22: failed(spec22, crJson),
  spec24: failed(spec24, crJson),
  integrity: failed(integrity, crJson),
  inception: crJson.manifests.map(inception),
});
