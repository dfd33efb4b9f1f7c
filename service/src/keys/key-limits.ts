import Type, {type Static} from 'typebox';

/** Largest limit that can be set. */
export const LARGEST_LIMIT = 1e9;

const limit = (description: string) =>
  Type.Optional(Type.Integer({minimum: 0, maximum: LARGEST_LIMIT, description}));

/** Limits of a key. An absent one is the service's default; 0 means no limit. */
export const KeyLimits = Type.Object(
  {
    perMinute: limit('Requests in a minute.'),
    concurrency: limit('Requests in flight at the same time.'),
    sealsPerDay: limit('Seals that are made or changed in a day, which begins at 00:00 UTC.'),
    inspectionsPerDay: limit('Inspections in such a day.'),
  },
  {additionalProperties: false},
);
export type KeyLimits = Static<typeof KeyLimits>;
export type LimitName = keyof KeyLimits;

export const limitNames = Object.keys(KeyLimits.properties) as LimitName[];
