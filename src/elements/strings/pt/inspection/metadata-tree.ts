import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('pt');

export const metadataTree: Partial<typeof English> = {
  otherData: 'Outros dados',
  searchData: 'Buscar nos dados',
  found: (total) => (total === 0 ? 'Nada encontrado.' : count(total, {other: 'Resultados: #.'})),
  width: 'Largura',
  height: 'Altura',
  technologies: 'Tecnologias',
  rawValues: 'Valores brutos',
  rawValue: 'Valor bruto',
  copyValue: 'Copiar o valor',
  openAll: 'Abrir tudo',
  closeAll: 'Fechar tudo',
  treeKeys:
    'Setas: mover, abrir e fechar. Enter: valor bruto. Tab: botões da linha. *: abrir tudo ao lado. Ctrl\u00a0C ou ⌘\u00a0C: copiar.',
  placePicture: (place, within) =>
    within
      ? `${place}, com precisão de ${within}. O norte fica em cima.`
      : `${place}. O norte fica em cima.`,
  openPlace: 'Abrir em um aplicativo de mapas',
  attitudePicture: (roll, pitch) =>
    `O aparelho como era segurado, com o horizonte: rolagem ${roll}, arfagem ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'L',
  southLetter: 'S',
  westLetter: 'O',
};
