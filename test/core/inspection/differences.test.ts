import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {differencesOf} from '../../../src/core/inspection/differences.js';
import type {
  Check,
  InspectionResult,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';

const verdict = (more: Partial<InspectionResult> = {}): InspectionResult => ({
  labelValid: true,
  labelState: 'valid',
  reason: 'Yes.',
  checks: [{code: 'claimSignature.validated', passed: true, explanation: 'Yes.'}],
  ...more,
});

const agreed = {state: false, codes: [], contents: []};
const gps = {latitude: 1, longitude: 1};

describe('the differences between two verdicts on one file', () => {
  it('include the signer and all sealed data', () => {
    const service = verdict({
      signature: {signedBy: 'A'},
      gps,
      tags: {case: '1'},
      camera: {iso: 64},
      features: {licensePlateInfo: {plateNumber: 'M 1'}},
    });
    const local = verdict({
      signature: {signedBy: 'B'},
      gps: {latitude: 50, longitude: 9},
      tags: {case: '1'},
      features: {licensePlateInfo: {plateNumber: 'M 2'}},
      device: {os: 'Android'},
    });
    assert.deepEqual(differencesOf(service, local), {
      ...agreed,
      contents: ['signature', 'gps', 'camera', 'features', 'device'],
    });
  });

  it('do not include another order of keys or other wording', () => {
    const checks = (explanation: string): Check[] => [
      {code: 'timeStamp.untrusted', passed: false, explanation},
    ];
    assert.deepEqual(
      differencesOf(
        verdict({reason: 'So.', checks: checks('No.'), gps, network: {wifi: true}}),
        verdict({
          network: {wifi: true},
          gps: {longitude: 1, latitude: 1},
          tags: undefined,
          checks: checks('Unknown.'),
        }),
      ),
      agreed,
    );
  });

  it('include lists with another order, length or type', () => {
    const cellular = (...technologies: unknown[]) =>
      verdict({network: {cellular: {technologies}} as InspectionResult['network']});
    const differ = (one: InspectionResult, other: InspectionResult) =>
      assert.deepEqual(differencesOf(one, other).contents, ['network']);
    differ(cellular('LTE', 'NR'), cellular('NR', 'LTE'));
    differ(cellular('LTE'), cellular('LTE', 'NR'));
    differ(cellular(['LTE']), cellular({0: 'LTE'}));
    differ(cellular(null), cellular({}));
    assert.deepEqual(differencesOf(cellular('LTE', null), cellular('LTE', null)), agreed);
  });

  it('include a check that failed for the file in one answer, and for an ingredient in the other', () => {
    const failed = (...inIngredient: boolean[]) =>
      verdict({
        checks: inIngredient.map((inIngredient) => ({
          code: 'assertion.dataHash.mismatch',
          passed: false,
          explanation: 'No.',
          inIngredient,
        })),
      });
    const codes = ['assertion.dataHash.mismatch'];
    assert.deepEqual(differencesOf(failed(true), failed(false)), {...agreed, codes});
    assert.deepEqual(differencesOf(failed(true, false), failed(true)), {...agreed, codes});
    assert.deepEqual(differencesOf(failed(true, false), failed(false, true)), agreed);
  });

  it('do not include the contents if only one found a readable seal', () => {
    const none = verdict({labelValid: false, labelState: 'none', checks: []});
    const full = verdict({gps});
    for (const [one, other] of [
      [none, full],
      [full, none],
    ] as const)
      assert.deepEqual(differencesOf(one, other), {...agreed, state: true});
    assert.deepEqual(differencesOf(verdict(), full).contents, ['gps'], 'of two seals it is');
  });

  it('do not include what an older service does not know', () => {
    const place = {latitude: 52.52, longitude: 13.405, radius: 25};
    const shot = {id: 'gate', label: 'Gate'};
    const set = {seal: 'urn:uuid:1', set: 'urn:uuid:2', index: 1};
    const local = verdict({
      origin: 'file',
      imported: {chosenAt: '2026-11-29T08:00:00Z'},
      features: {shot: {...shot, expectedPlace: place}},
      placeComparison: {outcome: 'unknown', why: 'absent'},
      set,
    });
    const older = verdict({features: {shot}});
    assert.deepEqual(differencesOf(older, local), agreed);
    const other = verdict({features: {shot: {...shot, id: 'yard'}}});
    assert.deepEqual(differencesOf(other, local).contents, ['features']);
    // A service that names the origin is of this version.
    const contents = ['imported', 'set', 'features'];
    const present = differencesOf({...older, origin: 'capture'}, local);
    assert.deepEqual(present.contents.sort(), [...contents, 'origin'].sort());
  });
});
