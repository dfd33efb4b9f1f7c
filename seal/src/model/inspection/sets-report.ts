import Type, {type Static} from 'typebox';
import {labelStates} from './label-state.js';
import {setStates, setWhys, type SetWhy} from './set-state.js';

/** Name of the file, as it was given. */
const file = Type.String({description: 'Name of the file.'});
const index = Type.Integer({minimum: 1, description: 'Number of the seal in its set, from 1.'});
const captureId = Type.Optional(Type.String({description: 'Id of the capture.'}));
/** Ids and labels are the page's own words. */
const shot = {
  shot: Type.Optional(Type.String({description: 'Id of the shot in the list.'})),
  label: Type.Optional(Type.String({description: 'What the photo was to show.'})),
};
const numbered = {file, index, ...shot};

/** A capture that the device does not have any more. */
const gone = {
  index: Type.Optional(index),
  captureId,
  capturedAt: Type.String({description: "By the device's clock."}),
  ...shot,
};

/** What a folder holds of one set (docs/sets.md). */
export const SetReport = Type.Object(
  {
    set: Type.String({description: 'Id of the set.'}),
    job: Type.Optional(Type.String({description: "The page's own name for the job."})),
    state: Type.Enum([...setStates], {description: 'What can be said of the set.'}),
    why: Type.Array(Type.Enum(Object.keys(setWhys) as SetWhy[]), {
      description: 'What is to be said of it beside its counts and lists, the most serious first.',
    }),
    reason: Type.String({
      description:
        'The same in plain sentences, of which the first has the counts, such as “8 of 8, in order, 1 retaken, none missing.”',
    }),
    closing: Type.Optional(Type.String({description: 'Name of the closing record that counts.'})),
    closedAt: Type.Optional(Type.String({description: 'Its time stamp.'})),
    expected: Type.Integer({
      minimum: 0,
      description: 'Captures that belong to the set and were not discarded.',
    }),
    found: Type.Integer({
      minimum: 0,
      description: 'How many of them are here, as they were sealed.',
    }),
    replaced: Type.Integer({
      minimum: 0,
      description: 'In place of how many of them an exchanged or changed file is here.',
    }),
    files: Type.Array(
      Type.Object({
        ...numbered,
        chosen: Type.Optional(
          Type.Literal(true, {
            description:
              'It was there before it was sealed: a person chose it, or it was uploaded.',
          }),
        ),
      }),
      {description: 'The captures that are here, in the order of their numbers.'},
    ),
    missing: Type.Array(
      Type.Object(
        {index: Type.Optional(index), captureId, ...shot},
        {
          description:
            'Without `index`: the device says that it kept the capture, of which no seal is here.',
        },
      ),
      {
        description:
          'Captures that are not here, and in whose place no exchanged or changed file is. At most 10,000 entries of a report are of numbers of which nothing else is known; `expected` counts all.',
      },
    ),
    elsewhere: Type.Array(
      Type.Object({captureId: Type.String({description: 'Id of the capture.'}), ...shot}),
      {
        description:
          'Captures that the closing record lists, and that another set of the same signer and job has numbered. They are not among `expected`.',
      },
    ),
    exchanged: Type.Array(Type.Object(numbered), {
      description:
        'Files that have the number of another seal, or claim a number of the set that none of its trusted seals confirms.',
    }),
    changed: Type.Array(Type.Object({file, index: Type.Optional(index), ...shot}), {
      description:
        'Files whose seals are broken; what they say of number and shot is not confirmed.',
    }),
    outOfOrder: Type.Array(
      Type.Object({
        ...numbered,
        taken: Type.Integer({minimum: 1, description: 'Which capture it was on the device.'}),
      }),
      {description: 'Files that were sealed in another order than they were captured in.'},
    ),
    retaken: Type.Array(Type.Object(numbered), {
      description: 'Files of shots that were taken again later.',
    }),
    copies: Type.Array(Type.Object(numbered), {description: 'Files that are here more than once.'}),
    discarded: Type.Array(
      Type.Object({...gone, discardedAt: Type.String({description: "By the device's clock."})}),
      {description: 'Captures that were deleted on the device; as the device says.'},
    ),
    moved: Type.Array(
      Type.Object({...gone, movedAt: Type.String({description: "By the device's clock."})}),
      {
        description:
          'Captures that were moved to another service before they were sealed; as the device says.',
      },
    ),
    skipped: Type.Array(
      Type.Object({
        ...shot,
        reason: Type.String({description: 'Why there is no photo.'}),
        words: Type.Optional(Type.String({description: "The person's own words."})),
      }),
      {description: 'Shots without a photo; as the device says.'},
    ),
    untaken: Type.Array(
      Type.Object({
        ...shot,
        required: Type.Optional(Type.Boolean({description: 'The page required it.'})),
      }),
      {description: 'Shots of the list that were neither taken nor skipped; as the device says.'},
    ),
    added: Type.Array(
      Type.Object({
        file,
        job: Type.Optional(Type.String({description: "The page's own name for its job."})),
      }),
      {
        description:
          'Files of other jobs that seem to have got among those of this set, which has the most files here. Each is part of a set of its own, which is not complete.',
      },
    ),
  },
  {description: 'What the files say of one set.'},
);

/** What a folder says of all its sets. */
export const SetsReport = Type.Object({
  state: Type.Enum([...setStates, 'none'], {
    description: 'The worst of all sets; none: no file is part of a set.',
  }),
  reason: Type.String({description: 'Why, in plain sentences.'}),
  sets: Type.Array(SetReport, {description: 'The sets, the worst first.'}),
  others: Type.Array(
    Type.Object({
      file,
      why: Type.Enum(['no-set', 'no-seal', 'changed', 'unchecked', 'other-kind'], {
        description:
          'Its seal is part of no set, it has none, it is broken, it could not be checked, or seals are not read from files of its kind.',
      }),
    }),
    {description: 'Files that are part of no set.'},
  ),
});

/** Response of `POST {base}/inspect-set`, and what the command prints as JSON. */
export const InspectedSets = Type.Object({
  ...SetsReport.properties,
  files: Type.Array(
    Type.Object({
      file,
      labelState: Type.Enum([...labelStates], {description: 'As in an InspectionResult.'}),
      reason: Type.String({description: 'Why, in one plain sentence.'}),
    }),
    {description: 'All files, in their order.'},
  ),
});

export type InspectedSets = Static<typeof InspectedSets>;
export type SetReport = Static<typeof SetReport>;
export type SetsReport = Static<typeof SetsReport>;
