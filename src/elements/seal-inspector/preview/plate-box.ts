import {html, type TemplateResult} from 'lit';
import {number, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {stateOf} from '../verdict/answer.js';
import {shortened} from '../text.js';

interface Size {
  width: number;
  height: number;
}

/** The plate's position in the picture, in its pixels, and its text. */
export interface Plate extends Size {
  x: number;
  y: number;
  label: string;
  isConfirmed: boolean;
}

/**
 * The plate; undefined if the result has none, or it is outside the picture. `mark` is appended to an unconfirmed
 * one.
 */
export function plateIn(answer: Loose, picture: Size, mark: string): Plate | undefined {
  const plate = object(object(answer['features'])?.['licensePlateInfo']);
  const box = object(plate?.['boundingBox']);
  const [x = -1, y = -1, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) =>
    number(box?.[key]),
  );
  if (x < 0 || y < 0 || width <= 0 || height <= 0) return undefined;
  if (x + width > picture.width || y + height > picture.height) return undefined;
  const isConfirmed = stateOf(answer) === 'valid';
  const name = shortened(visibleText(text(plate?.['plateNumber']) ?? ''));
  return {x, y, width, height, label: isConfirmed ? name : `${name} ${mark}`.trim(), isConfirmed};
}

/** Letters per longer side of the picture: large enough for a narrow preview. */
const LETTERS = 22;

/** Draws the plate's box and text in the pixels of the picture; both are scaled with it. */
export function renderPlate(plate: Plate, picture: Size): TemplateResult {
  const {x, y, width, height, label, isConfirmed} = plate;
  const letter = Math.max(picture.width, picture.height) / LETTERS;
  const isAtTop = y < letter * 1.5;
  const isAtEnd = x + width / 2 > picture.width / 2;
  return html`<svg
    class="plate ${isConfirmed ? '' : 'claim'}"
    viewBox="0 0 ${picture.width} ${picture.height}"
    aria-hidden="true"
  >
    <rect x=${x} y=${y} width=${width} height=${height} />
    <text
      x=${isAtEnd ? x + width : x}
      y=${isAtTop ? y + height + letter * 1.1 : y - letter * 0.4}
      font-size=${letter}
      text-anchor=${isAtEnd ? 'end' : 'start'}
    >
      ${label}
    </text>
  </svg>`;
}
