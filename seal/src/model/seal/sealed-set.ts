import Type, {type Static} from 'typebox';
import {utc} from '../capture-metadata.js';
import {skipReasons} from './skip-reasons.js';

/**
 * Labels of the assertions about a set (docs/sets.md). What the service vouches for and what only the device says have
 * assertions of their own, of which the second is gathered.
 */
export const setAssertions = {
  vouched: 'org.sealed-capture.set',
  told: 'org.sealed-capture.set.told',
} as const;

/** Most captures of one set: its closing record has to fit into the largest manifest. */
export const MOST_IN_SET = 1_000;
/** Most shots of the list that a closing record names. */
const MOST_SHOTS = 200;

const closed = {additionalProperties: false};
const captureId = Type.String({format: 'uuid', description: 'Id of the capture.'});
const sha256 = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$',
    maxLength: 44,
    description: `${description} Base64 of a SHA-256.`,
  });
const position = (description: string) =>
  Type.Integer({minimum: 1, maximum: MOST_IN_SET * 10, description});
const shot = Type.String({minLength: 1, maxLength: 64, description: 'Id of the shot in the list.'});

const captured = {
  captureId,
  index: position('Which capture of the set it was on the device, from 1.'),
  capturedAt: utc("When it was made, by the device's clock."),
  digest: Type.Optional(sha256('The file before it was sealed; absent for some recordings.')),
  shot: Type.Optional(shot),
};

/** What the device says when it closes a set. */
export const SetClosing = Type.Object(
  {
    captures: Type.Array(
      Type.Object(captured, {...closed, description: 'A capture that was kept.'}),
      {
        maxItems: MOST_IN_SET,
        description: 'Captures that were kept, in the order of the device.',
      },
    ),
    discarded: Type.Array(
      Type.Object(
        {...captured, discardedAt: utc("When that was, by the device's clock.")},
        {...closed, description: 'A capture that a person or the page has deleted.'},
      ),
      {maxItems: MOST_IN_SET, description: 'Captures that were deleted, without their pictures.'},
    ),
    moved: Type.Optional(
      Type.Array(
        Type.Object(
          {...captured, movedAt: utc("When that was, by the device's clock.")},
          {...closed, description: 'A capture that was moved to another service.'},
        ),
        {
          maxItems: MOST_IN_SET,
          description: 'Captures that were moved to another service before they were sealed.',
        },
      ),
    ),
    shots: Type.Array(
      Type.Object(
        {
          id: shot,
          label: Type.String({maxLength: 256, description: 'What the photo was to show.'}),
          required: Type.Optional(Type.Boolean({description: 'The page required it.'})),
          skipped: Type.Optional(
            Type.Object(
              {
                reason: Type.Enum([...skipReasons], {
                  description: 'Why there is no photo.',
                }),
                words: Type.Optional(
                  Type.String({maxLength: 1024, description: "The person's own words."}),
                ),
              },
              {...closed, description: 'Set if the shot has no photo.'},
            ),
          ),
        },
        {...closed, description: 'A shot of the list.'},
      ),
      {maxItems: MOST_SHOTS, description: "The page's list of shots; empty without one."},
    ),
  },
  {...closed, description: 'What the device says when it closes the set.'},
);

/** What the device says of a capture, or of the closing record, in its set. */
const told = {
  job: Type.String({
    minLength: 1,
    maxLength: 256,
    description: "The page's own name for the job, such as “claim 4711”.",
  }),
  index: Type.Optional(
    position('Which capture of the set it is on the device, from 1; absent in a closing record.'),
  ),
  previous: Type.Optional(
    sha256('The file that the device captured before this one, as `digest` of a closing record.'),
  ),
  closing: Type.Optional(SetClosing),
};

/** The part of a seal request about a set. */
export const SetRequest = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description:
        'A UUID that the page has made for the set. The service gives the set an id of its own at the first seal.',
    }),
    ...told,
  },
  {
    ...closed,
    description:
      'Makes the capture part of a set: the service numbers its seals. With `closing`, the file is the closing record of the set.',
  },
);

/** The same for a file that is uploaded. Closing records are sealed by their digest alone. */
export const UploadSetRequest = Type.Omit(SetRequest, ['closing'], {
  ...closed,
  description:
    'Makes the file part of a set, as in POST seal: the service numbers its seals. Closing records are sealed by POST seal.',
});

/** One seal of a set, as the service has numbered it. */
export const NumberedSeal = Type.Object(
  {
    index: position('Number of the seal in the set, from 1.'),
    captureId,
    digest: sha256('The sealed file without its seal, as the seal binds it.'),
    seal: sha256('The signature of the seal.'),
    closing: Type.Optional(
      Type.Literal(true, {description: 'It is an earlier closing record, and no capture.'}),
    ),
  },
  {...closed, description: 'One seal of the set.'},
);

/** What the service vouches for: the content of the assertion `org.sealed-capture.set`. */
export const VouchedSet = Type.Object(
  {
    set: Type.String({format: 'uuid', description: 'Id of the set, given by the service.'}),
    index: position('Number of this seal in the set, from 1.'),
    previous: Type.Optional(sha256('The signature of the seal before it; absent in the first.')),
    again: Type.Optional(
      position(
        'Number under which the same capture was sealed before, with an answer that the device never got.',
      ),
    ),
    seals: Type.Optional(
      Type.Array(NumberedSeal, {
        maxItems: MOST_IN_SET,
        description: 'In a closing record: all seals of the set before it.',
      }),
    ),
  },
  closed,
);

/** What only the device says: the content of the assertion `org.sealed-capture.set.told`. */
export const ToldSet = Type.Object(told, {...closed, description: 'What only the device says.'});

/** `set` of an inspection's result. */
export const SealedSet = Type.Object(
  {
    ...VouchedSet.properties,
    captureId: Type.Optional(captureId),
    digest: Type.Optional(sha256('The file without its seal, as the seal binds it.')),
    seal: sha256('The signature of this seal.'),
    told: Type.Optional(ToldSet),
  },
  {
    description:
      'The set that the seal is part of. `told` is what only the device says, the rest was numbered by the service. As true as the seal is.',
  },
);

export type SetClosing = Static<typeof SetClosing>;
export type SetRequest = Static<typeof SetRequest>;
export type UploadSetRequest = Static<typeof UploadSetRequest>;
export type NumberedSeal = Static<typeof NumberedSeal>;
export type VouchedSet = Static<typeof VouchedSet>;
export type ToldSet = Static<typeof ToldSet>;
export type SealedSet = Static<typeof SealedSet>;
