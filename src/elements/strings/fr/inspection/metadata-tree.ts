import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('fr');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Autres données',
  searchData: 'Rechercher dans les données',
  found: (total) => (total === 0 ? 'Rien trouvé.' : count(total, {other: 'Résultats : #.'})),
  width: 'Largeur',
  height: 'Hauteur',
  technologies: 'Technologies',
  rawValues: 'Valeurs brutes',
  rawValue: 'Valeur brute',
  copyValue: 'Copier la valeur',
  openAll: 'Tout ouvrir',
  closeAll: 'Tout fermer',
  treeKeys:
    'Flèches : se déplacer, ouvrir et fermer. Entrée : valeur brute. Tab : boutons de la ligne. * : tout ouvrir à ce niveau. Ctrl\u00a0C ou ⌘\u00a0C : copier.',
  placePicture: (place, within) =>
    within ? `${place}, à ${within} près. Le nord est en haut.` : `${place}. Le nord est en haut.`,
  openPlace: 'Ouvrir dans une application de cartes',
  attitudePicture: (roll, pitch) =>
    `L’appareil tel qu’il était tenu, avec l’horizon : roulis ${roll}, tangage ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'E',
  southLetter: 'S',
  westLetter: 'O',
};
