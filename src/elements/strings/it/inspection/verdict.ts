import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Sigillo intatto.',
  interim: 'Intatto, e noto da un elenco chiuso.',
  untrusted: 'Intatto, ma il firmatario non è noto qui.',
  invalid: 'Sigillo rotto.',
  none: 'Nessun sigillo.',
  unchecked: 'Non verificabile.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `da ${name} il ${time}`;
  return name ? `da ${name}` : `il ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Intatto, ma non tutto è confermato.',
  unchanged: (name, source) => {
    const since = name
      ? `Nulla è cambiato da quando è stato sigillato da ${name}`
      : 'Nulla è cambiato da quando è stato sigillato';
    if (source === 'unknown')
      return `${since}, ma il firmatario del file di origine non è attendibile.`;
    return source === 'broken'
      ? `${since}, ma il file di origine aveva il sigillo rotto.`
      : `${since}.`;
  },
  unknownSigner: (name = 'il firmatario', byService = true) =>
    byService
      ? `Nulla è cambiato da quando è stato sigillato, ma ${name} non è tra i firmatari di cui questo servizio si fida.`
      : `Nulla è cambiato da quando è stato sigillato, ma ${name} non è tra i firmatari considerati affidabili qui.`,
  changed: 'Il file è stato modificato dopo essere stato sigillato.',
  notConfirmed: 'Non ci si può fidare di ciò che questo file dice di sé.',
  notChecked: 'Non si è potuto accertare nulla su questo file, né a favore né contro.',
  noSeal: 'Questo file non porta un sigillo. Ciò non significa che sia falso.',
  sealedBy: (name, time) => `Sigillato ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Sigillato da ${name}. La marca temporale indica ${time}; non si sa chi l’abbia data.`
      : `Sigillato. La marca temporale indica ${time}; non si sa chi l’abbia data.`,
  sealedAtLatest: (name, time) =>
    name ? `Sigillato da ${name}, al più tardi il ${time}.` : `Sigillato al più tardi il ${time}.`,
  saysSealedBy: (name, time) => `Il file afferma di essere stato sigillato ${signing(name, time)}.`,
};
