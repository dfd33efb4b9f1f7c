import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Pieczęć nienaruszona.',
  interim: 'Nienaruszona i znana z zamkniętej listy.',
  untrusted: 'Nienaruszona, ale podpisujący nie jest tu znany.',
  invalid: 'Pieczęć naruszona.',
  none: 'Brak pieczęci.',
  unchecked: 'Nie można sprawdzić.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `${time}, podpisujący: ${name}`;
  return name ? `podpisujący: ${name}` : `${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Nienaruszona, ale nie wszystko jest potwierdzone.',
  unchanged: (name, source) => {
    const since = name
      ? `Od złożenia pieczęci (${name}) nic się nie zmieniło`
      : 'Od złożenia pieczęci nic się nie zmieniło';
    if (source === 'unknown') return `${since}, ale podpisujący plik źródłowy nie jest zaufany.`;
    return source === 'broken'
      ? `${since}, ale plik źródłowy miał naruszoną pieczęć.`
      : `${since}.`;
  },
  unknownSigner: (name = 'podpisujący', byService = true) =>
    byService
      ? `Od złożenia pieczęci nic się nie zmieniło, ale ${name} nie należy do podpisujących, którym ufa ta usługa.`
      : `Od złożenia pieczęci nic się nie zmieniło, ale ${name} nie należy do podpisujących, którym się tu ufa.`,
  changed: 'Plik zmieniono po opieczętowaniu.',
  notConfirmed: 'Na tym, co plik mówi o sobie, nie można polegać.',
  notChecked: 'O tym pliku nic nie ustalono, ani na jego korzyść, ani przeciw niemu.',
  noSeal: 'Ten plik nie ma pieczęci. To nie znaczy, że jest fałszywy.',
  sealedBy: (name, time) => `Opieczętowano: ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Opieczętowano, podpisujący: ${name}. Znacznik czasu podaje ${time}; nie wiadomo, kto go wystawił.`
      : `Opieczętowano. Znacznik czasu podaje ${time}; nie wiadomo, kto go wystawił.`,
  sealedAtLatest: (name, time) =>
    name
      ? `Opieczętowano najpóźniej ${time}, podpisujący: ${name}.`
      : `Opieczętowano najpóźniej ${time}.`,
  saysSealedBy: (name, time) => `Plik twierdzi, że go opieczętowano: ${signing(name, time)}.`,
};
