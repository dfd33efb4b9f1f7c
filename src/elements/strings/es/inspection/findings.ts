import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('es');
const list = lists('es');

const questions: Record<CheckArea, string> = {
  content: '¿Es el mismo archivo?',
  signature: '¿El sello en sí no ha cambiado?',
  certificate: '¿Era válido el certificado para un sello?',
  trust: '¿Se conoce aquí al firmante?',
  time: '¿Está confirmada la fecha del sello?',
  statements: '¿Son las declaraciones las que se firmaron?',
  ingredients: '¿Están en orden los sellos de los archivos de origen?',
  identity: '¿Está en orden la declaración de identidad?',
  clock: '¿Era correcto el reloj del dispositivo?',
  others: 'Otras comprobaciones',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'no está accesible',
  timeout: 'no respondió a tiempo',
  service_unavailable: 'está saturado',
  rate_limited: 'está saturado',
  unauthorized: 'no aceptó la clave',
  credentials_missing: 'exige una clave que esta página no tiene',
  too_large: 'no acepta un archivo tan grande',
  media_unsupported: 'no lee archivos de este tipo',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Este navegador no pudo ejecutar el programa de comprobación, que necesita WebAssembly.',
  media_unsupported: 'Este navegador no puede comprobar archivos de este tipo.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Fallido',
  unknown: 'Desconocido',
  noted: 'A tener en cuenta',
  unconfirmed: 'Sin confirmar',
  passed: 'Superado',
  unchecked: 'Sin comprobar',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '# en fallo'}),
  unknown: (total) => count(total, {other: '# sin conocer'}),
  noted: (total) => count(total, {one: '# a tener en cuenta', other: '# a tener en cuenta'}),
  unconfirmed: (total) => count(total, {other: '# sin confirmar'}),
  passed: (total) => count(total, {other: '# en orden'}),
  unchecked: (total) => count(total, {other: '# sin comprobar'}),
};

export const findings: Partial<typeof English> = {
  checks: 'Qué se comprobó',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `Mostrar ${next} más de ${left}`,
  moreText: 'Mostrar más',
  mixesScripts: (scripts) => `mezcla letras de varios alfabetos: ${scripts}`,
  allChecks: 'Mostrar todos los códigos',
  notLookedAt: 'No se indicó nada al respecto.',
  noTimeStamp: 'El sello no lleva sello de tiempo.',
  forgivenSources: 'Ya era así cuando se añadió el archivo anterior, y no rompe el sello de este.',
  agreesWithBroken: 'Concuerda con un sello que ya no está como se firmó.',
  noSealedSources: 'No se examinó ningún sello de un archivo anterior.',
  checkedBy: (host) => `Comprobado por ${host}.`,
  checkedHere: 'Comprobado en este navegador; el archivo no se envió.',
  thisBrowser: 'Este navegador',
  bothAgree: (host) => `Comprobado por ${host} y en este navegador, con el mismo resultado.`,
  bothDiffer: 'El servicio y este navegador no coinciden. Se muestra el veredicto más prudente.',
  readDiffer: (host) =>
    `El servicio y este navegador llegan al mismo veredicto, pero no leen lo mismo en el sello. Se muestra lo que leyó ${host}.`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: 'Solo uno de los dos encontró este fallo:',
  differIn: (parts) => `No coinciden en: ${parts}.`,
  signerAndTime: 'Firmante y fecha del sello',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'dio una respuesta ilegible'}. Este veredicto procede solo de este navegador.`
      : `${localSilences[code] ?? 'Este navegador no pudo saber en qué firmantes confiar.'} Este veredicto procede solo de ${host}.`,
};
