import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as ParsedCertificate,
} from '@peculiar/x509';
import type {X509Certificate} from 'node:crypto';
import {SettingsError} from '../settings/settings-error.js';
import {keyUsages, sealingUsages} from '@sealed-capture/seal/trust/key-usages.js';
import {outside, validityOf} from './validity.js';

/** What the first certificate of a chain is used for. */
export type ChainPurpose = 'seal' | 'time stamp';

/**
 * Refuses a chain whose seals or time stamps every reader would reject (RFC 5280; C2PA 2.4, "X.509 Certificates").
 * Validity periods are not checked here; see {@link validityOf}.
 *
 * @param chain leaf first; the root may be omitted
 * @param roots the last certificate has to be one of these, or issued by one
 * @param source named in errors
 * @returns the root that the chain leads to
 * @throws {SettingsError} with what is wrong and what to do
 */
export function checkChain(
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  purpose: ChainPurpose,
  source: string,
  now: number,
): X509Certificate {
  const refuse = (reason: string): never => {
    throw new SettingsError(`${source}: ${reason}`);
  };
  const [leaf, ...issuers] = chain;
  if (!leaf) return refuse('there is no certificate.');
  const unfit = unfitLeaf(leaf, purpose);
  if (unfit) refuse(`the first certificate, ${nameOf(leaf)}, cannot ${purpose}: ${unfit}`);
  for (const [index, issuer] of issuers.entries()) {
    const issued = chain[index]!;
    if (!hasIssued(issuer, issued)) {
      refuse(
        `${nameOf(issued)} was not issued by the certificate that follows it, ${nameOf(issuer)}. The order is: the first certificate, then the one of its issuer, and so on.`,
      );
    }
    if (!isAuthority(issuer)) {
      refuse(`${nameOf(issuer)} has issued another certificate without being an authority.`);
    }
  }
  const last = issuers.at(-1) ?? leaf;
  const leadsTo = roots.filter((one) => one.raw.equals(last.raw) || hasIssued(one, last));
  // A renewed root is listed twice.
  const root = leadsTo.find((one) => !outside(validityOf([one]), now)) ?? leadsTo[0];
  if (!root) {
    return refuse(
      `no root of trust.pem has issued ${nameOf(last)}, which the chain ends with. Add the certificates between to the chain, or the root to trust.pem.`,
    );
  }
  if (!isAuthority(root)) refuse(`${nameOf(root)} in trust.pem is not an authority.`);
  return root;
}

/** Why the certificate cannot be used for this purpose; undefined if it can. */
function unfitLeaf(leaf: X509Certificate, purpose: ChainPurpose): string | undefined {
  const parsed = parse(leaf);
  if (leaf.ca) return 'it is the certificate of an authority.';
  if (hasIssued(leaf, leaf)) return 'it has issued itself.';
  const usage = parsed.getExtension(KeyUsagesExtension)?.usages ?? 0;
  if ((usage & KeyUsageFlags.digitalSignature) === 0) {
    return 'its key usage lacks digitalSignature.';
  }
  if ((usage & KeyUsageFlags.keyCertSign) !== 0) return 'its key usage has keyCertSign.';
  if (!parsed.getExtension(AuthorityKeyIdentifierExtension)) {
    return 'it does not name the key of its issuer (authority key identifier).';
  }
  const extended = parsed.getExtension(ExtendedKeyUsageExtension);
  const usages = extended?.usages.map(String) ?? [];
  if (purpose === 'time stamp') {
    return usages.join() === keyUsages.timeStamping && extended?.critical
      ? undefined
      : 'its extended key usage must be timeStamping alone, and critical.';
  }
  const {any, timeStamping, ocspSigning} = keyUsages;
  const excluded = [any, timeStamping, ocspSigning].find((one) => usages.includes(one));
  if (excluded !== undefined) return `its extended key usage must not have ${excluded}.`;
  return usages.some((one) => sealingUsages.includes(one))
    ? undefined
    : `its extended key usage must have one of ${sealingUsages.join(', ')}.`;
}

function isAuthority(certificate: X509Certificate): boolean {
  const parsed = parse(certificate);
  const usage = parsed.getExtension(KeyUsagesExtension)?.usages;
  return (
    parsed.getExtension(BasicConstraintsExtension)?.ca === true &&
    (usage === undefined || (usage & KeyUsageFlags.keyCertSign) !== 0)
  );
}

const hasIssued = (issuer: X509Certificate, issued: X509Certificate): boolean =>
  issued.issuer === issuer.subject && issued.verify(issuer.publicKey);

const parse = ({raw}: X509Certificate): ParsedCertificate =>
  new ParsedCertificate(Uint8Array.from(raw));

/** The subject on one line, for messages. */
const nameOf = ({subject}: X509Certificate): string =>
  JSON.stringify(subject.replaceAll('\n', ', '));
