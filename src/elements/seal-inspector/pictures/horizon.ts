import {svg} from 'lit';
import {number} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {picture} from './picture.js';

/** Degrees above or below the centre at which the horizon leaves the picture. */
const VIEW = 40;

/** Draws the device as it was held, with the horizon as its back camera saw it. */
export function horizon(orientation: Loose, {term, format, localize}: View) {
  const [roll, pitch] = [number(orientation['roll']), number(orientation['pitch'])];
  if (roll === undefined || pitch === undefined) return undefined;
  const radians = Math.PI / 180;
  const [r, p] = [roll * radians, pitch * radians];
  // The direction of "up" in the device's axes: right, top, out of the screen.
  const [right, top, out] = [-Math.cos(p) * Math.sin(r), Math.sin(p), Math.cos(p) * Math.cos(r)];
  const tilt = Math.atan2(right, top) / radians;
  const fall = (-Math.asin(Math.max(-1, Math.min(1, out))) / radians / VIEW) * 42;
  const words = (angle: number) => `${format.number(angle, 1)}°`;
  return picture(
    term('orientation'),
    localize.term('attitudePicture', words(roll), words(pitch)),
    svg`<svg x="-25" y="-44" width="50" height="88" viewBox="-25 -44 50 88">
        <g transform="rotate(${tilt.toFixed(1)}) translate(0 ${fall.toFixed(1)})">
          <path class="area" d="M-99 0H99V400H-99Z"/><path class="strong" d="M-99 0H99"/>
        </g>
      </svg>
      <rect x="-25" y="-44" width="50" height="88" rx="7"/><path d="M-12 0H-5M5 0H12M0 -1V1"/>`,
  );
}
