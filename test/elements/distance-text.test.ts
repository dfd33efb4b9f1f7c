import assert from 'node:assert/strict';
import {it} from 'node:test';
import {distanceText} from '../../src/elements/metadata/distance-text.js';

it('writes a distance with no more digits than its accuracy supports', () => {
  assert.equal(distanceText(43.2, 'en', 12), '40 m');
  assert.equal(distanceText(43.2, 'en', 5), '43 m');
  assert.equal(distanceText(3.2, 'en', 12), '10 m', 'never nothing');
  assert.equal(distanceText(12_345, 'en', 1500), '12 km');
  assert.equal(distanceText(1234, 'de', 12), '1,2 km');
  assert.equal(distanceText(999.6, 'en', 1), '1 km');
  assert.equal(distanceText(500, 'en'), '500 m');
  assert.equal(distanceText(2000, 'en'), '2 km');
});
