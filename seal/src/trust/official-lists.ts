import Type, {type Static, type TSchema} from 'typebox';
import {Value} from 'typebox/value';
import {type Product} from '../model/inspection/trust-anchors.js';
import {anchorsIn} from './anchors.js';

/** A list that cannot be used; the message says why. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** A list of anchors as its operator issued it (ETSI TS 119 602). */
export interface AnchorList {
  issued: string;
  nextUpdate?: string;
  pem: string;
}

/** The list of products, dated by its latest record. */
export interface ProductList {
  issued: string;
  products: Product[];
}

const Service = Type.Object({
  ServiceInformation: Type.Object({
    ServiceStatus: Type.Optional(Type.String()),
    ServiceDigitalIdentity: Type.Object({
      X509Certificates: Type.Optional(Type.Array(Type.Object({val: Type.String()}))),
    }),
  }),
});

const ListOfEntities = Type.Object({
  LoTE: Type.Object({
    ListAndSchemeInformation: Type.Object({
      SchemeName: Type.Array(Type.Object({value: Type.String()})),
      ListIssueDateTime: Type.String(),
      NextUpdate: Type.Optional(Type.String()),
    }),
    TrustedEntitiesList: Type.Array(Type.Object({TrustedEntityServices: Type.Array(Service)})),
  }),
});

const ProductRecord = Type.Object({
  recordId: Type.String(),
  applicant: Type.String(),
  status: Type.String(),
  product: Type.Object({
    productType: Type.String(),
    DN: Type.Object({
      CN: Type.String(),
      O: Type.String(),
      OU: Type.Optional(Type.String()),
      C: Type.String(),
    }),
    assurance: Type.Optional(Type.Object({maxAssuranceLevel: Type.Integer()})),
    disallowedSignals: Type.Optional(
      Type.Object({
        inception: Type.Array(Type.String()),
        transformation: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  }),
  dates: Type.Object({lastModification: Type.String()}),
});

function parsed<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ListError('It is no JSON, or truncated.', {cause});
  }
  if (!Value.Check(schema, value)) throw new ListError('It is not of the form of such a list.');
  return value;
}

function dateOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new ListError('Its date cannot be read.');
  return time.toISOString();
}

const TRUSTED = /\/trusted$/;
const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(base64.replace(/\s/g, '').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

/**
 * Parses a list of signers or of time-stamp authorities, which must have the given name. Throws {@link ListError}
 * if it is empty, truncated, of another name, or contains a damaged certificate.
 */
export function readAnchorList(text: string, name: string): AnchorList {
  const {ListAndSchemeInformation: about, TrustedEntitiesList: entities} = parsed(
    ListOfEntities,
    text,
  ).LoTE;
  const names = about.SchemeName.map(({value}) => value);
  if (!names.includes(name)) throw new ListError(`It is the ${names.join(', ')}, not the ${name}.`);
  const certificates = entities
    .flatMap(({TrustedEntityServices: services}) => services)
    .map(({ServiceInformation: service}) => service)
    .filter(({ServiceStatus: status}) => status === undefined || TRUSTED.test(status))
    .flatMap(({ServiceDigitalIdentity: {X509Certificates: found}}) => found ?? []);
  const pem = [...new Set(certificates.map(({val}) => pemOf(val)))].join('');
  if (pem === '') throw new ListError('It holds no certificate.');
  try {
    anchorsIn(pem);
  } catch (cause) {
    throw new ListError('One of its certificates is damaged.', {cause});
  }
  return {
    issued: dateOf(about.ListIssueDateTime),
    ...(about.NextUpdate !== undefined && {nextUpdate: dateOf(about.NextUpdate)}),
    pem,
  };
}

/** Parses the list of products, of which the generators are used. Throws {@link ListError} if it is empty. */
export function readProductList(text: string): ProductList {
  const records = parsed(Type.Array(ProductRecord), text);
  const generators = records.filter(({product}) => product.productType === 'generatorProduct');
  if (generators.length === 0) throw new ListError('It holds no product.');
  const dates = records.map(({dates: {lastModification}}) => dateOf(lastModification)).sort();
  return {issued: dates.at(-1) ?? '', products: generators.map(productIn)};
}

function productIn({
  recordId,
  applicant,
  status,
  product: {DN, assurance, disallowedSignals: signals},
}: Static<typeof ProductRecord>): Product {
  return {
    recordId,
    maker: applicant,
    name: DN.CN,
    ...(assurance && {maximumLevel: assurance.maxAssuranceLevel}),
    status,
    disallowedSignals: [...(signals?.inception ?? []), ...(signals?.transformation ?? [])],
    organisation: DN.O,
    ...(DN.OU !== undefined && DN.OU !== '' && {unit: DN.OU}),
    country: DN.C,
  };
}
