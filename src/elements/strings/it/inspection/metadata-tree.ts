import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('it');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Altri dati',
  searchData: 'Cerca nei dati',
  found: (total) => (total === 0 ? 'Nessun risultato.' : count(total, {other: 'Risultati: #.'})),
  width: 'Larghezza',
  height: 'Altezza',
  technologies: 'Tecnologie',
  rawValues: 'Valori grezzi',
  rawValue: 'Valore grezzo',
  copyValue: 'Copia il valore',
  openAll: 'Apri tutto',
  closeAll: 'Chiudi tutto',
  treeKeys:
    'Frecce: spostarsi, aprire e chiudere. Invio: valore grezzo. Tab: pulsanti della riga. *: aprire tutto allo stesso livello. Ctrl\u00a0C o ⌘\u00a0C: copiare.',
  placePicture: (place, within) =>
    within
      ? `${place}, con una precisione di ${within}. Il nord è in alto.`
      : `${place}. Il nord è in alto.`,
  openPlace: 'Apri in un’app di mappe',
  attitudePicture: (roll, pitch) =>
    `Il dispositivo com’era tenuto, con l’orizzonte: rollio ${roll}, beccheggio ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'E',
  southLetter: 'S',
  westLetter: 'O',
};
