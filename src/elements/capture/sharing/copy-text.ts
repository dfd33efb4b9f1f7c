import type {CaptureCopy} from '@sealed-capture/seal/model/job/job.js';
import {readerLocale} from '../../strings/date-with-time.js';
import type {Localize} from '../../strings/localize.js';

/** How the last copy of a capture left the element, such as "Shared as ZIP, 14:02". The date is left out for today. */
export function copyText(copy: CaptureCopy, say: Localize, now = new Date()): string {
  const at = new Date(copy.at);
  const isToday = at.toDateString() === now.toDateString();
  const time = new Intl.DateTimeFormat(readerLocale(say.lang()), {
    ...(!isToday && {day: 'numeric', month: 'short', year: 'numeric'}),
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
  const text = say.term('viewerCopy', `${copy.made}${copy.inZip ? '-zip' : ''}`, time);
  return copy.unsealed ? say.term('viewerCopyUnsealed', text) : text;
}
