import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: 'Siegel unversehrt.',
  interim: 'Unversehrt und aus einer geschlossenen Liste bekannt.',
  untrusted: 'Unversehrt, aber der Unterzeichner ist hier nicht bekannt.',
  invalid: 'Siegel gebrochen.',
  none: 'Kein Siegel.',
  unchecked: 'Nicht prüfbar.',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `am ${time} von ${name}`;
  return name ? `von ${name}` : `am ${time ?? ''}`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: 'Unversehrt, aber nicht alles ist bestätigt.',
  unchanged: (name, source) => {
    const since = name ? `Seit der Versiegelung durch ${name}` : 'Seit der Versiegelung';
    if (source === 'unknown')
      return `${since} hat sich nichts geändert, aber dem Unterzeichner der Ausgangsdatei wird nicht vertraut.`;
    return source === 'broken'
      ? `${since} hat sich nichts geändert, aber die Ausgangsdatei hatte ein gebrochenes Siegel.`
      : `${since} hat sich nichts geändert.`;
  },
  unknownSigner: (name = 'der Unterzeichner', byService = true) =>
    byService
      ? `Seit der Versiegelung hat sich nichts geändert, aber ${name} gehört nicht zu den Unterzeichnern, denen dieser Dienst vertraut.`
      : `Seit der Versiegelung hat sich nichts geändert, aber ${name} gehört nicht zu den Unterzeichnern, denen hier vertraut wird.`,
  changed: 'Die Datei wurde nach der Versiegelung geändert.',
  notConfirmed: 'Auf die Angaben dieser Datei über sich selbst ist kein Verlass.',
  notChecked: 'Über diese Datei ließ sich nichts feststellen, weder für noch gegen sie.',
  noSeal: 'Diese Datei trägt kein Siegel. Das heißt nicht, dass sie gefälscht ist.',
  sealedBy: (name, time) => `Versiegelt ${signing(name, time)}.`,
  sealedAndStamped: (name, time) =>
    name
      ? `Versiegelt von ${name}. Der Zeitstempel nennt ${time}; von wem er stammt, ist nicht bekannt.`
      : `Versiegelt. Der Zeitstempel nennt ${time}; von wem er stammt, ist nicht bekannt.`,
  sealedAtLatest: (name, time) =>
    name ? `Versiegelt von ${name}, spätestens am ${time}.` : `Spätestens am ${time} versiegelt.`,
  saysSealedBy: (name, time) => `Laut Datei ${signing(name, time)} versiegelt.`,
};
