import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('nl');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Andere gegevens',
  searchData: 'Zoeken in de gegevens',
  found: (total) => (total === 0 ? 'Niets gevonden.' : count(total, {other: '# gevonden.'})),
  width: 'Breedte',
  height: 'Hoogte',
  technologies: 'Technieken',
  rawValues: 'Ruwe waarden',
  rawValue: 'Ruwe waarde',
  copyValue: 'Waarde kopiëren',
  openAll: 'Alles openen',
  closeAll: 'Alles sluiten',
  treeKeys:
    'Pijlen: verplaatsen, openen en sluiten. Enter: ruwe waarde. Tab: knoppen van de rij. *: alles ernaast openen. Ctrl\u00a0C of ⌘\u00a0C: kopiëren.',
  placePicture: (place, within) =>
    within
      ? `${place}, tot op ${within} nauwkeurig. Het noorden is boven.`
      : `${place}. Het noorden is boven.`,
  openPlace: 'In een kaartenapp openen',
  attitudePicture: (roll, pitch) =>
    `Het apparaat zoals het werd vastgehouden, met de horizon: rol ${roll}, stamp ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'O',
  southLetter: 'Z',
  westLetter: 'W',
};
