import Type, {type Static} from 'typebox';
import {labelStates} from '@sealed-capture/seal/model/inspection/label-state.js';
import {environments} from '../environment.js';

export const eventTypes = ['sealed', 'inspected', 'certificate.expiring'] as const;
export type EventType = (typeof eventTypes)[number];

/** Operations that make or change a seal, named as their routes. */
export const operations = ['seal', 'protect', 'redact', 'add-timestamp'] as const;

const common = {
  id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'UUID of the event, the same at every attempt and at every address.',
  }),
  time: Type.String({description: 'When it happened, ISO 8601 in UTC, ending in "Z".'}),
  environment: Type.Enum([...environments]),
};
const keyId = Type.String({description: 'Id of the API key that asked.'});
const certificate = Type.String({
  description: 'Serial number of the sealing certificate, hexadecimal, lower case.',
});
const hex = (description: string) => Type.String({pattern: '^[0-9a-f]{64}$', description});

export const SealedEvent = Type.Object(
  {
    ...common,
    type: Type.Literal('sealed'),
    data: Type.Object({
      operation: Type.Enum([...operations]),
      keyId,
      captureId: Type.String({description: 'Idempotency-Key of the request, lower case.'}),
      sha256: hex('SHA-256 of the file that was sent, or the digest that was sent in its place.'),
      certificate,
      set: Type.Optional(Type.String({description: 'Id of the set that the seal is part of.'})),
      index: Type.Optional(
        Type.Integer({minimum: 1, description: 'Number of the seal in its set.'}),
      ),
    }),
  },
  {description: 'A seal was made or changed, and answered or about to be.'},
);

export const InspectedEvent = Type.Object(
  {
    ...common,
    type: Type.Literal('inspected'),
    data: Type.Object({
      keyId,
      sha256: Type.Optional(
        hex('SHA-256 of the file; absent where reading it took more than one file may take.'),
      ),
      labelState: Type.Enum([...labelStates], {description: 'The verdict.'}),
    }),
  },
  {description: 'A file was inspected.'},
);

export const ExpiringEvent = Type.Object(
  {
    ...common,
    type: Type.Literal('certificate.expiring'),
    data: Type.Object({
      certificate,
      validTo: Type.String({
        description:
          'When this certificate or one that it leads to ends, whichever is first; ISO 8601.',
      }),
      days: Type.Integer({description: 'It ends within so many days: 30, 7 or 1.'}),
    }),
  },
  {description: 'Nothing is sealed with this certificate from validTo on.'},
);

/** The body of each request to a webhook's address. It contains no media, no location and no tags. */
export const WebhookEvent = Type.Union([SealedEvent, InspectedEvent, ExpiringEvent]);

export type SealedEvent = Static<typeof SealedEvent>;
export type InspectedEvent = Static<typeof InspectedEvent>;
export type ExpiringEvent = Static<typeof ExpiringEvent>;
export type WebhookEvent = Static<typeof WebhookEvent>;
