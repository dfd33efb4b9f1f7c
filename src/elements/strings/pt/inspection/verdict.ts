import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Selo intacto.',
  interim: 'Intacto, e conhecido de uma lista encerrada.',
  untrusted: 'Intacto, mas o signatário não é conhecido aqui.',
  invalid: 'Selo rompido.',
  none: 'Sem selo.',
  unchecked: 'Não pôde ser verificado.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `por ${name} em ${time}`;
  return name ? `por ${name}` : `em ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Intacto, mas nem tudo está confirmado.',
  unchanged: (name, source) => {
    const since = name
      ? `Nada mudou desde que foi selado por ${name}`
      : 'Nada mudou desde que foi selado';
    if (source === 'unknown')
      return `${since}, mas o signatário do arquivo de origem não é confiável.`;
    return source === 'broken'
      ? `${since}, mas o arquivo de origem tinha um selo rompido.`
      : `${since}.`;
  },
  unknownSigner: (name = 'o signatário', byService = true) =>
    byService
      ? `Nada mudou desde que foi selado, mas ${name} não está entre os signatários em que este serviço confia.`
      : `Nada mudou desde que foi selado, mas ${name} não está entre os signatários considerados confiáveis aqui.`,
  changed: 'O arquivo foi alterado depois de ser selado.',
  notConfirmed: 'Não se pode confiar no que este arquivo diz de si mesmo.',
  notChecked: 'Nada foi apurado sobre este arquivo, nem a favor nem contra.',
  noSeal: 'Este arquivo não traz selo. Isso não quer dizer que seja falso.',
  sealedBy: (name, time) => `Selado ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Selado por ${name}. O carimbo de tempo indica ${time}; não se sabe quem o deu.`
      : `Selado. O carimbo de tempo indica ${time}; não se sabe quem o deu.`,
  sealedAtLatest: (name, time) =>
    name ? `Selado por ${name}, o mais tardar em ${time}.` : `Selado o mais tardar em ${time}.`,
  saysSealedBy: (name, time) => `O arquivo afirma que foi selado ${signing(name, time)}.`,
};
