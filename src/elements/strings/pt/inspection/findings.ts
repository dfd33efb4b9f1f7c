import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('pt');
const list = lists('pt');

const questions: Record<CheckArea, string> = {
  content: 'É o mesmo arquivo?',
  signature: 'O próprio selo está inalterado?',
  certificate: 'O certificado era válido para um selo?',
  trust: 'O signatário é conhecido aqui?',
  time: 'A data do selo está confirmada?',
  statements: 'As declarações são as assinadas?',
  ingredients: 'Os selos dos arquivos de origem estão em ordem?',
  identity: 'A declaração de identidade está em ordem?',
  clock: 'O relógio do aparelho estava certo?',
  others: 'Outras verificações',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'não pôde ser alcançado',
  timeout: 'não respondeu a tempo',
  service_unavailable: 'está ocupado',
  rate_limited: 'está ocupado',
  unauthorized: 'não aceitou a chave',
  credentials_missing: 'exige uma chave que esta página não tem',
  too_large: 'não aceita um arquivo tão grande',
  media_unsupported: 'não lê arquivos deste tipo',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Este navegador não conseguiu executar o programa de verificação, que precisa de WebAssembly.',
  media_unsupported: 'Este navegador não pode verificar arquivos deste tipo.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Falhou',
  unknown: 'Desconhecido',
  noted: 'A observar',
  unconfirmed: 'Não confirmado',
  passed: 'Aprovado',
  unchecked: 'Não verificado',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '# com falha'}),
  unknown: (total) => count(total, {other: '# sem resposta conhecida'}),
  noted: (total) => count(total, {one: '# a observar', other: '# a observar'}),
  unconfirmed: (total) => count(total, {other: '# sem confirmação'}),
  passed: (total) => count(total, {other: '# em ordem'}),
  unchecked: (total) => count(total, {other: '# sem verificação'}),
};

export const findings: Partial<typeof English> = {
  checks: 'O que foi verificado',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `Mostrar mais ${next} de ${left}`,
  moreText: 'Mostrar o resto',
  mixesScripts: (scripts) => `mistura letras de vários alfabetos: ${scripts}`,
  allChecks: 'Mostrar todos os códigos',
  notLookedAt: 'Nada foi dito a respeito.',
  noTimeStamp: 'O selo não traz carimbo de tempo.',
  forgivenSources:
    'Já era assim quando o arquivo anterior foi adicionado, e isso não rompe o selo deste.',
  agreesWithBroken: 'Concorda com um selo que já não está como foi assinado.',
  noSealedSources: 'Nenhum selo de um arquivo anterior foi examinado.',
  checkedBy: (host) => `Verificado por ${host}.`,
  checkedHere: 'Verificado neste navegador; o arquivo não foi enviado.',
  thisBrowser: 'Este navegador',
  bothAgree: (host) => `Verificado por ${host} e neste navegador, com o mesmo resultado.`,
  bothDiffer: 'O serviço e este navegador não concordam. É mostrado o veredito mais cauteloso.',
  readDiffer: (host) =>
    `O serviço e este navegador chegam ao mesmo veredito, mas não leem o mesmo no selo. É mostrado o que ${host} leu.`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: 'Só um dos dois encontrou esta falha:',
  differIn: (parts) => `Não concordam em: ${parts}.`,
  signerAndTime: 'Signatário e data do selo',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'deu uma resposta ilegível'}. Este veredito vem só deste navegador.`
      : `${localSilences[code] ?? 'Este navegador não conseguiu saber em quais signatários confiar.'} Este veredito vem só de ${host}.`,
};
