import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('pt');

const tellOwner = 'Avise o responsável pela página e tente de novo.';
const noAnswer = 'O serviço não respondeu. Verifique sua conexão e tente de novo.';
const oddAnswer = `A resposta do serviço estava ilegível. ${tellOwner}`;
const partMissing =
  'Uma parte desta página não carregou. O arquivo só fica guardado enquanto esta página estiver aberta: salve-o e depois recarregue a página.';
const busy = 'Tente de novo em alguns minutos.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `O serviço não aceita a chave desta página. ${tellOwner}`,
  origin_not_allowed: `O serviço não permite esta página. ${tellOwner}`,
  request_rejected: `O serviço recusou o pedido. ${tellOwner}`,
  too_large: 'O arquivo é maior do que o serviço aceita. Salve-o sem selo.',
  media_unsupported: 'Um arquivo deste tipo não pode levar um selo. Salve-o sem selo.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `O serviço está ocupado. ${busy}`,
  service_unavailable: `O serviço não está funcionando. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'O armazenamento deste navegador está cheio. O arquivo só fica guardado enquanto esta página estiver aberta: salve-o, ou libere espaço e tente de novo.',
  storage_unavailable:
    'Este navegador não armazena o arquivo. Ele só fica guardado enquanto esta página estiver aberta: salve-o ou tente de novo.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (status\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'sem selo'),
  failureReason: (code) =>
    reasons[code] ?? 'Algo deu errado. Tente de novo ou salve o arquivo sem selo.',
  failureNoService: `Esta página está mal configurada: não há serviço no endereço dela. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'fotos', 'gravações');
    switch (code) {
      case 'clock_wrong':
        return `O relógio deste aparelho está errado. Acerte-o, ou suas ${files} terão uma hora errada.`;
      case 'storage_unavailable':
        return `Este navegador não armazena ${files} aqui. Deixe esta página aberta até que tudo esteja selado.`;
      case 'credentials_missing':
        return `Suas ${files} ficam guardadas aqui, mas não são seladas. Entre na sua conta ou avise o responsável pela página.`;
      default:
        return `Esta página está mal configurada: suas ${files} ficam guardadas aqui, mas não são seladas. Avise o responsável.`;
    }
  },
  failureRetry: 'Tentar de novo',
  failureSave: 'Salvar sem selo',
  failureDelete: 'Excluir',
  failureDeleted: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# foto excluída', other: '# fotos excluídas'},
        {one: '# gravação excluída', other: '# gravações excluídas'},
      ),
    ),
  failureUndo: 'Desfazer',
  failureKept: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# foto guardada.', other: '# fotos guardadas.'},
        {one: '# gravação guardada.', other: '# gravações guardadas.'},
      ),
    ),
  failureSaved: 'Salvo sem selo.',
  failureNotSaved: 'Não salvo: o arquivo não está mais guardado aqui.',
  failureNotReadable: 'Não salvo: o arquivo não pode ser lido agora. Tente novamente.',
  failureFile: (mode) => by(mode, 'foto', 'gravacao'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {one: `Enviando # foto, ${percent}\u00a0%`, other: `Enviando # fotos, ${percent}\u00a0%`},
        {
          one: `Enviando # gravação, ${percent}\u00a0%`,
          other: `Enviando # gravações, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'com selo, à espera do envio'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'esta foto', other: 'estas fotos'},
        {one: 'esta gravação', other: 'estas gravações'},
      ),
    );
    return `O servidor não aceita ${them}${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'A foto é grande demais', other: 'As fotos são grandes demais'},
        {one: 'A gravação é grande demais', other: 'As gravações são grandes demais'},
      ),
    );
    return `${them} para o servidor${at(status)}.`;
  },
  failureUnconfirmed: (status) => `O servidor não confirma o envio${at(status)}.`,
  failureUnreadable:
    'Esta página não consegue ler a resposta do servidor (CORS): status desconhecido.',
};
