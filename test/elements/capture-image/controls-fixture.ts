import {waitUntil} from '@open-wc/testing';
import type {ControlWishes} from '../../../src/core/camera/track-controls.js';
import type {CameraChoice} from '../../../src/core/wiring/elements/camera-choice.js';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {
  Controls,
  type Surroundings,
} from '../../../src/elements/capture-image/controls/controls.js';
import type {Facing} from '@sealed-capture/seal/model/protection-config.js';
import {FakeCore, live} from '../fake-core.js';
import {drawn, ElementFixture, pageWith} from '../kit.js';

/** The cameras of a device. It stores the chosen one. */
export class FakeCameraList {
  list: readonly CameraChoice[] = [];
  readonly chosen = new Map<Facing, string>();
  readonly listCameras = () => Promise.resolve(this.list);
  readonly watchCameras = () => undefined;
  readonly isRemembered = (facing: Facing, deviceId: string) =>
    this.chosen.get(facing) === deviceId;
  readonly rememberCamera = (facing: Facing, deviceId: string) => {
    this.chosen.set(facing, deviceId);
  };
}

/** The preferences of a device, and its orientation: null if it does not report that. */
export class FakeDevice {
  readonly remembered = new Map<string, string>();
  tilt: number | undefined | null = null;
  #heard: () => void = () => undefined;

  readonly recall = (key: string) => this.remembered.get(key);
  readonly remember = (key: string, value: string | undefined) => {
    if (value === undefined) this.remembered.delete(key);
    else this.remembered.set(key, value);
  };
  readonly watchTilt = (signal: AbortSignal, onChange: () => void) => {
    this.#heard = onChange;
    return () => (signal.aborted ? null : this.tilt);
  };

  /** Sets the readings; undefined or null for none. */
  hold(tilt: number | undefined | null) {
    this.tilt = tilt;
    this.#heard();
  }
}

/** A camera whose controls use the test's own fakes. */
export class ControlledCamera extends CaptureImage {
  readonly list = new FakeCameraList();
  /** Fakes that replace functions of the browser. */
  surroundings: Partial<Surroundings> = {};

  protected override get imports() {
    const {list, surroundings} = this;
    type Given = ConstructorParameters<typeof Controls>;
    class OfTheTest extends Controls {
      constructor(...[host, camera, voice]: Given) {
        super(host, camera, voice, {...list, ...surroundings});
      }
    }
    return {...super.imports, controls: () => Promise.resolve({Controls: OfTheTest})};
  }
}
customElements.define('controlled-camera', ControlledCamera);

/** A stream whose track has these capabilities, and records the applied constraints. */
export function controlledStream(capabilities: object, deviceId = 'back') {
  const state = live();
  const [track] = state.stream.getVideoTracks();
  if (!track) throw new Error('no track');
  const wishes: ControlWishes[] = [];
  const stand = {refuses: false, settings: {deviceId} as object};
  track.getCapabilities = () => capabilities;
  track.getSettings = () => stand.settings;
  track.applyConstraints = ({advanced = []} = {}) => {
    if (stand.refuses) return Promise.reject(new Error('refused'));
    wishes.push(advanced[0] as ControlWishes);
    stand.settings = {...stand.settings, ...advanced[0]};
    return Promise.resolve();
  };
  return {state, wishes, stand};
}

/** A page and a clock that the test controls. */
export class FakePage extends EventTarget {
  hidden = false;
  #next?: () => void;

  readonly pause = (_milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      this.#next = resolve;
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });

  hide() {
    this.hidden = true;
    this.dispatchEvent(new Event('visibilitychange'));
  }

  /** Ends the pause that was started last. */
  async second() {
    this.#next?.();
    await Promise.resolve();
    await Promise.resolve();
  }
}

export class ControlsFixture extends ElementFixture<ControlledCamera> {
  readonly core = new FakeCore();
  readonly element = document.createElement('controlled-camera') as ControlledCamera;
  readonly page = new FakePage();
  readonly device = new FakeDevice();
  /** The notes for the seal of a track's pictures. */
  readonly notes: Surroundings['pictureNotes'] = new WeakMap();

  /** Creates a live camera with its controls. */
  static async create(state = controlledStream({}).state, list: readonly CameraChoice[] = []) {
    const made = new ControlsFixture();
    made.element.list.list = list;
    made.element.surroundings = {
      page: made.page,
      pause: made.page.pause,
      pictureNotes: made.notes,
      takesPoints: () => false,
      ...made.device,
    };
    await drawn(made.element, pageWith(made.core).append(made.element));
    await drawn(made.element, made.core.camera.show(state));
    const isThere = () => made.has('.side');
    await waitUntil(isThere, 'the controls are there');
    return made;
  }

  async show(state: ReturnType<typeof live>) {
    await drawn(this.element, this.core.camera.show(state));
  }

  /** The last announcement to screen readers. */
  get said() {
    return this.text('[role=status]');
  }

  /** Advances the clock by a second. */
  async second() {
    await drawn(this.element, this.page.second());
  }

  async press(key: string, target = this.find('.frame')) {
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    await drawn(this.element, target.dispatchEvent(event));
    return event.defaultPrevented;
  }

  async click(selector: string) {
    await drawn(this.element, this.find(selector).click());
  }
}
