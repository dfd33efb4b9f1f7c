import {at} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import {microphoneSection} from '../../metadata/microphone-section.js';
import {sections, type Section} from '../../metadata/sections.js';
import {time} from '../../metadata/fields.js';

/** When it was sealed, and the place measured; before the shutter there is nothing to say here. */
const when: Section = {
  title: 'when',
  sources: [
    {
      label: 'timestamp',
      path: 'signature',
      fields: [time('timestamp')],
      empty: 'noTimestamp',
    },
    {
      label: 'placeTimestamp',
      path: 'gps',
      fields: [time('placeTimestamp', 'timestamp')],
    },
  ],
};

/** Everything an answer can say about the capture, in the order of the cards. */
const all: readonly Section[] = sections.flatMap((section) => {
  if (section.title === 'where') return [section, when];
  return section.title === 'camera' ? [section, microphoneSection] : [section];
});

/** What a recording, or a picture, has no use for. */
const foreignTo = (isRecording: boolean): readonly string[] =>
  isRecording ? ['camera', 'plate'] : ['microphone'];

/** The sections of an answer, without those that nobody would miss in such a file. */
export const sectionsOf = (answer: Loose, isRecording: boolean): readonly Section[] =>
  all.filter(
    ({title, sources}) =>
      !foreignTo(isRecording).includes(title) || sources.some(({path}) => at(answer, path)),
  );
