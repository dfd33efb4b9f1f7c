import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Zegel ongeschonden.',
  interim: 'Ongeschonden, en bekend van een gesloten lijst.',
  untrusted: 'Ongeschonden, maar de ondertekenaar is hier niet bekend.',
  invalid: 'Zegel verbroken.',
  none: 'Geen zegel.',
  unchecked: 'Kon niet worden gecontroleerd.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `door ${name} op ${time}`;
  return name ? `door ${name}` : `op ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Ongeschonden, maar niet alles is bevestigd.',
  unchanged: (name, source) => {
    const since = name
      ? `Er is niets veranderd sinds de verzegeling door ${name}`
      : 'Er is niets veranderd sinds de verzegeling';
    if (source === 'unknown')
      return `${since}, maar de ondertekenaar van het bronbestand wordt niet vertrouwd.`;
    return source === 'broken'
      ? `${since}, maar het bronbestand had een verbroken zegel.`
      : `${since}.`;
  },
  unknownSigner: (name = 'de ondertekenaar', byService = true) =>
    byService
      ? `Er is niets veranderd sinds de verzegeling, maar ${name} hoort niet bij de ondertekenaars die deze dienst vertrouwt.`
      : `Er is niets veranderd sinds de verzegeling, maar ${name} hoort niet bij de ondertekenaars die hier worden vertrouwd.`,
  changed: 'Het bestand is na de verzegeling gewijzigd.',
  notConfirmed: 'Wat dit bestand over zichzelf zegt, is niet betrouwbaar.',
  notChecked: 'Over dit bestand is niets vastgesteld, niet voor en niet tegen.',
  noSeal: 'Dit bestand draagt geen zegel. Dat betekent niet dat het vals is.',
  sealedBy: (name, time) => `Verzegeld ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Verzegeld door ${name}. Het tijdstempel zegt ${time}; wie dat heeft gegeven, is niet bekend.`
      : `Verzegeld. Het tijdstempel zegt ${time}; wie dat heeft gegeven, is niet bekend.`,
  sealedAtLatest: (name, time) =>
    name ? `Verzegeld door ${name}, uiterlijk op ${time}.` : `Uiterlijk op ${time} verzegeld.`,
  saysSealedBy: (name, time) => `Het bestand zegt dat het is verzegeld ${signing(name, time)}.`,
};
