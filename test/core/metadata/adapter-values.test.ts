import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {sealablePlate, type ProvidedSections} from '../../../src/core/metadata/adapter-values.js';
import {sealableAnswer} from '../../../src/core/metadata/sealable-metadata.js';

type Section = keyof ProvidedSections;

/** The values that are accepted from an answer, and the reports about the rest. */
function taken(section: Section, answer: unknown) {
  const problems: string[] = [];
  const values = sealableAnswer(section, answer, 'adapter', (problem) => problems.push(problem));
  return {values, problems};
}

describe("an adapter's answer", () => {
  const london = {latitude: 51.5, longitude: -0.12};
  const timestamp = '2026-01-01T00:00:00Z';

  it('is accepted if everything is valid, without null values', () => {
    const place = {...london, latLongAccuracy: 0, altitude: -3, timestamp};
    assert.deepEqual(taken('gps', {...place, speed: null}), {values: place, problems: []});
    const field = {x: 1, y: -2, z: 3};
    for (const compass of [
      {heading: 0, field},
      {heading: 359.9999999, headingAccuracy: 180},
    ])
      assert.deepEqual(taken('magnetometer', compass), {values: compass, problems: []});
    const air = {pressure: 1013.25, altitude: 12};
    assert.deepEqual(taken('atmospheric', air), {values: air, problems: []});
  });

  const wrong: [section: Section, answer: object, problem: string, rest: object][] = [
    [
      'gps',
      {...london, latLongAccuracy: NaN},
      'latLongAccuracy has to be a finite number from 0',
      london,
    ],
    ['gps', {...london, speed: -1}, 'speed has to be a finite number from 0', london],
    ['gps', {...london, altitude: Infinity}, 'altitude has to be a finite number', london],
    ['gps', {...london, altitude: '3'}, 'altitude has to be a finite number', london],
    ['gps', {...london, heading: 3}, 'heading is not known', london],
    [
      'atmospheric',
      {pressure: -1, altitude: 1},
      'pressure has to be a finite number from 0',
      {altitude: 1},
    ],
    [
      'magnetometer',
      {heading: 360, headingAccuracy: 1},
      'heading has to be a finite number from 0 to 359.99999999999994',
      {headingAccuracy: 1},
    ],
    [
      'magnetometer',
      {heading: 1, field: {x: NaN, y: 1}},
      'field.x has to be a finite number',
      {heading: 1, field: {y: 1}},
    ],
    ['magnetometer', {heading: 1, field: 3}, 'field has to be an object', {heading: 1}],
  ];
  for (const [section, answer, problem, rest] of wrong) {
    it(`is accepted without the invalid part: ${problem}`, () => {
      const expected = {values: rest, problems: [`adapter.${problem}`]};
      assert.deepEqual(taken(section, answer), expected);
    });
  }

  it('has a time only if the date exists in the calendar', () => {
    const none = [
      'yesterday',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:00:00',
      3,
    ];
    for (const time of none) {
      const {values, problems} = taken('gps', {...london, timestamp: time});
      assert.deepEqual(values, london, String(time));
      assert.deepEqual(problems, ['adapter.timestamp has to be a time in UTC, as ISO 8601 has it']);
    }
  });

  it('is a reason if there are no values, and never both', () => {
    const values = {unavailableReason: 'permission_denied'};
    for (const section of ['gps', 'atmospheric', 'magnetometer'] as const) {
      assert.deepEqual(taken(section, values), {values, problems: []});
    }
    assert.deepEqual(taken('gps', {altitude: 3, ...values}).values, values);
    assert.deepEqual(taken('atmospheric', {pressure: 3, ...values}).values, {pressure: 3});
    const field = {unavailableReason: 'not_supported'};
    assert.deepEqual(taken('magnetometer', {heading: 3, field}).values, {heading: 3, field});
    const both = {heading: 3, field: {x: 1, ...field}};
    assert.deepEqual(taken('magnetometer', both).values, {heading: 3, field: {x: 1}});
  });

  it('is reported as an error if it is neither, without quoting a value', () => {
    const nothing = [undefined, null, 'here', 3, [], {}, {unavailableReason: 'rain'}];
    const places = [{latitude: 91, longitude: 1}, {latitude: 51.123456}];
    for (const answer of [...nothing, ...places]) {
      const {values, problems} = taken('gps', answer);
      assert.deepEqual(values, {unavailableReason: 'error'});
      assert.equal(problems.at(-1), 'adapter gave neither values nor a reason');
      assert.doesNotMatch(problems.join(), /rain|here|91|51/);
    }
  });
});

describe("a detector's answer", () => {
  const boundingBox = {x: 1, y: 2, width: 3, height: 4};
  const read = (answer: unknown) => {
    const problems: string[] = [];
    return {plate: sealablePlate(answer, (problem) => problems.push(problem)), problems};
  };

  it('is the plate without surrounding blanks, and its box', () => {
    const answer = {plateNumber: ' AB 12 ', boundingBox};
    assert.deepEqual(read(answer), {plate: {plateNumber: 'AB 12', boundingBox}, problems: []});
  });

  it('is accepted without an invalid box', () => {
    const {plate, problems} = read({plateNumber: 'AB 12', boundingBox: {...boundingBox, x: NaN}});
    assert.deepEqual(plate, {plateNumber: 'AB 12'});
    assert.deepEqual(problems, ['licensePlateDetector.boundingBox.x has to be a finite number']);
  });

  it('is ignored if it has no plate that can be sealed', () => {
    for (const answer of [undefined, null, {}, 'AB 12', {plateNumber: '  '}, {plateNumber: 12}]) {
      assert.equal(read(answer).plate, undefined);
    }
    const {plate, problems} = read({plateNumber: 'A'.repeat(65), boundingBox});
    assert.equal(plate, undefined);
    assert.deepEqual(problems, [
      'licensePlateDetector.plateNumber has to be text of at most 64 characters',
    ]);
  });
});
