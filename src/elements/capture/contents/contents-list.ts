import {html, nothing} from 'lit';
import type {CaptureContents} from '../../../core/metadata/capture-contents.js';
import {crossIcon} from '../../later-icons.js';
import {cardsOf, type Card} from '../../metadata/cards.js';
import {distanceText} from '../../metadata/distance-text.js';
import {browserFamily} from '../way-out/browser-family.js';
import type {PermissionButton} from '../way-out/permission-button.js';
import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import {sections, type Section} from '../../metadata/sections.js';
import {renderRow} from '../../metadata/rows.js';
import {viewFor, type View} from '../../metadata/view.js';
import type {Localize} from '../../strings/localize.js';

/** The order of the pill: what the browser asks permission for comes first. */
const isAskedFor = ({title}: Section) => title === 'where' || title === 'motion';
export const ordered = [
  ...sections.filter(isAskedFor),
  ...sections.filter((section) => !isAskedFor(section)),
];

/** What is needed to render the list. */
export interface Contents extends CaptureContents {
  /** Radius in meters within which the location is obfuscated. */
  radius?: number;
  /** True if a license plate is read from each photo. */
  readsPlates: boolean;
  allow: () => void;
  close: () => void;
}

/**
 * Renders what a capture would be sealed with now: current values, and in plain words why values are missing. `place` is the
 * browser's button for a location that was refused.
 */
export function renderContents(contents: Contents, say: Localize, place: PermissionButton) {
  const view = viewFor(say, (reason) => say.term('captureUnavailable', reason));
  const {cards, absent} = cardsOf(ordered, contents.metadata, view);
  const plate = say.term('plate');
  return html`<section
    id="contents"
    part="contents-panel"
    class="contents"
    tabindex="0"
    data-focus
    aria-labelledby="contents-title"
  >
    <button class="close" aria-label=${say.term('captureClose')} @click=${contents.close}>
      ${crossIcon()}
    </button>
    <h3 id="contents-title">${say.term('captureWillBeSealed')}</h3>
    ${cards.map((card) => renderGroup(card, contents, view, place))}
    ${
      contents.readsPlates && absent.includes(plate)
        ? html`<h4>${plate}</h4>
            <p class="quiet">${say.term('plateLater')}</p>`
        : nothing
    }
  </section>`;
}

function renderGroup(
  {section, title, rows}: Card,
  contents: Contents,
  view: View,
  place: PermissionButton,
) {
  const {metadata, ages, radius, allow} = contents;
  const parts = section.sources.map(({label}) => label as keyof typeof ages);
  const age = Math.max(...parts.map((part) => ages[part] ?? -1));
  const isBlurred = radius && parts.includes('gps') && metadata.gps?.latitude !== undefined;
  const reasonOf = (part: keyof CaptureContents['metadata']) =>
    text(object(metadata[part])?.['unavailableReason']);
  const isUnasked = parts.some((part) => reasonOf(part) === 'permission_not_requested');
  const reason = (parts.includes('gps') && reasonOf('gps')) || '';
  const ofBrowser = reason === 'permission_denied' ? place.render() : undefined;
  const instead = ofBrowser && place.help;
  const help = instead ?? view.localize.term('capturePlaceHelp', reason, browserFamily(navigator));
  const again = help && !instead && reason !== 'policy_blocked' ? 'capturePlaceAgain' : undefined;
  const button = isUnasked ? 'captureAllow' : again;
  return html`<h4>
      ${title} ${age < 0 ? nothing : html`<span class="quiet">${view.format.ago(age)}</span>`}
    </h4>
    ${isBlurred ? html`<p class="quiet">${view.localize.term('captureBlurred', distanceText(radius, view.format.locale))}</p>` : nothing}
    <dl>${rows.map((row) => renderRow(row, view))}</dl>
    ${help ? html`<p class="help">${help}</p>` : nothing} ${ofBrowser}
    ${
      button
        ? html`<button class="button" @click=${allow}>
            ${view.localize.term(button)}
            <span class="visually-hidden">${title}</span>
          </button>`
        : nothing
    }`;
}
