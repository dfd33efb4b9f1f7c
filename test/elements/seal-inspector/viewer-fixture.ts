import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealReader} from '../../../src/core/wiring/elements/inspection.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, waitUntil} from '../kit.js';
import {invalid, none, untrusted, valid} from './answers.js';
import {contents, facts} from './facts.js';
import {FakeClient, inspectorWith} from './fixture.js';

const answers: Readonly<Record<string, InspectionResult>> = {invalid, none, untrusted, valid};

/** An inspector with these files; the name of each begins with its verdict. */
export async function inspectorOf(
  files: readonly File[],
  reader: Partial<SealReader> = {},
): Promise<SealInspector> {
  const answerOf = (file: Blob) => answers[/^[a-z]+/.exec((file as File).name)?.[0] ?? ''] ?? valid;
  const element = await inspectorWith(new FakeClient((file) => Promise.resolve(answerOf(file))));
  const read = facts({ingredients: []});
  element.reader = {
    facts: () => Promise.resolve(read),
    evidence: () => Promise.reject(new Error('Nobody asked for it.')),
    ...reader,
  };
  await element.inspect(files);
  await waitUntil(() => all(element, '.state').every((node) => node.textContent !== 'Waiting'));
  return element;
}

/** The facts of a file that was made from one with this picture. */
export const factsFrom = (thumbnail: Blob) =>
  facts({ingredients: contents.ingredients.map((one) => ({...one, thumbnail}))});

/** Shows the file with this name. */
export async function showFile(element: SealInspector, name: string): Promise<void> {
  const row = all(element, '[role="option"]').find((one) => one.textContent.includes(name));
  row?.click();
  await waitUntil(() => row?.ariaSelected === 'true');
  await element.updateComplete;
}

/** Presses the button of this class below the picture, once it is there. */
export async function press(element: SealInspector, name: string): Promise<HTMLElement> {
  const find = () => element.shadowRoot?.querySelector<HTMLElement>(`.seen .${name}`);
  await waitUntil(find, `there is a button ${name}`);
  const button = find()!;
  button.focus();
  button.click();
  await element.updateComplete;
  return button;
}

/** The open dialog. */
export async function dialogIn(element: SealInspector): Promise<HTMLDialogElement> {
  const find = () =>
    all(element, '#picture-viewer, #file-comparison')
      .map(({shadowRoot}) => shadowRoot?.querySelector('dialog'))
      .find((dialog) => dialog?.open);
  await waitUntil(find, 'a dialog opens');
  return find()!;
}

/** The canvases in the dialog, once there are so many. */
export async function canvasesIn(dialog: HTMLDialogElement, count: number) {
  const find = () => [...dialog.querySelectorAll('canvas')];
  await waitUntil(() => find().length === count, 'the pictures are decoded');
  return find();
}

export function key(target: Element | null, name: string) {
  target?.dispatchEvent(
    new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true, composed: true}),
  );
}

/** Scale, position and turn of a picture. */
export function placeOf(canvas: HTMLCanvasElement) {
  const {a, b, e: x, f: y} = new DOMMatrix(getComputedStyle(canvas).transform);
  const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return {scale: Math.hypot(a, b), degrees, x, y};
}
