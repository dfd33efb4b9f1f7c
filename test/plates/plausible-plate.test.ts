import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  mostPlausiblePlate,
  type PlacedLine,
  type PlateRules,
} from '../../src/plates/plausible-plate.js';

const line = (text: string, region: Partial<PlacedLine['region']> = {}): PlacedLine => ({
  text,
  confidence: 0.95,
  region: {x: 500, y: 400, width: 200, height: 40, angle: 0, ...region},
});
const read = (lines: PlacedLine[], rules: Partial<PlateRules> = {}): string | undefined =>
  mostPlausiblePlate(lines, {leastConfidence: 0.6, ...rules})?.plateNumber;

describe('the most plausible plate', () => {
  it('is returned without gaps and hyphens', () => {
    assert.equal(read([line('AB-123 CD')]), 'AB123CD');
  });

  it('has 4 to 10 characters, including a digit, unless a pattern is set', () => {
    assert.equal(read([line('A12')]), undefined);
    assert.equal(read([line('ABCDEF12345')]), undefined);
    assert.equal(read([line('BAKERY')]), undefined);
  });

  it('has no decimal point, unlike an engine size', () => {
    assert.equal(read([line('1.6 TDI')]), undefined);
    assert.equal(read([line('B.AB 1234')]), 'BAB1234');
  });

  it('is undefined if the confidence of the network is low', () => {
    const unsure = {...line('AB12CDE'), confidence: 0.4};
    assert.equal(read([unsure]), undefined);
    assert.equal(read([unsure], {leastConfidence: 0.3}), 'AB12CDE');
  });

  it('is the larger of two, because the car is in front of the street', () => {
    const sign = line('HAUS 24', {x: 900, y: 100, height: 25});
    assert.equal(read([sign, line('AB12CDE')]), 'AB12CDE');
  });

  it('replaces similar characters only if the pattern requires it', () => {
    assert.equal(read([line('AB1OCDE')]), 'AB1OCDE');
    assert.equal(read([line('AB1OCDE')], {pattern: /^[A-Z]{2}\d{2}[A-Z]{3}$/}), 'AB10CDE');
    assert.equal(read([line('AB1XCDE')], {pattern: /^[A-Z]{2}\d{2}[A-Z]{3}$/}), undefined);
  });

  it('is undefined if two candidates match the pattern equally well', () => {
    assert.equal(read([line('O1O1')], {pattern: /^\d\d\d[A-Z]$|^\d[A-Z]\d\d$/}), undefined);
  });

  it('joins parts that a seal separates, and its box contains both', () => {
    const left = line('HH', {x: 450, width: 100});
    const right = line('XK 4827', {x: 650, width: 240});
    const plate = mostPlausiblePlate([right, left], {leastConfidence: 0.6});
    assert.deepEqual(plate, {
      plateNumber: 'HHXK4827',
      boundingBox: {x: 400, y: 380, width: 370, height: 40},
    });
  });

  it('does not join lines that are far apart, one above the other, or of different size', () => {
    const plate = line('XK 4827', {x: 650, width: 240});
    for (const other of [
      line('HH', {x: 250, width: 100}),
      line('HH', {x: 450, width: 100, y: 440}),
      line('HH', {x: 450, width: 100, height: 15}),
    ]) {
      assert.equal(read([other, plate]), 'XK4827');
    }
  });

  it('has an upright box around a rotated plate', () => {
    const plate = mostPlausiblePlate([line('AB12CDE', {angle: Math.PI / 6})], {
      leastConfidence: 0.6,
    });
    const width = 200 * Math.cos(Math.PI / 6) + 40 * Math.sin(Math.PI / 6);
    const height = 200 * Math.sin(Math.PI / 6) + 40 * Math.cos(Math.PI / 6);
    assert.ok(Math.abs(plate!.boundingBox.width - width) <= 1);
    assert.ok(Math.abs(plate!.boundingBox.height - height) <= 1);
    assert.ok(Math.abs(plate!.boundingBox.x - (500 - width / 2)) <= 1);
  });
});
