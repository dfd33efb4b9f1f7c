import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Sello intacto.',
  interim: 'Intacto y conocido por una lista cerrada.',
  untrusted: 'Intacto, pero aquí no se conoce al firmante.',
  invalid: 'Sello roto.',
  none: 'Sin sello.',
  unchecked: 'No se pudo comprobar.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `por ${name} el ${time}`;
  return name ? `por ${name}` : `el ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Intacto, pero no todo está confirmado.',
  unchanged: (name, source) => {
    const since = name
      ? `Nada ha cambiado desde que lo selló ${name}`
      : 'Nada ha cambiado desde que se selló';
    if (source === 'unknown')
      return `${since}, pero el firmante del archivo de origen no es de confianza.`;
    return source === 'broken'
      ? `${since}, pero el archivo de origen tenía el sello roto.`
      : `${since}.`;
  },
  unknownSigner: (name = 'su firmante', byService = true) =>
    byService
      ? `Nada ha cambiado desde que se selló, pero ${name} no está entre los firmantes en los que confía este servicio.`
      : `Nada ha cambiado desde que se selló, pero ${name} no está entre los firmantes en los que se confía aquí.`,
  changed: 'El archivo se modificó después de sellarse.',
  notConfirmed: 'No se puede confiar en lo que este archivo dice de sí mismo.',
  notChecked: 'No se averiguó nada sobre este archivo, ni a favor ni en contra.',
  noSeal: 'Este archivo no lleva sello. Eso no significa que sea falso.',
  sealedBy: (name, time) => `Sellado ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Sellado por ${name}. Su sello de tiempo indica ${time}; no se sabe quién lo dio.`
      : `Sellado. Su sello de tiempo indica ${time}; no se sabe quién lo dio.`,
  sealedAtLatest: (name, time) =>
    name ? `Sellado por ${name}, a más tardar el ${time}.` : `Sellado a más tardar el ${time}.`,
  saysSealedBy: (name, time) => `El archivo afirma que fue sellado ${signing(name, time)}.`,
};
