import {waitUntil} from '@open-wc/testing';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {Shots, type ShotsActions} from '../../../src/elements/capture-image/shots/shots.js';
import type {
  JobDoneEvent,
  ShotsCompleteEvent,
} from '../../../src/elements/capture-image/shots/job-events.js';
import type {CaptureSummary} from '../../../src/core/queue/queue-client.js';
import type {DeviceMemory} from '../../../src/core/wiring/elements/stored-text.js';
import type {ConfigurationErrorEvent} from '../../../src/elements/options/configuration-error-event.js';
import type {Shot} from '../../../src/elements/capture-image/shots/shot.js';
import {FakeCore, live} from '../fake-core.js';
import {all, drawn, ElementFixture, pageWith, rendered, textOf} from '../kit.js';

export const list: readonly Shot[] = [
  {id: 'front', label: 'Front', hint: 'Stand 3 m away.', required: true, overlay: 'vehicle-front'},
  {id: 'plate', label: 'Plate', tags: {part: 'plate'}},
  {id: 'meter', label: 'Odometer', overlay: {path: 'M0 0H10V10Z', viewBox: '0 0 10 10'}},
];

/** Stores what a page's own storage would. */
export class Memory implements DeviceMemory {
  readonly #values = new Map<string, string>();

  getItem(key: string) {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string) {
    this.#values.set(key, value);
  }

  removeItem(key: string) {
    this.#values.delete(key);
  }
}

/** A camera whose wake lock the test observes. */
export class Guided extends CaptureImage {
  isAwake = false;
  memory: DeviceMemory = new Memory();
  /** Fetches pictures of earlier visits; by default, as in a page. */
  fetchPicture: ShotsActions['fetchPicture'];

  protected override get imports() {
    const keepAwake = (isAwake: boolean) => void (this.isAwake = isAwake);
    const {memory, fetchPicture} = this;
    class OfTheTest extends Shots {
      constructor(host: ConstructorParameters<typeof Shots>[0], actions: ShotsActions) {
        super(host, {...actions, keepAwake, memory, fetchPicture, isHeld: true});
      }
    }
    return {...super.imports, shots: () => Promise.resolve({Shots: OfTheTest})};
  }
}
customElements.define('guided-camera', Guided);

export class GuidedFixture extends ElementFixture<Guided> {
  readonly core = new FakeCore();
  readonly element = document.createElement('guided-camera') as Guided;
  readonly problems: ConfigurationErrorEvent[] = [];
  readonly completed: ShotsCompleteEvent[] = [];
  readonly finished: JobDoneEvent[] = [];

  static async create(
    shots: readonly Shot[] = list,
    options: Partial<Guided> = {},
  ): Promise<GuidedFixture> {
    const made = new GuidedFixture();
    const {element} = made;
    Object.assign(element, options);
    element.addEventListener('job-done', (event) => made.finished.push(event));
    element.addEventListener('configuration-error', (event) => made.problems.push(event));
    element.addEventListener('shots-complete', (event) => made.completed.push(event));
    element.shots = shots;
    pageWith(made.core).append(element);
    await drawn(element, made.core.camera.show(live()));
    await waitUntil(() => made.has('.shot') || made.problems.length > 0, 'the shots are there');
    return made;
  }

  /** Shows a live picture of this shape. */
  async showPicture(width: number, height: number) {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext('2d')?.fillRect(0, 0, width, height);
    const stream = canvas.captureStream(10);
    await drawn(this.element, this.core.camera.show({...live(), stream}));
    const video = this.find<HTMLVideoElement>('video');
    await waitUntil(() => video.videoWidth === width, 'the picture has this shape');
    return video;
  }

  /** The current shot: progress, label and hint. */
  get asked() {
    return textOf(this.find('.shot .what')).replace(' Show all shots', '');
  }

  get states() {
    return this.element.shotsState.map(({state}) => state.name);
  }

  async take() {
    const {captureId} = await this.element.takePicture();
    await rendered(this.element);
    return captureId;
  }

  /** Presses a button; that which skips a required shot appears only after another one. */
  async press(name: string): Promise<void> {
    const buttons = all(this.element, 'button');
    const named = (wanted: string) =>
      buttons.findLast((one) => textOf(one) === wanted || one.ariaLabel === wanted);
    const button = named(name);
    const more = name.replace(/^Skip/, 'More options');
    if (!button && named(more)) {
      await this.press(more);
      return this.press(name);
    }
    if (!button) throw new Error(`no ${name} among ${buttons.map(textOf).join(' | ')}`);
    button.click();
    await rendered(this.element);
  }

  async openList() {
    this.find('.shot .what').click();
    await rendered(this.element);
  }

  get captures() {
    return this.core.protection.captures;
  }

  async keep(captures: readonly CaptureSummary[]) {
    this.core.protection.captures = captures;
    this.core.protection.client.onChange();
    await rendered(this.element);
  }

  /** The shot with which the next photo is sealed. */
  get nextShot() {
    return this.core.protection.client.config.features?.shot?.id;
  }
}
