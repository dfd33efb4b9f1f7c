import {svg} from 'lit';
import {number} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {picture, point} from './picture.js';

const RADIUS = 34;

/** Draws the direction on a compass rose, with its uncertainty as a sector. */
export function compass({heading, headingAccuracy}: Loose, {term, format}: View) {
  const degrees = number(heading);
  if (degrees === undefined) return undefined;
  const within = Math.min(180, Math.abs(number(headingAccuracy) ?? 0));
  const letters = (['north', 'east', 'south', 'west'] as const).map((name, index) => {
    const angle = (index * Math.PI) / 2;
    return svg`<text x=${42 * Math.sin(angle)} y=${-42 * Math.cos(angle)}>${term(name)}</text>`;
  });
  const value =
    format.number(degrees, 1, within || undefined) +
    (within ? ` ± ${format.accuracy(within)}` : '');
  return picture(
    term('heading'),
    `${term('heading')}: ${value}°`,
    svg`<circle r=${RADIUS} class="faint"/>${sector(degrees, within)}
      <path class="strong" d="M0 10V-30M-5 -23L0 -31L5 -23" transform="rotate(${degrees})"/>${letters}`,
  );
}

function sector(heading: number, within: number) {
  if (within === 180) return svg`<circle r=${RADIUS} class="area"/>`;
  const edge = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return point(RADIUS * Math.sin(angle), -RADIUS * Math.cos(angle));
  };
  return svg`<path class="area" d="M0 0L${edge(heading - within)}A${RADIUS} ${RADIUS} 0 ${
    within > 90 ? 1 : 0
  } 1 ${edge(heading + within)}Z"/>`;
}
