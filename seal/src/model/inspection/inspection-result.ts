import Type, {type Static} from 'typebox';
import {sections} from '../capture-metadata.js';
import {unknownPlaces} from '../place/expected-place.js';
import {sealedSections} from '../seal/seal-format.js';
import {SealedSet} from '../seal/sealed-set.js';
import {labelStates} from './label-state.js';
import {SignersProduct} from './trust-anchors.js';

export {labelStates, type LabelState} from './label-state.js';

/** Times that a certificate or an authority gives. */
const time = (description: string) =>
  Type.Optional(Type.String({description: `${description} ISO 8601 in UTC, ending in "Z".`}));
const name = (description: string) => Type.Optional(Type.String({description}));

export const Check = Type.Object(
  {
    code: Type.String({
      description:
        'A validation status code of C2PA 2.2, section 15, or one of ours, which never decides: org.sealed-capture.deviceClock.* is about the device alone, org.sealed-capture.timeStamp.authorityUnchecked says that anybody may have given the time stamp, org.sealed-capture.timeStamp.later that it was added after the seal was made, org.sealed-capture.timeStamp.unsupported that it could not be checked, org.sealed-capture.interimSigner and org.sealed-capture.timeStamp.interim that the interim list alone knows the signer or the authority.',
    }),
    passed: Type.Boolean({description: 'Nothing speaks against it.'}),
    explanation: Type.String({description: 'One plain sentence.'}),
    inIngredient: Type.Optional(
      Type.Boolean({description: 'It is about a file that this one was made from.'}),
    ),
  },
  {description: 'One thing that was checked.'},
);

/** Trust lists, the most significant first. */
export const trustLists = ['official', 'own', 'interim'] as const;
export type TrustListName = (typeof trustLists)[number];

export const Signature = Type.Object(
  {
    signedBy: name('Name in the certificate that signed.'),
    issuedBy: name('Name of who issued it.'),
    validFrom: time('When the certificate begins to be valid.'),
    validTo: time('When it ends to be.'),
    timestamp: time(
      'When it was sealed, by a trusted time stamp; absent without one. With the check org.sealed-capture.timeStamp.later: when it had been sealed at the latest.',
    ),
    environment: Type.Optional(
      Type.Enum(['sandbox'], {
        description:
          'sandbox: the certificate says that a sandbox made the seal, with which anybody may try sealing: it is no evidence. Absent for every other seal.',
      }),
    ),
    trustList: Type.Optional(
      Type.Enum([...trustLists], {
        description:
          'How the signer is known. official: from the C2PA trust list. own: from a root of this service, or one that its operator configured. interim: from the list that was closed, which makes nobody trusted. Absent where the signer is unknown.',
      }),
    ),
    trustListName: name(
      "Name of the operator's list that knows the signer: that of its file, without .pem. With trustList own alone.",
    ),
    assuranceLevel: Type.Optional(
      Type.Integer({
        description:
          "C2PA assurance level of the signer's certificate; of signers under the official list alone.",
      }),
    ),
    product: Type.Optional(SignersProduct),
    notRevokedAt: time(
      'As of when its issuer said that the certificate was not revoked; absent where the seal carries no such answer that can be believed.',
    ),
  },
  {description: 'Who sealed, and when. A claim, unless the seal is valid.'},
);

export const Redaction = Type.Object(
  {
    sections: Type.Array(Type.Enum([...sealedSections], {description: 'One part.'}), {
      description: 'Parts of the capture metadata that are no longer in the seal.',
    }),
    labels: Type.Array(Type.String({description: 'Of one assertion.'}), {
      description: 'Labels of the assertions that held them.',
    }),
    reason: name('Why: a value of C2PA 2.4, such as c2pa.PII.present, or one of another maker.'),
    note: name('Why, in the words of who redacted.'),
    by: name('Name in the certificate that signed the redaction.'),
    when: time('When that was, by the clock of who redacted.'),
  },
  {description: 'What was taken out of the seal after it was made. As true as the seal is.'},
);

/** Metres. */
const metres = (description: string) => Type.Optional(Type.Number({minimum: 0, description}));

export const PlaceComparison = Type.Object(
  {
    outcome: Type.Enum(['within', 'outside', 'unknown'], {
      description:
        'within: the measured location agrees with the expected place within its accuracy. outside: it is farther away than its accuracy allows. unknown: nothing can be said.',
    }),
    why: Type.Optional(
      Type.Enum([...unknownPlaces], {
        description:
          'Of unknown. absent: the seal has no location, or none with an accuracy. rough: the location agrees, but its accuracy is worse than the radius and than 100 m. old: the location was measured more than two minutes before the capture.',
      }),
    ),
    distance: metres('Metres from the middle of the expected place to the location.'),
    accuracy: metres('Metres around the location, at 95 % confidence.'),
  },
  {
    description:
      'The location of the seal compared with features.shot.expectedPlace; absent where no place was expected. It never decides the verdict, and is as true as the seal is.',
  },
);

/** Response of `POST {base}/inspect`: the reference's fields, with labelState and checks added. */
export const InspectionResult = Type.Object({
  labelValid: Type.Boolean({description: 'Nothing has changed, and the signer is trusted.'}),
  reason: Type.String({description: 'Why, in one plain sentence.'}),
  labelState: Type.Enum([...labelStates], {
    description:
      'valid: intact, signer trusted. interim: intact, signer known from the interim list alone. untrusted: intact, signer unknown. invalid: broken. none: no seal. unchecked: could not be checked.',
  }),
  checks: Type.Array(Check, {description: 'What was checked, failed checks first.'}),
  signature: Type.Optional(Signature),
  origin: Type.Optional(
    Type.Enum(['capture', 'file'], {
      description:
        'What a seal of this package says of the content. capture: a camera or microphone of this package captured it (c2pa.created, digitalCapture). file: it was there before it was sealed (c2pa.opened), whoever made it. Absent for seals of other programs.',
    }),
  ),
  redactions: Type.Optional(Type.Array(Redaction, {description: 'Newest first.'})),
  tags: Type.Optional(
    Type.Record(Type.String(), Type.String(), {description: "The page's own words."}),
  ),
  ...sections,
  placeComparison: Type.Optional(PlaceComparison),
  set: Type.Optional(SealedSet),
});

export type Check = Static<typeof Check>;
export type Signature = Static<typeof Signature>;
export type Redaction = Static<typeof Redaction>;
export type InspectionResult = Static<typeof InspectionResult>;
