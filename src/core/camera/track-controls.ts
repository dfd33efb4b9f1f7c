import {pause} from '../async/pause.js';

/** A point in the picture, in fractions of its width and height, from its upper left corner. */
export interface FocusPoint {
  x: number;
  y: number;
}

/** Settings of the camera that a person can change while it is on. */
export interface ControlWishes {
  torch?: boolean;
  /** Zoom in the camera's own unit: on phones a ratio, where 1 is no zoom. */
  zoom?: number;
  /** A point to focus on and to expose for once, or `automatic` for continuous focus and exposure. */
  focus?: FocusPoint | 'automatic';
}

export interface ZoomRange {
  min: number;
  max: number;
}

/** The controls that this camera has, according to its track. */
export interface ControlOffers {
  torch: boolean;
  zoom?: ZoomRange;
  focus: boolean;
}

export type ControlName = keyof ControlWishes;

/** State of the newest requested setting. */
export type ControlState =
  | {name: 'idle'}
  | {name: 'applying'}
  | {name: 'failed'; control: ControlName};

/** The Image Capture part of capabilities, constraints and settings, which TypeScript's types lack. */
interface ImageCapabilities extends MediaTrackCapabilities {
  torch?: boolean | boolean[];
  zoom?: ZoomRange;
  focusMode?: string[];
  exposureMode?: string[];
  /** Not listed by the standard; some browsers report it nevertheless. */
  pointsOfInterest?: unknown;
}

type ImageSettings = MediaTrackSettings & Pick<ControlWishes, 'torch' | 'zoom'>;

export type ControlledTrack = Pick<
  MediaStreamTrack,
  'getCapabilities' | 'getSettings' | 'applyConstraints'
>;

/**
 * Delays in milliseconds before the camera's capabilities are read again: Chromium knows them only some time after
 * the track starts.
 */
const REREAD_MS = [300, 1_500];
/** Milliseconds after which a driver that has not answered is given up. */
const ANSWER_MS = 5_000;

/**
 * Sets light, zoom and focus of one camera. One request runs at a time. Settings that are requested meanwhile are
 * applied after it, the newest value of each control only.
 */
export class TrackControls {
  readonly #track: ControlledTrack;
  readonly #onChange: () => void;
  readonly #signal: AbortSignal;
  readonly #takesPoints: boolean;
  /**
   * All settings that were requested of this camera. Each request repeats them, because browsers reset what a
   * request leaves out.
   */
  #wishes: ControlWishes = {};
  /** Controls that have changed since the last request began. */
  readonly #changed = new Set<ControlName>();
  #state: ControlState = {name: 'idle'};
  #offers: ControlOffers;

  /**
   * `onChange` is called when `state`, `offers` or a requested setting has changed, until the signal is aborted.
   * `takesPoints`: the browser has the constraint `pointsOfInterest`, which the standard does not list among a
   * track's capabilities.
   */
  constructor(
    track: ControlledTrack,
    onChange: () => void,
    signal: AbortSignal,
    takesPoints = false,
  ) {
    this.#track = track;
    this.#onChange = onChange;
    this.#signal = signal;
    this.#takesPoints = takesPoints;
    this.#offers = offersOf(track, takesPoints);
    for (const delay of REREAD_MS) void pause(delay, signal).then(() => this.#reread());
  }

  get state(): ControlState {
    return this.#state;
  }

  get offers(): ControlOffers {
    return this.#offers;
  }

  /** Whether the light is on: the requested value while a request runs, then the value that the camera reports. */
  get torch(): boolean {
    return this.#current.torch ?? false;
  }

  /** The zoom: the requested value while a request runs, then the value that the camera reports. */
  get zoom(): number {
    return this.#current.zoom ?? this.offers.zoom?.min ?? 1;
  }

  /** Applies the settings as soon as the camera is free; `state` reports the result. */
  set(wishes: ControlWishes): void {
    if (this.#signal.aborted) return;
    this.#wishes = {...this.#wishes, ...wishes};
    for (const control of Object.keys(wishes) as ControlName[]) this.#changed.add(control);
    if (this.#state.name === 'applying') return this.#onChange();
    this.#become({name: 'applying'});
    void this.#apply();
  }

  /**
   * The current settings, as far as the camera reports them. A camera may apply a request in part or not at all and
   * still report success.
   */
  get #current(): ControlWishes {
    const {torch, zoom}: ImageSettings = this.#track.getSettings();
    const settings = {...(torch !== undefined && {torch}), ...(zoom !== undefined && {zoom})};
    return this.#state.name === 'applying'
      ? {...settings, ...this.#wishes}
      : {...this.#wishes, ...settings};
  }

  #reread(): void {
    const offers = offersOf(this.#track, this.#takesPoints);
    if (this.#signal.aborted || JSON.stringify(offers) === JSON.stringify(this.#offers)) return;
    this.#offers = offers;
    this.#onChange();
  }

  async #apply(): Promise<void> {
    let failed: ControlName | undefined;
    while (this.#changed.size > 0 && !this.#signal.aborted) {
      const controls = [...this.#changed];
      this.#changed.clear();
      const isApplied = await this.#request({...this.#wishes});
      if (isApplied) failed = undefined;
      else {
        failed = controls[0];
        for (const control of controls) {
          // A newer value follows in a request of its own.
          if (!this.#changed.has(control)) delete this.#wishes[control];
        }
      }
    }
    if (this.#signal.aborted) return;
    this.#become(failed ? {name: 'failed', control: failed} : {name: 'idle'});
  }

  /** The constraints that request these settings. */
  #constraints({focus, ...wishes}: ControlWishes): object {
    if (focus === undefined) return wishes;
    const mode = focus === 'automatic' ? 'continuous' : 'single-shot';
    const {focusMode, exposureMode} = capabilitiesOf(this.#track);
    const modes = {
      ...(focusMode?.includes(mode) && {focusMode: mode}),
      ...(exposureMode?.includes(mode) && {exposureMode: mode}),
    };
    if (focus !== 'automatic') return {...wishes, ...modes, pointsOfInterest: [focus]};
    // Chromium clears the focus point only in a request that also sets the zoom.
    return {...wishes, ...modes, ...(this.offers.zoom && {zoom: this.zoom})};
  }

  /**
   * Sends all settings in one constraint set: Chromium reads only the first set, and rejects it together with other
   * constraints.
   */
  async #request(wishes: ControlWishes): Promise<boolean> {
    const late = pause(ANSWER_MS, this.#signal).then(() => false);
    const constraints = {advanced: [this.#constraints(wishes)]} as MediaTrackConstraints;
    const applied = this.#track.applyConstraints(constraints).then(
      () => true,
      () => false,
    );
    return Promise.race([applied, late]);
  }

  #become(state: ControlState): void {
    this.#state = state;
    this.#onChange();
  }
}

/** Firefox before version 132 has no `getCapabilities`. */
const capabilitiesOf = (track: Partial<ControlledTrack>): ImageCapabilities =>
  track.getCapabilities?.() ?? {};

function offersOf(track: ControlledTrack, takesPoints: boolean): ControlOffers {
  const {torch, zoom, focusMode, exposureMode, pointsOfInterest} = capabilitiesOf(track);
  const hasTorch = Array.isArray(torch) ? torch.includes(true) : torch === true;
  // A camera that can do neither once ignores points.
  const isOnce = [focusMode, exposureMode].some((modes) => modes?.includes('single-shot'));
  return {
    torch: hasTorch,
    zoom: zoom && zoom.max > zoom.min ? zoom : undefined,
    focus: isOnce && (takesPoints || pointsOfInterest !== undefined),
  };
}
