import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('pl');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Inne dane',
  searchData: 'Szukaj w danych',
  found: (total) => (total === 0 ? 'Nic nie znaleziono.' : count(total, {other: 'Znaleziono: #.'})),
  width: 'Szerokość',
  height: 'Wysokość',
  technologies: 'Technologie',
  rawValues: 'Wartości surowe',
  rawValue: 'Wartość surowa',
  copyValue: 'Kopiuj wartość',
  openAll: 'Otwórz wszystko',
  closeAll: 'Zamknij wszystko',
  treeKeys:
    'Strzałki: przechodzenie, otwieranie i zamykanie. Enter: wartość surowa. Tab: przyciski wiersza. *: otwórz wszystko obok. Ctrl\u00a0C lub ⌘\u00a0C: kopiuj.',
  placePicture: (place, within) =>
    within
      ? `${place}, z dokładnością do ${within}. Północ jest u góry.`
      : `${place}. Północ jest u góry.`,
  openPlace: 'Otwórz w aplikacji z mapami',
  attitudePicture: (roll, pitch) =>
    `Urządzenie w takim położeniu, w jakim je trzymano, z horyzontem: przechylenie ${roll}, pochylenie ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'E',
  southLetter: 'S',
  westLetter: 'W',
};
