import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('pt');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '# com selo intacto'}),
  interim: (total) => count(total, {other: '# em uma lista encerrada'}),
  untrusted: (total) => count(total, {other: '# de um signatário desconhecido'}),
  invalid: (total) => count(total, {other: '# com selo rompido'}),
  none: (total) => count(total, {other: '# sem selo'}),
  unchecked: (total) => count(total, {other: '# sem poder verificar'}),
  failed: (total) => count(total, {other: '# sem poder verificar'}),
  cancelled: (total) => count(total, {other: '# sem verificação por cancelamento'}),
  working: (total) => count(total, {other: '# em verificação'}),
  waiting: (total) => count(total, {one: '# em espera', other: '# em espera'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Solte aqui fotos ou gravações',
  dropAnother: 'Solte mais arquivos',
  dropNow: 'Solte para verificar',
  orPaste: 'ou cole-as, ou escolha-as.',
  choose: 'Escolher arquivos',
  chooseFolder: 'ou uma pasta',
  fileGoesTo: (host) => `Os arquivos são enviados a ${host} para verificação e não são guardados.`,
  fileStays: 'Os arquivos são verificados neste navegador e não são enviados a lugar nenhum.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# arquivo é de outro tipo e fica de fora.',
            other: '# arquivos são de outro tipo e ficam de fora.',
          })
        : '',
      isCut ? 'Havia mais do que se pode verificar de uma vez.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# arquivo', other: '# arquivos'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {one: 'Verificando # arquivo.', other: 'Verificando # arquivos.'}),
  filesHeld: 'O serviço está ocupado. A verificação continua automaticamente.',
  waitsForOthers: 'Espera os arquivos anteriores.',
  listMissing: 'A lista não carregou.',
  cancelled: 'Não verificado',
  cancelledHelp: 'A verificação foi cancelada.',
  sending: (percent) => `Enviando o arquivo: ${percent}.`,
  readingHere: (percent) => `Lendo o arquivo neste navegador: ${percent}.`,
  checking: 'Verificando o selo.',
  cancel: 'Cancelar',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Tentar de novo',
  checkHere: 'Verificar neste navegador',
  noAccess: 'Esta página não tem acesso ao serviço',
  noAccessHelp: 'Entre na sua conta ou avise o responsável por esta página.',
  unauthorizedHelp: 'Avise o responsável por esta página, que pode definir uma chave válida.',
  forbiddenHelp: 'Avise o responsável por esta página: a chave dela não serve para verificações.',
  notFoundHelp: 'Avise o responsável por esta página, que pode corrigir o endereço.',
  noWorker: 'Este navegador não pode verificar aqui',
  noWorkerHelp:
    'Tente de novo. Se continuar assim, faltam à página os programas de que a verificação precisa, ou ela não os permite.',
  noPart: 'Uma parte desta página não carregou',
  noPartHelp: 'Verifique a rede e tente de novo. Se continuar assim, recarregue a página.',
  tooLarge: 'O arquivo é grande demais',
  tooLargeHelp: 'Não o reduza: uma cópia perde o selo. Pergunte ao serviço qual é o limite.',
  notMedia: 'Não se leem selos deste tipo de arquivo',
  notMediaHelp:
    'Escolha uma foto, um vídeo, uma gravação ou um PDF, por exemplo JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV ou FLAC.',
  empty: 'Este arquivo está vazio',
  emptyHelp: 'Escolha outro, ou busque-o de novo de onde veio.',
  unreadable: 'Não foi possível ler o arquivo',
  unreadableHelp:
    'Talvez ele tenha sido movido, alterado ou excluído, ou seja uma pasta. Escolha-o de novo.',
  misconfigured: 'Esta página está mal configurada',
  misconfiguredHelp: 'Avise o responsável por esta página.',
  notUnderstood: 'O serviço não entende esta página',
  notUnderstoodHelp: 'Avise o responsável por esta página.',
  rateLimited: 'Verificações demais ao mesmo tempo',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Espere # segundo e tente de novo.',
      other: 'Espere # segundos e tente de novo.',
    }),
  offline: 'Não foi possível alcançar o serviço',
  offlineHelp: 'Verifique sua conexão e tente de novo.',
  late: 'O serviço não respondeu a tempo',
  lateHelp: 'Tente de novo; uma conexão mais rápida pode ajudar.',
  busy: 'O serviço está ocupado',
  busyHelp: 'Tente de novo em um momento.',
  internal: 'A própria verificação falhou',
  internalHelp: 'Avise o responsável por esta página. O console dela diz mais.',
  badAnswer: 'A resposta estava ilegível',
  badAnswerHelp: 'Tente de novo ou avise o responsável por esta página.',
};
