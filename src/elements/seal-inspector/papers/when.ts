import {at} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {microphoneSection} from '../../metadata/microphone-section.js';
import {sections, type Section} from '../../metadata/sections.js';
import {time} from '../../metadata/fields.js';

/** The section with the times of the seal and the location; not shown before the capture. */
export const when: Section = {
  title: 'when',
  sources: [
    {
      label: 'timestamp',
      path: 'signature',
      fields: [time('timestamp')],
      empty: 'noTimestamp',
    },
    {
      label: 'chosen',
      path: 'imported',
      fields: [time('chosen', 'chosenAt')],
    },
    {
      label: 'placeTimestamp',
      path: 'gps',
      fields: [time('placeTimestamp', 'timestamp')],
    },
  ],
};

/** All sections of a result, in the order of the cards. */
const all: readonly Section[] = sections.flatMap((section) => {
  if (section.title === 'where') return [section, when];
  return section.title === 'camera' ? [section, microphoneSection] : [section];
});

/** Sections that make no sense for a recording, or for a picture. */
const foreignTo = (isRecording: boolean): readonly string[] =>
  isRecording ? ['camera', 'plate', 'notTakenHere'] : ['microphone', 'notTakenHere'];

/** The sections of a result that make sense for the file; most files were not chosen in an element. */
export const sectionsOf = (answer: Loose, isRecording: boolean): readonly Section[] =>
  all.filter(
    ({title, sources}) =>
      !foreignTo(isRecording).includes(title) || sources.some(({path}) => at(answer, path)),
  );
