import {svg} from 'lit';
import {number} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {picture, point} from './picture.js';

/** Acceleration in m/s² that is drawn as long as an axis; larger values are drawn at that length. */
const longest = {acceleration: 4, gravity: 10};
const AXIS = 34;

/** Projects the device's axes: x to its right, y to its top, z out of its screen. */
const seen = (x: number, y: number, z: number): [number, number] => [
  (x - z * 0.6) * AXIS,
  (z * 0.45 - y) * AXIS,
];

/** Draws an acceleration as an arrow, with the path along x, y and z to its head. */
export function arrow(name: keyof typeof longest, vector: Loose, {term, unit, format}: View) {
  const [x, y, z] = [number(vector['x']), number(vector['y']), number(vector['z'])];
  if (x === undefined || y === undefined || z === undefined) return undefined;
  const scale = 1 / Math.max(longest[name], Math.hypot(x, y, z));
  const at = (...along: [number, number, number]) => point(...seen(...along));
  const [a, b, c] = [x * scale, y * scale, z * scale];
  const [headX, headY] = seen(a, b, c);
  const axes = Object.entries({x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1]} as const).map(
    ([axis, [right, up, out]]) => {
      const [left, down] = seen(right * 1.3, up * 1.3, out * 1.3);
      return svg`<path class="faint" d="M0 0L${at(right, up, out)}"/><text x=${left} y=${down}>${axis}</text>`;
    },
  );
  const words = {x, y, z};
  return picture(
    term(name),
    `${term(name)}: ${format.series(
      Object.entries(words).map(([axis, value]) => `${axis} ${format.number(value, 2)}`),
    )} ${unit('m/s²')}`,
    svg`${axes}<path class="way" d="M0 0L${at(a, 0, 0)}L${at(a, b, 0)}L${at(a, b, c)}"/>
      <path class="strong" d="M0 0L${at(a, b, c)}"/><circle class="head" cx=${headX} cy=${headY} r="3"/>`,
  );
}
