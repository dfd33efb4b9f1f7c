import 'reflect-metadata';
import * as asn1 from '@peculiar/asn1-x509';
import {AsnConvert} from '@peculiar/asn1-schema';
import {type X509Certificate} from '@peculiar/x509';

/** A name by its kind (RFC 5280, section 4.2.1.6); a directory name by its parts. */
interface Name {
  kind: string;
  value: string | readonly string[];
}

/** The names that an authority may issue certificates for (RFC 5280, section 4.2.1.10). */
export interface NameConstraints {
  permitted: readonly Name[];
  excluded: readonly Name[];
}

/** The constraints of an authority; undefined if it has none. Throws for damaged ones. */
export function nameConstraintsIn(certificate: X509Certificate): NameConstraints | undefined {
  const extension = certificate.getExtension(asn1.id_ce_nameConstraints);
  if (!extension) return undefined;
  const {permittedSubtrees: permitted, excludedSubtrees: excluded} = AsnConvert.parse(
    extension.value,
    asn1.NameConstraints,
  );
  // RFC 5280 forbids one that says nothing.
  if (!permitted?.length && !excluded?.length) throw new RangeError('These are no constraints.');
  const basesOf = (subtrees: asn1.GeneralSubtrees = new asn1.GeneralSubtrees()) =>
    Array.from(subtrees, ({base}) => nameOf(base));
  return {permitted: basesOf(permitted), excluded: basesOf(excluded)};
}

/** The names of a certificate that constraints apply to. Throws for damaged ones. */
export function namesIn(certificate: X509Certificate, subject: asn1.Name): Name[] {
  const extension = certificate.getExtension(asn1.id_ce_subjectAltName);
  const alternative = extension
    ? Array.from(AsnConvert.parse(extension.value, asn1.SubjectAlternativeName), nameOf)
    : [];
  if (subject.length === 0) return alternative;
  return [directoryName(subject), ...mailboxesIn(subject), ...alternative];
}

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

const mailboxesIn = (subject: asn1.Name): Name[] =>
  Array.from(subject, (part) => Array.from(part))
    .flat()
    .filter(({type}) => type === EMAIL_ADDRESS)
    .map(({value}) => ({kind: 'rfc822Name', value: String(value).toLowerCase()}));

function nameOf(name: asn1.GeneralName): Name {
  if (name.directoryName) return directoryName(name.directoryName);
  const parts: [string, unknown][] = Object.entries(name);
  const [kind, value] = parts.find(([, one]) => one !== undefined) ?? ['', ''];
  return {kind, value: String(value).toLowerCase()};
}

const directoryName = (name: asn1.Name): Name => ({
  kind: 'directoryName',
  value: Array.from(name, (part) =>
    Array.from(part, ({type, value}) =>
      JSON.stringify([type, String(value).trim().replace(/\s+/g, ' ').toLowerCase()]),
    )
      .sort()
      .join(),
  ),
});

/** Most comparisons for one certificate; more are refused, because only hostile ones need them. */
const MOST_COMPARISONS = 10_000;

/** True if all names are such as the constraints allow. */
export const permits = ({permitted, excluded}: NameConstraints, names: readonly Name[]): boolean =>
  names.length * (permitted.length + excluded.length) <= MOST_COMPARISONS &&
  names.every((name) => {
    const ofKind = (bases: readonly Name[]) => bases.filter(({kind}) => kind === name.kind);
    const [allowed, refused] = [ofKind(permitted), ofKind(excluded)];
    // A constraint that cannot be compared might be broken.
    if (!comparable.has(name.kind)) return allowed.length + refused.length === 0;
    const isWithin = (base: Name) => isBelow(name, base);
    return (allowed.length === 0 || allowed.some(isWithin)) && !refused.some(isWithin);
  });

const comparable: ReadonlySet<string> = new Set(['directoryName', 'rfc822Name', 'dNSName']);

function isBelow({kind, value}: Name, {value: base}: Name): boolean {
  if (typeof value !== 'string' || typeof base !== 'string') {
    return Array.from(base).every((part, index) => part === value[index]);
  }
  if (kind === 'dNSName') return base === '' || `.${value}`.endsWith(`.${base.replace(/^\./, '')}`);
  // A mailbox, a host, or a domain with all of its hosts.
  if (base.includes('@')) return value === base;
  const host = value.slice(value.lastIndexOf('@') + 1);
  return base.startsWith('.') ? host.endsWith(base) : host === base;
}
