import Type, {type Static} from 'typebox';

const pem = (description: string) => Type.String({description: `${description} PEM.`});
const date = (description: string) =>
  Type.Optional(Type.String({description: `${description} ISO 8601.`}));

/** Facts that a trust list states about a product. */
const listed = {
  maker: Type.String({description: 'Who applied for the record.'}),
  name: Type.String({description: "The product's name."}),
  maximumLevel: Type.Optional(
    Type.Integer({description: 'The highest assurance level of its certificates.'}),
  ),
  status: Type.String({description: 'E.g. "conformant", or why it is so no longer.'}),
  disallowedSignals: Type.Array(Type.String({description: 'Its name.'}), {
    description: 'What it must not claim, e.g. "capturedMedia".',
  }),
};

export const Product = Type.Object(
  {
    recordId: Type.String({description: 'Of the record, a UUID.'}),
    ...listed,
    organisation: Type.String({description: 'The organisation (O) that its certificates name.'}),
    unit: Type.Optional(Type.String({description: 'The unit (OU) that they name.'})),
    country: Type.String({description: 'The country (C) that they name.'}),
  },
  {description: 'A record of the C2PA conforming products list.'},
);

export const SignersProduct = Type.Object(
  {
    recordId: Type.Optional(
      Type.String({description: 'Absent where several records have these names, and agree.'}),
    ),
    ...listed,
  },
  {description: 'The record of the C2PA conforming products list that the certificate names.'},
);

/** Most characters of the name of an operator's list. */
export const LONGEST_LIST_NAME = 64;

/**
 * The trust anchors of a verdict, by use: a certificate that is trusted for signers is not trusted for time, unless
 * it is listed in both. Each anchor is a root or an issuing authority under one.
 */
export const TrustAnchors = Type.Object(
  {
    signers: pem("Of signers: the environment's own, and what its operator configured."),
    timeStamps: pem('Of time-stamp authorities, likewise.'),
    official: Type.Optional(
      Type.Object(
        {
          issued: date('When the list of signers was issued.'),
          nextUpdate: date('When the next one is to be expected at the latest.'),
          signers: pem('Of signers.'),
          timeStamps: pem('Of time-stamp authorities.'),
        },
        {description: 'The C2PA trust list and the C2PA TSA trust list.'},
      ),
    ),
    interim: Type.Optional(
      Type.Object(
        {
          closed: date('Since when nothing is added.'),
          anchors: pem('Of signers and of time-stamp authorities.'),
          allowed: Type.Array(Type.String(), {
            description: 'SHA-256 of the certificates of single signers, hexadecimal.',
          }),
        },
        {
          description:
            'The interim trust list, which was closed. Whoever is known from it alone is not trusted.',
        },
      ),
    ),
    names: Type.Optional(
      Type.Record(Type.String(), Type.String({maxLength: LONGEST_LIST_NAME}), {
        description:
          "Names of the operator's lists, by the SHA-256 of their certificates (DER), hexadecimal.",
      }),
    ),
    products: Type.Optional(
      Type.Array(Product, {description: 'The C2PA conforming products list.'}),
    ),
  },
  {description: 'Whom inspection trusts, and for what.'},
);

export type Product = Static<typeof Product>;
export type SignersProduct = Static<typeof SignersProduct>;
export type TrustAnchors = Static<typeof TrustAnchors>;

/** Uses the same certificates for signers and for time, if the use is unknown. */
export const forAnyUse = (pem: string): TrustAnchors => ({signers: pem, timeStamps: pem});
