import '../../../src/elements/capture-audio.js';
import '../../../src/elements/capture-image.js';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {FormStateChangeEvent} from '../../../src/elements/events.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {FakeCore, live, type FakeProtection} from '../fake-core.js';
import {drawn, ElementFixture, pageWith} from '../kit.js';

/** A form with one capture element whose core the test controls. Nothing is sent; submissions are counted. */
export class FormFixture<E extends CaptureImage | CaptureAudio> extends ElementFixture<E> {
  readonly core = new FakeCore();
  readonly page = pageWith(this.core);
  readonly form = document.createElement('form');
  readonly fieldset = document.createElement('fieldset');
  readonly button = document.createElement('button');
  readonly element: E;
  submits = 0;

  private constructor(element: E) {
    super();
    this.element = element;
    this.fieldset.append(element);
    this.form.append(this.fieldset, this.button);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submits++;
    });
  }

  static async image(attributes: Record<string, string> = {}): Promise<FormFixture<CaptureImage>> {
    const made = await new FormFixture(document.createElement('capture-image')).#open(attributes);
    await made.live();
    return made;
  }

  static audio(attributes: Record<string, string> = {}): Promise<FormFixture<CaptureAudio>> {
    return new FormFixture(document.createElement('capture-audio')).#open(attributes);
  }

  async #open(attributes: Record<string, string>): Promise<this> {
    for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(name, value);
    this.page.append(this.form);
    await this.element.updateComplete;
    return this;
  }

  get protection(): FakeProtection {
    return this.core.protection;
  }

  /** Turns the camera on, unless the element is disabled. */
  async live() {
    if (!this.element.matches(':disabled')) await this.settle(this.core.camera.show(live()));
  }

  /** Part or class of the focused node in the element; empty if none has the focus. */
  get focused(): string {
    const focused = this.element.shadowRoot?.activeElement;
    return focused?.getAttribute('part') ?? focused?.className ?? '';
  }

  /** The files that the form would submit under `photo`. */
  get files(): File[] {
    return new FormData(this.form).getAll('photo').filter((value) => value instanceof File);
  }

  /** Makes a capture. Resolves with its id. */
  async capture(): Promise<string> {
    if ('takePicture' in this.element) return (await this.element.takePicture()).captureId;
    await this.element.startRecording();
    return (await this.element.stopRecording()).captureId;
  }

  /** Reports that the queue sealed the capture. The element has the file when this returns. */
  seal(captureId: string, file = sealedOf(captureId)): Blob {
    const {mode}: {mode: Mode} = this.element;
    const sealedAt = '2026-11-20T15:04:00Z';
    this.protection.advance(captureId, {name: 'sealed', sealedAt});
    const detail = {captureId, mode, protectedBlob: file, sealedAt, restored: false, delivery: 1};
    void this.protection.client.onProtected(detail);
    return file;
  }

  /** Makes a capture that is sealed and rendered. Resolves with its id. */
  async sealed(): Promise<string> {
    const captureId = await this.capture();
    this.seal(captureId);
    await this.settle();
    return captureId;
  }

  /** Waits until asynchronous changes are rendered. */
  async settle(first?: unknown) {
    await drawn(this.element, first);
    await new Promise((resolve) => setTimeout(resolve));
    await this.element.updateComplete;
  }

  /** Presses the submit button. */
  async submit() {
    this.button.click();
    await this.settle();
    await this.settle();
  }

  /** Collects the details of each `formstatechange` from now on. */
  changes(): FormStateChangeEvent['detail'][] {
    const seen: FormStateChangeEvent['detail'][] = [];
    this.page.addEventListener('formstatechange', ({detail}) => seen.push(detail));
    return seen;
  }

  remove() {
    this.page.remove();
  }
}

export const sealedOf = (captureId: string): Blob =>
  new Blob([`sealed ${captureId}`], {type: 'image/jpeg'});
