import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('pt');

const levels: Record<Level | 'muted', string> = {
  good: 'Nível bom',
  quiet: 'Muito baixo',
  loud: 'Alto demais',
  muted: 'Microfone sem som',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'A duração máxima foi atingida.',
  silent: 'A gravação parou sozinha: não se ouvia nada.',
  'device-lost': 'O microfone foi desconectado. O que já estava gravado fica guardado.',
  'storage-full':
    'O armazenamento deste navegador está cheio. O que já estava gravado fica guardado.',
  failed: 'A gravação foi interrompida. Tudo fica guardado, menos os últimos segundos.',
  closed: 'O gravador foi fechado. O que já estava gravado fica guardado.',
  recovered: 'Uma gravação interrompida foi recuperada.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: 'A forma de onda não carregou. A gravação está completa sem ela.',
  recordPartMissing: 'Uma parte desta página não carregou. Suas gravações estão seguras.',
  recordGroup: 'Gravação de voz',
  recordReady: 'Pronto para gravar',
  recordOff: 'A gravação está desativada',
  recordStopFirst: 'Pare primeiro a gravação.',
  recordStart: 'Começar a gravar',
  recordStarting: 'Iniciando…',
  recordCancel: 'Cancelar',
  recordStop: 'Parar a gravação',
  recordPause: 'Pausar',
  recordResume: 'Retomar',
  recordPaused: 'Em pausa',
  recordElapsed: 'Gravado',
  recordLeft: (time) => `restam ${time}`,
  recordLevel: 'Nível',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Microfone',
  recordDefault: 'Microfone padrão',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) =>
    `Faltam cerca de ${seconds} s de som: este aparelho estava ocupado demais.`,
  recordInclude: 'Adicionar ao formulário',
  recordMark: 'Marcador',
  recordMarked: (time) => `Marcador em ${time}.`,
  recordCaption: 'Legenda',
  recordDelete: 'Excluir a gravação',
  recordOthers: (total) =>
    count(total, {
      other: 'Mais # ainda sem selo. Mostrar a próxima',
    }),
  recordAgain: 'Nova gravação',
  recordCannot: 'Esta página não pode gravar',
  recordCannotHelp: (code) => `Não foi possível carregar uma parte da página. (${code})`,
  recordOn: 'Gravando.',
  recordPausedNow: 'Em pausa.',
  recordStopped: 'Gravação encerrada. Selando.',
  recordStoppedNow: 'Gravação encerrada.',
  recordStoppedHeld: 'Gravação encerrada. Ainda não está selada.',
  recordDiscarded: 'Gravação descartada.',
  recordNone: 'Não há gravação. Tente de novo.',
};
