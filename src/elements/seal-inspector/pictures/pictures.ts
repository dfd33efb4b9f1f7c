import type {TemplateResult} from 'lit';
import {at, object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {Section} from '../../metadata/sections.js';
import type {View} from '../../metadata/view.js';
import {arrow} from './arrow.js';
import {compass} from './compass.js';
import {horizon} from './horizon.js';

/** The drawings for a section's numbers. */
export function picturesOf({title}: Section, answer: Loose, view: View): TemplateResult[] {
  const of = (path: string) => object(at(answer, path)) ?? {};
  const pictures =
    title === 'motion'
      ? [
          compass(of('magnetometer'), view),
          horizon(of('orientation'), view),
          arrow('acceleration', of('acceleration'), view),
          arrow('gravity', of('gravity'), view),
        ]
      : [];
  return pictures.filter((picture) => picture !== undefined);
}
