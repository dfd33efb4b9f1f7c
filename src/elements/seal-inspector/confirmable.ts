import {html, nothing, type TemplateResult} from 'lit';
import type {SealContents} from '../../model/seal-contents.js';
import type {Loose} from '../metadata/loose.js';
import type {View} from '../metadata/view.js';
import {stateOf} from './answer.js';

/** Only a valid seal, and only what its signature covers, is more than a claim. */
export const isConfirmed = (answer: Loose, seal: SealContents): boolean =>
  stateOf(answer) === 'valid' && seal.isAsSigned;

/** A part of what the device itself read in the seal; hatched and marked where nothing confirms it. */
export const renderConfirmable = (
  name: 'certificates' | 'history' | 'ingredients',
  confirmed: boolean,
  content: unknown,
  {term}: View,
): TemplateResult =>
  html`<section class=${confirmed ? '' : 'claims panel'} part=${name} aria-labelledby=${name}>
    <h3 id=${name}>
      ${term(name)}
      ${confirmed ? nothing : html`<span class="quiet">${term('notConfirmedMark')}</span>`}
    </h3>
    ${content}
  </section>`;
