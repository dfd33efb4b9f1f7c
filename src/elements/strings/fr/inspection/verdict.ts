import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Sceau intact.',
  interim: 'Intact, et connu d’une liste close.',
  untrusted: 'Intact, mais le signataire n’est pas connu ici.',
  invalid: 'Sceau brisé.',
  none: 'Aucun sceau.',
  unchecked: 'Non vérifiable.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `par ${name} le ${time}`;
  return name ? `par ${name}` : `le ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Intact, mais tout n’est pas confirmé.',
  unchanged: (name, source) => {
    const since = name
      ? `Rien n’a changé depuis le scellement par ${name}`
      : 'Rien n’a changé depuis le scellement';
    if (source === 'unknown')
      return `${since}, mais le signataire du fichier source n’est pas de confiance.`;
    return source === 'broken'
      ? `${since}, mais le fichier source avait un sceau brisé.`
      : `${since}.`;
  },
  unknownSigner: (name = 'son signataire', byService = true) =>
    byService
      ? `Rien n’a changé depuis le scellement, mais ${name} n’est pas parmi les signataires auxquels ce service se fie.`
      : `Rien n’a changé depuis le scellement, mais ${name} n’est pas parmi les signataires reconnus ici.`,
  changed: 'Le fichier a été modifié après avoir été scellé.',
  notConfirmed: 'On ne peut pas se fier à ce que ce fichier dit de lui-même.',
  notChecked: 'Rien n’a pu être établi sur ce fichier, ni pour ni contre lui.',
  noSeal: 'Ce fichier ne porte pas de sceau. Cela ne veut pas dire qu’il est faux.',
  sealedBy: (name, time) => `Scellé ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Scellé par ${name}. Son horodatage indique ${time} ; on ne sait pas qui l’a fourni.`
      : `Scellé. Son horodatage indique ${time} ; on ne sait pas qui l’a fourni.`,
  sealedAtLatest: (name, time) =>
    name ? `Scellé par ${name}, au plus tard le ${time}.` : `Scellé au plus tard le ${time}.`,
  saysSealedBy: (name, time) => `Le fichier affirme avoir été scellé ${signing(name, time)}.`,
};
