import {html, nothing} from 'lit';
import {
  nameIn,
  type Certificate,
  type SealContents,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {field, words} from '../../metadata/fields.js';
import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {time} from '../../metadata/fields.js';
import {renderTime, type View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {isConfirmed, isOfVerdict, renderConfirmable} from '../verdict/confirmable.js';
import {renderCopyButton} from '../../copy-button.js';
import {day} from '../format.js';
import {filled, NAME_HERE, shortened, TIME_HERE} from '../text.js';
import {renderCode, renderFields} from './papers.js';
import {renderSignerRecord} from './signer-record.js';

/** Allows line breaks between the parts of a name, not within them. */
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

/** The signer's certificate, followed by those of its authorities. */
export function renderCertificates(seal: SealContents, answer: Loose, view: View) {
  const {certificates} = seal;
  if (certificates.length === 0) return nothing;
  const {signedBy, timestamp} = object(answer['signature']) ?? {};
  const stamp = text(timestamp);
  const {term} = view;
  return renderConfirmable(
    'certificates',
    isConfirmed(answer, seal),
    html`${
        signedBy === undefined || isOfVerdict(answer, seal)
          ? nothing
          : html`<p class="others">${term('otherCertificates')}</p>`
      }
      <ol class="paper">
        ${certificates.map((certificate, index) => {
          const found = validityOf(certificate, stamp);
          const remark = found
            ? html`<span class="remark ${found}">${term(found)}</span>`
            : nothing;
          const content = html`<dl>
              ${renderFields({...certificate}, fields, view)}
              ${renderCode('serialNumber', certificate.serialNumber, view)}
              ${renderCode('sha256', certificate.fingerprint, view)}
            </dl>
            ${index === 0 && isOfVerdict(answer, seal) ? renderSignerRecord(answer, view) : nothing}
            ${renderCopyButton(term('copyPem'), certificate.pem, view)}`;
          return index === 0
            ? html`<li class="card panel paper" part="card">${remark} ${content}</li>`
            : html`<li class="issuer panel" part="card">
                <details>
                  <summary>${renderIssuer(certificate, view)} ${remark}</summary>
                  <div class="card paper">${content}</div>
                </details>
              </li>`;
        })}
      </ol>`,
    view,
  );
}

/** The issuer and its validity; details are shown on request. */
const renderIssuer = ({subject, validTo}: Certificate, {localize, format}: View) =>
  filled(localize.term('issuer', NAME_HERE, TIME_HERE), {
    name: html`<bdi>${shortened(visibleText(nameIn(subject, ['CN']) ?? subject))}</bdi>`,
    time: renderTime(day(format, validTo)),
  });

/** The validity of a certificate at the time of the time stamp, or now if there is none. */
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
