import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {findTextRegions, type TextMap} from '../../src/plates/text-regions.js';

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
  likelihood?: number;
}

/** A map in which these rectangles are text. */
function mapOf(bars: Bar[], width = 320, height = 192): TextMap {
  const data = new Float32Array(width * height);
  for (const bar of bars) {
    const [cos, sin] = [Math.cos(bar.angle), Math.sin(bar.angle)];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [dx, dy] = [x + 0.5 - bar.x, y + 0.5 - bar.y];
        const inside =
          Math.abs(dx * cos + dy * sin) <= bar.width / 2 &&
          Math.abs(dy * cos - dx * sin) <= bar.height / 2;
        if (inside) data[y * width + x] = bar.likelihood ?? 0.9;
      }
    }
  }
  return {data, width, height};
}

const bar: Bar = {x: 150, y: 90, width: 100, height: 12, angle: 0};

describe('the regions of a text map', () => {
  for (const degrees of [0, 7, -12, 25, -40]) {
    it(`are found at ${degrees} degrees, a little larger than the core`, () => {
      const angle = (degrees * Math.PI) / 180;
      const [region, ...more] = findTextRegions(mapOf([{...bar, angle}]));
      assert.equal(more.length, 0);
      assert.ok(Math.abs(region!.x - 150) < 2, `x ${region!.x}`);
      assert.ok(Math.abs(region!.y - 90) < 2, `y ${region!.y}`);
      assert.ok(Math.abs(region!.angle - angle) < 0.03, `angle ${region!.angle}`);
      assert.ok(region!.width > 108 && region!.width < 130, `width ${region!.width}`);
      assert.ok(region!.height > 18 && region!.height < 36, `height ${region!.height}`);
    });
  }

  it('are separated if there are several', () => {
    assert.equal(findTextRegions(mapOf([bar, {...bar, y: 140}])).length, 2);
  });

  it('are empty if the network finds little, only specks, or upright text', () => {
    assert.deepEqual(findTextRegions(mapOf([{...bar, likelihood: 0.35}])), []);
    assert.deepEqual(findTextRegions(mapOf([{...bar, width: 4, height: 3}])), []);
    assert.deepEqual(findTextRegions(mapOf([{...bar, width: 12, height: 100}])), []);
    assert.deepEqual(findTextRegions(mapOf([])), []);
  });

  it('extend to the edges of the picture and not beyond', () => {
    const atCorner = findTextRegions(mapOf([{...bar, x: 40, y: 4}]));
    assert.equal(atCorner.length, 1);
    const whole = findTextRegions({data: new Float32Array(64 * 32).fill(1), width: 64, height: 32});
    assert.equal(whole.length, 1);
  });
});
