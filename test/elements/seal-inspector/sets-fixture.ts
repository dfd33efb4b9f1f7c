import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import * as made from '../../../seal/test/sets/inspected-set.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, textOf, waitUntil} from '../kit.js';
import {valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';

/** A file, and what its inspection has found. */
export interface InspectedFile {
  file: string;
  result: InspectionResult;
}

const inspected = ({file, result}: ReturnType<typeof made.photo>): InspectedFile => ({
  file,
  result: {...result, checks: []},
});
const {discarded, kept} = made;
export const photo = (...wanted: Parameters<typeof made.photo>) => inspected(made.photo(...wanted));
export const photos = (count: number) => made.photos(count).map(inspected);
export const closing = (...wanted: Parameters<typeof made.closing>) =>
  inspected(made.closing(...wanted));

/** Another job, of which a photo got among those of the first. */
export const OTHER_SET = 'b6e7c1f0-0000-4000-8000-000000000002';

export const fromOtherJob = (index: number, more: Partial<made.Wanted> = {}): InspectedFile =>
  photo(index, {
    name: `other${index}`,
    set: OTHER_SET,
    over: {told: {job: 'claim 4712', index}},
    ...more,
  });

/** Eight photos of a list, of which one was taken again, one discarded and one shot skipped; closed. */
export function closedJob(): InspectedFile[] {
  const shots = ['front', 'left', 'back', 'right', 'damage', 'close', 'mileage', 'papers'];
  const taken = [...shots.slice(0, 7), 'damage'];
  const files = taken.map((shot, at) => photo(at + 1, {shot}));
  return [
    ...files,
    closing(9, {
      told: {
        captures: taken.map((shot, at) => ({...kept(at + 1), shot})),
        discarded: [{...discarded(9, 'gone'), shot: 'close'}],
        shots: shots.map((id) => ({
          id,
          label: id.toUpperCase(),
          ...(id === 'papers' && {
            skipped: {reason: 'unreachable' as const, words: 'In the glove box, locked.'},
          }),
        })),
      },
    }),
  ];
}

/** An inspector whose service gives these answers, and what it dispatches. */
export async function inspectorOf(files: readonly InspectedFile[]) {
  const answers = new Map<string, InspectionResult | Promise<InspectionResult>>(
    files.map(({file, result}) => [file, withDetails(result)]),
  );
  const element = await inspectorWith(
    new FakeClient((file) => {
      const answer = answers.get((file as File).name);
      return answer ? Promise.resolve(answer) : Promise.resolve(valid);
    }),
  );
  return {element, answers};
}

/** Checks in full make the answers like those of a service. */
const withDetails = (result: InspectionResult): InspectionResult => ({
  ...result,
  reason: result.reason || 'The signer is trusted here.',
  checks: result.labelState === 'valid' ? valid.checks : [],
});

export const given = (files: readonly InspectedFile[]): File[] =>
  files.map(({file}) => fileNamed(file));

/** Gives the files, and waits for the verdict. */
export async function judged(files: readonly InspectedFile[]): Promise<SealInspector> {
  const {element} = await inspectorOf(files);
  await element.inspect(given(files));
  await waitUntil(() => element.sets, 'the sets are judged');
  await element.updateComplete;
  return element;
}

export const bands = (element: SealInspector): HTMLElement[] => all(element, '.set');

/** What a band says, without what is folded. */
export function saidIn(band: Element | undefined) {
  const texts = (selector: string) =>
    [...(band?.querySelectorAll(`.words ${selector}`) ?? [])].map(textOf);
  return {
    job: texts('h3')[0],
    sentence: texts('.sentence')[0],
    why: texts('p:not(.sentence, .of-sandbox, .quiet)'),
    remarks: texts('li'),
    state: band?.className.replace(/^set panel /, ''),
  };
}

/** What the only band says. */
export const said = (element: SealInspector) => saidIn(bands(element)[0]);

export {part};
