import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('es');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Otros datos',
  searchData: 'Buscar en los datos',
  found: (total) =>
    total === 0 ? 'No se encontró nada.' : count(total, {other: 'Resultados: #.'}),
  width: 'Ancho',
  height: 'Alto',
  technologies: 'Tecnologías',
  rawValues: 'Valores sin procesar',
  rawValue: 'Valor sin procesar',
  copyValue: 'Copiar el valor',
  openAll: 'Abrir todo',
  closeAll: 'Cerrar todo',
  treeKeys:
    'Flechas: mover, abrir y cerrar. Intro: valor sin procesar. Tab: botones de la fila. *: abrir todo lo que está al lado. Ctrl\u00a0C o ⌘\u00a0C: copiar.',
  placePicture: (place, within) =>
    within
      ? `${place}, con una precisión de ${within}. El norte está arriba.`
      : `${place}. El norte está arriba.`,
  openPlace: 'Abrir en una aplicación de mapas',
  attitudePicture: (roll, pitch) =>
    `El dispositivo tal como se sostenía, con el horizonte: alabeo ${roll}, cabeceo ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'E',
  southLetter: 'S',
  westLetter: 'O',
};
