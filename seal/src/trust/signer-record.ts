import {type Product, type SignersProduct} from '../model/inspection/trust-anchors.js';
import {oidOf, readDer} from '../encoding/der.js';
import {type TrustListName} from '../model/inspection/inspection-result.js';
import {type ReadTrust} from './anchors.js';
import {
  certificateFields,
  certificateOids,
  textOfDer,
  type CertificateFields,
} from './certificate-fields.js';
import {type Judgement} from './certificate-path.js';

/** What is known of a trusted signer in addition to its certificate's names. */
export interface SignerRecord {
  trustList: TrustListName;
  trustListName?: string;
  assuranceLevel?: number;
  product?: SignersProduct;
}

const LEVELS: Readonly<Record<string, number>> = {
  [`${certificateOids.assuranceLevel}0a`]: 1,
  [`${certificateOids.assuranceLevel}14`]: 2,
};

/** The assurance level in the certificate's extension (C2PA Certificate Policy 0.2). */
export function assuranceLevelOf({extensions}: CertificateFields): number | undefined {
  try {
    const value = extensions.get(certificateOids.assuranceLevel);
    return value && LEVELS[oidOf(readDer(value)[0])];
  } catch {
    return undefined;
  }
}

/** The id of its record in the conforming products list; "" for a damaged extension. */
function recordIdOf({extensions}: CertificateFields): string | undefined {
  const value = extensions.get(certificateOids.recordId);
  if (!value) return undefined;
  try {
    const [text] = readDer(value);
    return (text && textOfDer(text)) ?? '';
  } catch {
    return '';
  }
}

/**
 * The record whose names equal the certificate's, part by part, as the certificate policy requires. If the
 * certificate names a record, it must be that one. Several records with the same names count as one only if they
 * agree.
 */
export function productOf(
  leaf: CertificateFields,
  products: readonly Product[],
): SignersProduct | undefined {
  const {commonName, organisation, unit, country} = certificateOids;
  const only = (oid: string): string | undefined => {
    const [first, ...others] = leaf.parts.get(oid) ?? [];
    return others.length === 0 ? first : undefined;
  };
  const recordId = recordIdOf(leaf);
  const [first, ...others] = products.filter(
    (one) =>
      one.name === only(commonName) &&
      one.organisation === only(organisation) &&
      one.country === only(country) &&
      (one.unit === undefined ? !leaf.parts.has(unit) : one.unit === only(unit)) &&
      (recordId === undefined || recordId === one.recordId),
  );
  if (!first || !others.every((one) => isSame(told(one), told(first)))) return undefined;
  return {...(others.length === 0 && {recordId: first.recordId}), ...told(first)};
}

const told = ({maker, name, maximumLevel, status, disallowedSignals}: Product): SignersProduct => ({
  maker,
  name,
  ...(maximumLevel !== undefined && {maximumLevel}),
  status,
  disallowedSignals,
});

const isSame = (one: SignersProduct, other: SignersProduct): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Level and product of a signer under the official list; its authorities answer for both. */
export function signerRecord(
  {products}: Pick<ReadTrust, 'products'>,
  signer: Judgement,
  certificate: Uint8Array | undefined,
): SignerRecord | undefined {
  if (signer.name !== 'trusted') return undefined;
  const {list: trustList, listName: trustListName} = signer;
  const leaf = certificate && certificateFields(certificate);
  if (trustList !== 'official' || !leaf) {
    return {trustList, ...(trustListName !== undefined && {trustListName})};
  }
  const [assuranceLevel, product] = [assuranceLevelOf(leaf), productOf(leaf, products)];
  return {
    trustList,
    ...(assuranceLevel !== undefined && {assuranceLevel}),
    ...(product && {product}),
  };
}
