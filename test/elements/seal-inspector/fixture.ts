import {fixture, html, waitUntil} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Inspecting} from '../../../src/elements/seal-inspector/inspection.js';
import {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, textOf} from '../kit.js';

export type InspectOptions = Parameters<Inspecting['inspect']>[1];

/** Returns the answers that a test sets, and records the requests. */
export class FakeClient implements Inspecting {
  readonly asked: {file: Blob; options: InspectOptions}[] = [];
  readonly #answer: (file: Blob, options: InspectOptions) => Promise<InspectionResult>;

  constructor(answer: (file: Blob, options: InspectOptions) => Promise<InspectionResult>) {
    this.#answer = answer;
  }

  inspect(file: Blob, options: InspectOptions): Promise<InspectionResult> {
    this.asked.push({file, options});
    return this.#answer(file, options);
  }
}

/** A client that never answers. */
export const busy = () => new FakeClient(() => new Promise(() => {}));

export const fileNamed = (name: string, type = 'image/jpeg'): File =>
  new File([new Uint8Array([255, 216, 255, 224])], name, {type});

/** Resolves once the inspector has loaded the code that shows a result. */
export async function inspectorWith(client: Inspecting): Promise<SealInspector> {
  const element = await fixture<SealInspector>(
    html`<seal-inspector
      lang="en"
      base-url="https://inspect.example/v1/inspect"
      api-key="key"
      .client=${client}
    ></seal-inspector>`,
  );
  const adopted = () => element.shadowRoot?.adoptedStyleSheets.length ?? 0;
  const {length} = SealInspector.elementStyles;
  await waitUntil(() => adopted() > length, 'the result view is loaded when the page is idle', {
    timeout: 10_000,
  });
  return element;
}

/** An inspector that shows this answer. */
export async function inspectorShowing(answer: unknown): Promise<SealInspector> {
  const client = new FakeClient(() => Promise.resolve(answer as InspectionResult));
  const element = await inspectorWith(client);
  await element.inspect(fileNamed('photo.jpg'));
  return element;
}

export const part = (element: SealInspector, name: string): HTMLElement | null =>
  element.shadowRoot?.querySelector(`[part~="${name}"]`) ?? null;

/** Opens everything that is folded away. */
export function unfold(element: SealInspector) {
  for (const folded of element.shadowRoot?.querySelectorAll('details') ?? []) folded.open = true;
}

/** The value beside a label, with its unit: among all values, or else elsewhere. */
export function valueOf(element: SealInspector, label: string): string | undefined {
  const labels = 'dt, :scope > .label';
  const rows = [...all(element, '[role=tree] .row'), ...all(element, '.row')];
  const row = rows.find((candidate) => textOf(candidate.querySelector(labels)) === label);
  return row && textOf(row.querySelector('dd, :scope > .value, :scope > .reason'));
}

/** A drop or paste event with files, also for browsers whose constructors do not accept files. */
export function transferEvent(name: string, property: string, files: File[]): Event {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const event = new Event(name, {bubbles: true, composed: true, cancelable: true});
  Object.defineProperty(event, property, {value: transfer});
  return event;
}
