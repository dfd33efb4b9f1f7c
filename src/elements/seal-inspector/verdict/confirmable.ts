import {html, nothing, type TemplateResult} from 'lit';
import {
  isCertificateOf,
  type SealContents,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from './answer.js';

/** True if the seal that was read is the one that was judged: its first certificate is that of the verdict's signer. */
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

/**
 * True if the content is more than a claim: the seal is valid, it is the one that was judged, and its signature
 * covers the content.
 */
export const isConfirmed = (answer: Loose, seal: SealContents): boolean =>
  stateOf(answer) === 'valid' && seal.isAsSigned && isOfVerdict(answer, seal);

/** Renders content that the device itself read in the seal; hatched and marked unless it is confirmed. */
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

/** The line for omitted items; empty if there are none. */
export const renderMore = (count: number, {localize}: View, isLeast = false) =>
  count > 0 ? html`<p class="quiet">${localize.term('andMore', count, isLeast)}</p>` : nothing;
