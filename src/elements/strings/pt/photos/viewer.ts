import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('pt');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured: 'Ainda sem selo. Esta página não está bem configurada: avise o responsável',
  'awaits-plate': 'Ainda sem selo: confirme a placa',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Tentar de novo com a foto ${which}`,
  viewerSave: (which) => `Salvar a foto ${which}`,
  viewerShare: (which) => `Compartilhar a foto ${which}`,
  viewerSaveUnsealed: (which) => `Salvar sem selo a foto ${which}`,
  viewerDelete: (which) => `Excluir a foto ${which}`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Foto ${position} de ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) => `Foto ${position} de ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Tirada em ${time}`,
  viewerPicture: (time, standing) => `Foto tirada em ${time}. ${states[standing]}.`,
  viewerClose: 'Fechar',
  viewerEarlier: 'Foto anterior',
  viewerLater: 'Próxima foto',
  viewerEnlarge: 'Ampliar',
  viewerFit: 'Reduzir',
  viewerContents: 'O que é selado com a foto',
  viewerContentsClose: 'Fechar a lista',
  viewerNoContents: 'Nada mais é selado com esta foto.',
  viewerRetake: 'Repetir',
  viewerDelete: 'Excluir',
  viewerSave: 'Salvar',
  viewerShare: 'Compartilhar',
  viewerSaveUnsealed: 'Salvar sem selo',
  viewerTryAgain: 'Tentar de novo',
  viewerActOn: (act, time, shot) => acts[act]((shot && `“${shot}” `) + `de ${time}`),
  viewerNoPicture: 'A foto não pode ser mostrada: o arquivo não está mais guardado aqui.',
  viewerUnreadable: 'A foto não pode ser mostrada agora. Ela não foi excluída.',
  viewerFile: 'foto',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Foto excluída. Você pode desfazer por 10 segundos.',
      other: '# fotos excluídas. Você pode desfazer por 10 segundos.',
    }),
  viewerSaved: 'Salva.',
  viewerNotSaved: 'Não salva: o arquivo não está mais guardado aqui.',
  viewerNotReadable: 'Não salva: o arquivo não pode ser lido agora. Tente novamente.',
  viewerUploadedStays: 'Excluir aqui mantém a cópia enviada.',
  viewerAll: (total) => count(total, {one: 'Mostrar # foto', other: 'Mostrar # fotos'}),
  viewerCount: (total) => count(total, {one: '# foto', other: '# fotos'}),
  viewerShowAll: 'Mostrar fotos',
  viewerRoom: (used, left) => `${used} guardados aqui, ${left} livres`,
  viewerGone: 'não está mais guardada aqui',
  viewerFreeRoom:
    'O armazenamento está quase cheio. Salve ou exclua fotos de que não precisa mais aqui.',
  viewerUseQuestion: 'Usar esta foto?',
  viewerUse: 'Usar',
  viewerUseSaid: (shot) => `Foto tirada${shot && `: ${shot}`}. Usar ou repetir?`,
  viewerUseWaits: (shot) =>
    `Uma foto anterior aguarda sua decisão${shot && `: ${shot}`}. Usar ou repetir?`,
  viewerUndecided: (more) =>
    count(more, {one: 'mais # para decidir', other: 'mais # para decidir'}),
  viewerDiscarded: 'Foto descartada.',
  viewerUnstored: 'Foto não salva. Mantenha esta página aberta, ou ela será perdida.',
  viewerAnswerNotStored:
    'Não foi possível salvar sua resposta. A foto ainda está aqui: tente de novo.',
  viewerSelect: 'Selecionar',
  viewerSelectEnd: 'Cancelar',
  viewerSelectAll: 'Selecionar tudo',
  viewerSelectNone: 'Não selecionar nada',
  viewerSelected: (total) =>
    total === 0
      ? 'Nenhuma foto selecionada'
      : count(total, {one: '# selecionada', other: '# selecionadas'}),
  viewerSomeUnsealed: 'As fotos que ainda não estão seladas são salvas sem selo.',
  viewerSaving: (position, total) => `Salvando ${position} de ${total}`,
  viewerReading: (position, total) => `Lendo ${position} de ${total}`,
  viewerSavedSome: (saved, total) =>
    `${saved} de ${total} fotos salvas: os outros arquivos não estão mais guardados aqui.`,
  viewerReadSome: (saved, total) =>
    `${saved} de ${total} fotos salvas: os outros arquivos não podem ser lidos agora. Tente novamente.`,
};
