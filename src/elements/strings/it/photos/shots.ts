import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('it');

const reasons: Record<SkipReason, string> = {
  absent: 'Non c’è',
  unreachable: 'Non raggiungibile',
  unsafe: 'Troppo pericoloso',
  forbidden: 'Non consentito',
  other: 'Altro motivo',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Saltata: non c’è',
  unreachable: 'Saltata: non raggiungibile',
  unsafe: 'Saltata: troppo pericoloso',
  forbidden: 'Saltata: non consentito',
  other: 'Saltata: altro motivo',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Scattata, '),
  held: 'Scattata, non ancora sigillata',
  misconfigured: 'Scattata, non ancora sigillata',
  sealed: 'Scattata e sigillata',
  delivering: 'Sigillata, caricamento in corso',
  undelivered: 'Sigillata, in attesa di caricamento',
  uploaded: 'Sigillata e caricata',
  failed: 'Scattata, non sigillata',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} di ${total}`,
  shotRequired: 'Obbligatoria',
  shotRetaking: 'Ripeti',
  shotRetakeCancel: 'Annulla',
  shotsOpen: 'Mostra tutte le inquadrature',
  shotSkip: 'Salta',
  shotTake: 'Scatta',
  shotRetake: 'Ripeti',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Inquadratura ${position} di ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Saltata: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `L’inquadratura è completata, saltate: ${left}`,
          other: `Tutte le # inquadrature sono completate, saltate: ${left}`,
        })
      : count(total, {
          one: 'L’inquadratura è scattata',
          other: 'Tutte le # inquadrature sono scattate',
        }),
  shotsTitle: (done, total, left) =>
    count(total, {
      one: `${done} di # inquadratura completata`,
      other: `${done} di # inquadrature completate`,
    }) + (left > 0 ? `, saltate: ${left}` : ''),
  shotsClose: 'Chiudi l’elenco delle inquadrature',
  shotToTake: 'Da scattare',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Saltata: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {one: '# foto precedente conservata', other: '# foto precedenti conservate'}),
  shotSkipQuestion: 'Perché non c’è una foto?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Altro motivo, con parole Sue',
  shotSkipEmpty: 'Scelga un motivo qui sopra o ne scriva uno.',
  shotSkipCancel: 'Annulla',
};
