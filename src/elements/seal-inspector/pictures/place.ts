import {html, nothing, svg} from 'lit';
import {coordinate} from '../../metadata/fields.js';
import {number} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {picture} from './picture.js';

/** Radius in metres above which the circle would cover the whole Earth. */
const WORLD = 2e7;

/** Radius of the drawn circle around the location. */
const RADIUS = 30;

const latitudeField = coordinate('latitude', 'north', 'south');
const longitudeField = coordinate('longitude', 'east', 'west');

/**
 * Draws the location without a map service, which a page may replace by a map of its own, and links it as a geo:
 * address (RFC 5870).
 */
export function place(gps: Loose, view: View) {
  const [latitude, longitude] = [number(gps['latitude']), number(gps['longitude'])];
  if (latitude === undefined || longitude === undefined) return undefined;
  const accuracy = number(gps['latLongAccuracy']);
  const metres = accuracy && accuracy > 0 && accuracy < WORLD ? accuracy : undefined;
  const {term, unit, format, localize} = view;
  const within = metres === undefined ? undefined : `${format.accuracy(metres)} ${unit('m')}`;
  const coordinates = [latitudeField, longitudeField]
    .map((field) => field.show(gps, view))
    .map((shown) => `${shown?.value} ${shown?.unit}`);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return html`<div class="place">
    <slot name="map"
      >${picture(
        '',
        localize.term('placePicture', format.series(coordinates), within),
        svg`<path class="faint" d="M-48 0H48M0 -48V48M-48 -48H48V48H-48Z"/>
          ${metres ? circle(metres, view) : nothing}<circle class="head" r="2.5"/>
          <path d="M41 -34V-43M38 -40L41 -43L44 -40"/><text x="41" y="-29.5">${term('north')}</text>`,
      )}</slot
    >
    <div class="coordinates">
      ${coordinates.map((coordinate) => html`<span class="value"><bdi>${coordinate}</bdi></span> `)}
      ${within ? html`<span class="quiet">± ${within}</span>` : nothing}
      ${
        isOnEarth
          ? html`<a href=${geoAddress(latitude, longitude, metres)}>${term('openPlace')}</a>`
          : nothing
      }
    </div>
  </div>`;
}

/** The circle of accuracy, with a scale in the corner. */
function circle(metres: number, {format, unit}: View) {
  const power = 10 ** Math.floor(Math.log10(metres));
  const length = ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power;
  const end = -43 + (length / metres) * RADIUS;
  const [value, symbol] = length < 1000 ? [length, 'm'] : [length / 1000, 'km'];
  return svg`<circle class="area" r=${RADIUS}/><circle class="strong thin" r=${RADIUS}/>
    <path d="M-43 41V43.5H${end}V41"/><text class="start" x="-43" y="37">${format.number(value, 3)} ${unit(symbol)}</text>`;
}

/** Formats a number without an exponent. */
const decimal = (value: number, places: number): string =>
  value.toFixed(places).replace(/\.?0+$/, '');

const geoAddress = (latitude: number, longitude: number, metres: number | undefined): string =>
  `geo:${decimal(latitude, 7)},${decimal(longitude, 7)}` +
  (metres !== undefined ? `;u=${decimal(metres, 2)}` : '');
