import '../../../src/elements/capture-audio.js';
import type {RecordingState} from '../../../src/core/recording/recording-session.js';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {whenIdle} from '../../../src/elements/late-part.js';
import type {PermissionStatus} from '@sealed-capture/seal/model/protection-config.js';
import {FakeCore} from '../fake-core.js';
import {drawn, ElementFixture, pageWith} from '../kit.js';

/** One `<capture-audio>` in the page, with a core that the test controls. */
export class CaptureAudioFixture extends ElementFixture<CaptureAudio> {
  readonly core = new FakeCore();
  readonly page = pageWith(this.core);
  readonly element: CaptureAudio;

  private constructor(tag: string) {
    super();
    this.element = document.createElement(tag) as CaptureAudio;
  }

  static async create(tag = 'capture-audio'): Promise<CaptureAudioFixture> {
    const made = new CaptureAudioFixture(tag);
    made.page.append(made.element);
    await made.element.updateComplete;
    await new Promise<void>(whenIdle);
    await import('../../../src/elements/capture-audio/waveform/waveform.js');
    await made.settled();
    return made;
  }

  get microphone() {
    return this.core.recording;
  }

  async show(state: RecordingState, permissionStatus?: PermissionStatus) {
    await drawn(this.element, this.microphone.show(state, permissionStatus));
  }

  async press(selector: string) {
    this.find(selector).click();
    await this.settled();
  }

  /** Records for this many seconds. */
  async record(seconds: number, peak?: (index: number) => number) {
    await this.element.startRecording();
    await drawn(this.element, this.microphone.hear(seconds, peak));
  }

  /** Records and stops. Resolves with the capture's id. */
  async recorded(seconds = 5): Promise<string> {
    await this.record(seconds);
    const {captureId} = await this.element.stopRecording();
    await this.element.updateComplete;
    return captureId;
  }

  /** The color of the waveform's last bar, read from the canvas, and the height of the drawing. */
  async drawing(place: Element = this.find('.wave')) {
    // The waveform is drawn in an animation frame.
    await new Promise((resolve) => setTimeout(resolve, 250));
    const canvas = place.firstElementChild?.shadowRoot?.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) throw new Error('nothing is drawn');
    const {data} = context.getImageData(canvas.width - 2, canvas.height / 2, 1, 1);
    return {color: [...data], height: canvas.getBoundingClientRect().height};
  }

  /** Waits for the microphone's answers, which arrive in later tasks. */
  async settled() {
    await new Promise((resolve) => setTimeout(resolve));
    await this.element.updateComplete;
  }
}
