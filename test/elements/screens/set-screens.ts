import {waitUntil} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all} from '../kit.js';
import {part} from '../seal-inspector/fixture.js';
import {
  closedJob,
  fromOtherJob,
  given,
  inspectorOf,
  photo,
  photos,
  type InspectedFile,
} from '../seal-inspector/sets-fixture.js';
import {settled, type Begin} from './screens.js';

const unfold = async (element: SealInspector) => {
  for (const folded of all<HTMLDetailsElement>(element, '.sets details, [part=set-facts] details'))
    folded.open = true;
  await settled(element);
};

const without = (...names: string[]) => closedJob().filter(({file}) => !names.includes(file));

const folders: Readonly<Record<string, readonly InspectedFile[]>> = {
  complete: closedJob(),
  incomplete: [
    ...without('c2.jpg', 'c3.jpg', 'c5.jpg'),
    photo(2, {name: 'stranger', labelState: 'untrusted', signedBy: 'Mallory'}),
    photo(5, {labelState: 'invalid'}),
    photo(7, {file: 'copy.jpg'}),
    fromOtherJob(2, {previous: 'other1'}),
  ],
  open: [1, 3, 2].map((taken, at) => photo(at + 1, {taken})),
};

/** The verdicts on sets. */
export async function* sets(begin: Begin): AsyncGenerator<string> {
  const {element, answers} = await inspectorOf([]);
  await begin(element);
  for (const [name, files] of Object.entries(folders)) {
    answers.clear();
    for (const {file, result} of files) answers.set(file, result);
    void element.inspect(given(files));
    await waitUntil(() => element.sets, name, {timeout: 10_000});
    await unfold(element);
    yield name;
  }
}

/** What one file says of its set. */
export async function* setFacts(begin: Begin): AsyncGenerator<string> {
  const {element, answers} = await inspectorOf([]);
  await begin(element);
  for (const {file, result} of [photos(3).at(-1)!, closedJob().at(-1)!]) {
    answers.set(file, result);
    await settled(element, element.inspect(given([{file, result}])));
    await waitUntil(() => part(element, 'set-facts'), file, {timeout: 10_000});
    await unfold(element);
    yield file;
  }
}
