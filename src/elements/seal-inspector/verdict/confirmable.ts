import {html, nothing, type TemplateResult} from 'lit';
import {isCertificateOf, type SealContents} from '../../../model/inspection/seal-contents.js';
import {object, text} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from './answer.js';

/** The seal that was read is the one that the verdict is about: its first certificate is that of the verdict's signer. */
export function isOfVerdict(answer: Loose, {certificates: [leaf]}: SealContents): boolean {
  const signature = object(answer['signature']) ?? {};
  const said = (name: string) => text(signature[name]);
  return (
    leaf !== undefined &&
    isCertificateOf(leaf, {
      signedBy: said('signedBy'),
      issuedBy: said('issuedBy'),
      validFrom: said('validFrom'),
      validTo: said('validTo'),
    })
  );
}

/** Only a valid seal, only the one that was judged, and only what its signature covers, is more than a claim. */
export const isConfirmed = (answer: Loose, seal: SealContents): boolean =>
  stateOf(answer) === 'valid' && seal.isAsSigned && isOfVerdict(answer, seal);

/** A part of what the device itself read in the seal; hatched and marked where nothing confirms it. */
export const renderConfirmable = (
  name: 'certificate' | 'certificates' | 'history' | 'ingredients' | 'redactions',
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

/** That a list has more than it shows; nothing where it has not. */
export const renderMore = (count: number, {localize}: View, isLeast = false) =>
  count > 0 ? html`<p class="quiet">${localize.term('andMore', count, isLeast)}</p>` : nothing;
