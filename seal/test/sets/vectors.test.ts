import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import Value from 'typebox/value';
import type {TSchema} from 'typebox';
import type {InspectionResult} from '../../src/model/inspection/inspection-result.js';
import type {SetsReport} from '../../src/model/inspection/sets-report.js';
import {SealedSet, SetRequest, ToldSet, VouchedSet} from '../../src/model/seal/sealed-set.js';
import {judgeSets} from '../../src/model/sets/judge-sets.js';

const docs = join(import.meta.dirname, '../../../docs');

interface Vectors {
  files: Record<
    string,
    {
      labelState: InspectionResult['labelState'];
      signer?: string;
      timestamp?: string;
      set?: SealedSet;
    }
  >;
  folders: {
    name: string;
    files: string[];
    state: SetsReport['state'];
    sets: Record<string, unknown>[];
    others: SetsReport['others'];
  }[];
}

const {files, folders} = JSON.parse(
  readFileSync(join(docs, 'examples/set-vectors.json'), 'utf8'),
) as Vectors;

describe('the test vectors of sets', () => {
  for (const {name, files: names, state, sets, others} of folders) {
    it(`are judged as they say: ${name}`, () => {
      const report = judgeSets(
        names.map((file) => {
          const {labelState, signer, timestamp, set} = files[file]!;
          const signature = {signedBy: signer, timestamp};
          const labelValid = labelState === 'valid';
          return {file, result: {labelValid, labelState, reason: '', signature, set}};
        }),
      );
      assert.equal(report.state, state);
      assert.deepEqual(report.others, others);
      const said = report.sets.map(({set, state, why, expected, found, ...lists}) => ({
        ...{set, state, expected, found},
        ...notEmpty({
          why,
          missing: lists.missing.map(({index}) => index ?? null),
          exchanged: lists.exchanged.map(({file}) => file),
          changed: lists.changed.map(({file}) => file),
          outOfOrder: lists.outOfOrder.map(({file}) => file),
          retaken: lists.retaken.map(({file}) => file),
          copies: lists.copies.map(({file}) => file),
          discarded: lists.discarded.map(({index}) => index ?? null),
          moved: lists.moved.map(({captureId}) => captureId),
          elsewhere: lists.elsewhere.map(({captureId}) => captureId),
          skipped: lists.skipped.map(({shot}) => shot),
          untaken: lists.untaken.map(({shot}) => shot),
          added: lists.added.map(({file}) => file),
        }),
      }));
      const byId = (a: {set?: unknown}, b: {set?: unknown}) =>
        String(a.set).localeCompare(String(b.set));
      assert.deepEqual(said.sort(byId), [...sets].sort(byId));
    });
  }

  it('have the form of the assertions', () => {
    for (const {set} of Object.values(files)) if (set) assert.ok(Value.Check(SealedSet, set));
  });

  it('are like the examples on the page, which have the form of what they show', () => {
    const page = readFileSync(join(docs, 'sets.md'), 'utf8');
    const examples = [...page.matchAll(/^```json\n([^]*?)^```$/gm)].map(
      ([, json = '']) => JSON.parse(json) as unknown,
    );
    const schemas: TSchema[] = [VouchedSet, ToldSet, VouchedSet, ToldSet, SetRequest];
    assert.equal(examples.length, schemas.length);
    for (const [at, example] of examples.entries()) {
      assert.ok(Value.Check(schemas[at]!, example), JSON.stringify(example));
    }
  });
});

const notEmpty = (lists: Record<string, unknown[]>): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
