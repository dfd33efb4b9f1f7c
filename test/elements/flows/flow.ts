// Whole flows of a person in this engine: its own camera, storage, workers and HTTP, and the real service.
import {waitUntil as waitOneSecond} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {ProtectedEvent} from '../../../src/elements/events.js';
import '../../../src/elements/seal-inspector.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, drawn, ElementFixture, rendered, textOf} from '../kit.js';

interface Account {
  baseUrl: string;
  apiKey: string;
}

export const command = <Answer>(name: string, payload?: object): Promise<Answer> =>
  executeServerCommand<Answer, object>(name, payload);

/** Rejects after half a minute: each step takes a camera, workers, storage and a service on a shared processor. */
export const waitUntil = (condition: () => unknown, what: string): Promise<void> =>
  waitOneSecond(condition, what, {timeout: 30_000});

/** Removes the characters that isolate the names of files in a sentence. */
const readable = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** One `<capture-image>` in the page, as a page has it. */
export class Flow extends ElementFixture<CaptureImage> {
  readonly element = document.createElement('capture-image');
  readonly #account: Account;
  readonly #sealed = new Map<string, Blob>();
  #inspector?: SealInspector;

  /** A camera with these options. `through`: the address by which it reaches the service. */
  static async create(
    options: Partial<CaptureImage> = {},
    through?: (baseUrl: string) => Promise<string>,
  ): Promise<Flow> {
    const {baseUrl, apiKey} = await command<Account>('sealing-service');
    return new Flow(
      {baseUrl, apiKey},
      {baseUrl: (await through?.(baseUrl)) ?? baseUrl, ...options},
    );
  }

  private constructor(account: Account, options: Partial<CaptureImage>) {
    super();
    this.#account = account;
    const {element} = this;
    const {apiKey} = account;
    // Its list has none of the photos of other tests of this origin.
    Object.assign(element, {
      lang: 'en',
      account: crypto.randomUUID(),
      apiKey,
      sandbox: true,
      ...options,
    });
    Object.assign(element.style, {display: 'block', blockSize: '600px', inlineSize: '390px'});
    element.addEventListener('protected', ({captureId, protectedBlob}: ProtectedEvent) => {
      this.#sealed.set(captureId, protectedBlob);
    });
    document.body.append(element);
  }

  /** Removes its elements; the captures are sealed by then. */
  end() {
    this.element.remove();
    this.#inspector?.remove();
  }

  /** Turns the camera on. */
  async open() {
    await this.element.requestPermissions();
    const video = () => this.element.shadowRoot?.querySelector('video');
    await waitUntil(() => (video()?.videoWidth ?? 0) > 0, 'the camera is on');
  }

  /** Takes a photo with the shutter. Resolves to its id. */
  async take(): Promise<string> {
    const taken = new Promise<string>((resolve) => {
      const told = ({captureId}: {captureId: string}) => resolve(captureId);
      this.element.addEventListener('capture', told, {once: true});
    });
    this.find('[part=shutter]').click();
    const captureId = await taken;
    await rendered(this.element);
    return captureId;
  }

  /** Presses a button by its text or label; of several, the last one. */
  async press(name: string) {
    const named = () =>
      all(this.element, 'button').findLast((one) => textOf(one) === name || one.ariaLabel === name);
    await waitUntil(named, `there is “${name}”`);
    await drawn(this.element, named()?.click());
  }

  /** The sealed file of a capture. */
  async sealed(captureId: string): Promise<Blob> {
    await waitUntil(() => this.#sealed.has(captureId), 'it is sealed');
    return this.#sealed.get(captureId) as Blob;
  }

  /** Ids of the sealed captures, in their order. */
  get sealedIds(): readonly string[] {
    return [...this.#sealed.keys()];
  }

  /** Gives the inspector these files, for a verdict of the service or of this browser. Resolves to what it shows. */
  async inspected(files: readonly File[], verify: SealInspector['verify']): Promise<Inspected> {
    this.#inspector?.remove();
    const inspector = document.createElement('seal-inspector');
    this.#inspector = inspector;
    Object.assign(inspector, {lang: 'en', sandbox: true, verify, ...this.#account});
    document.body.append(inspector);
    await inspector.inspect(files);
    const isDone = () => (files.length > 1 ? inspector.sets : inspector.result);
    await waitUntil(isDone, `${verify} has judged all files`);
    await rendered(inspector);
    const text = (selector: string) =>
      readable(all(inspector, selector).map(textOf).join(' ').trim());
    const isPictured = () => all(inspector, '[part=preview] canvas').length > 0;
    return {sets: inspector.sets, result: inspector.result, text, isPictured};
  }
}

interface Inspected {
  sets?: SetsReport;
  result: SealInspector['result'];
  /** What is shown there. */
  text: (selector: string) => string;
  /** True once the file's picture is shown. */
  isPictured: () => boolean;
}
