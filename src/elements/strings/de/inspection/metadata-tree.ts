import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('de');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Weitere Daten',
  searchData: 'In den Daten suchen',
  found: (total) => (total === 0 ? 'Nichts gefunden.' : count(total, {other: '# gefunden.'})),
  width: 'Breite',
  height: 'Höhe',
  technologies: 'Techniken',
  rawValues: 'Rohwerte',
  rawValue: 'Rohwert',
  copyValue: 'Wert kopieren',
  openAll: 'Alle öffnen',
  closeAll: 'Alle schließen',
  treeKeys:
    'Pfeiltasten bewegen, öffnen und schließen. Eingabe: Rohwert. Tab: Knöpfe der Zeile. *: alle daneben öffnen. Strg\u00a0C oder ⌘\u00a0C: kopieren.',
  placePicture: (place, within) =>
    within ? `${place}, auf ${within} genau. Norden ist oben.` : `${place}. Norden ist oben.`,
  openPlace: 'In einer Karten-App öffnen',
  attitudePicture: (roll, pitch) =>
    `Das Gerät, wie es gehalten wurde, mit dem Horizont: Querneigung ${roll}, Längsneigung ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'O',
  southLetter: 'S',
  westLetter: 'W',
};
