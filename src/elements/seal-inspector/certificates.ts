import {html, nothing} from 'lit';
import type {Certificate, SealContents} from '../../model/seal-contents.js';
import {field, words} from '../metadata/fields.js';
import {object, text, type Loose} from '../metadata/loose.js';
import {time} from '../metadata/time.js';
import type {View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {isConfirmed, renderConfirmable} from './confirmable.js';
import {renderCopyButton} from './copy-button.js';
import {renderCode, renderFields} from './papers.js';

/** Lines break between its parts, not within them. */
const distinguishedName = field(text, (value) => ({
  value: visibleText(value.replace(/(?<!\\),/g, ', ')),
}));

const fields = [
  distinguishedName('signedBy', 'subject'),
  distinguishedName('issuedBy', 'issuer'),
  time('validFrom'),
  time('validTo'),
  words('keyAlgorithm'),
];

/** The signer's certificate and who vouches for it, one after the other. */
export function renderCertificates(seal: SealContents, answer: Loose, view: View) {
  const {certificates} = seal;
  if (certificates.length === 0) return nothing;
  const stamp = text(object(answer['signature'])?.['timestamp']);
  const {term} = view;
  return renderConfirmable(
    'certificates',
    isConfirmed(answer, seal),
    html`<ol class="paper">
      ${certificates.map((certificate) => {
        const remark = validityOf(certificate, stamp);
        return html`<li class="card panel paper" part="card">
          ${remark ? html`<p class="remark ${remark}">${term(remark)}</p>` : nothing}
          <dl>
            ${renderFields({...certificate}, fields, view)}
            ${renderCode('serialNumber', certificate.serialNumber, view)}
            ${renderCode('sha256', certificate.fingerprint, view)}
          </dl>
          ${renderCopyButton(term('copyPem'), certificate.pem, view)}
        </li>`;
      })}
    </ol>`,
    view,
  );
}

/** What is to be said of its validity: at the time stamp, or now where there is none. */
export function validityOf(
  {validFrom, validTo}: Pick<Certificate, 'validFrom' | 'validTo'>,
  stamp: string | undefined,
  now = Date.now(),
): 'notValidThen' | 'notValidNow' | 'expiredSince' | undefined {
  const isInside = (when: number) => when >= Date.parse(validFrom) && when <= Date.parse(validTo);
  if (stamp !== undefined && !isInside(Date.parse(stamp))) return 'notValidThen';
  if (isInside(now)) return undefined;
  return stamp === undefined ? 'notValidNow' : 'expiredSince';
}
