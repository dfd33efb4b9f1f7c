import {pause} from '../async/pause.js';

/** What a person can set while the camera is on. */
export interface ControlWishes {
  torch?: boolean;
  /** As the camera counts it: on phones a ratio, where 1 is no zoom. */
  zoom?: number;
}

export interface ZoomRange {
  min: number;
  max: number;
}

/** What this camera has, as its track says. */
export interface ControlOffers {
  torch: boolean;
  zoom?: ZoomRange;
}

export type ControlName = keyof ControlWishes;

/** Where the newest wish stands. */
export type ControlState =
  {name: 'idle'} | {name: 'applying'} | {name: 'failed'; control: ControlName};

/** Image Capture's part of capabilities, constraints and settings, which TypeScript does not know. */
interface ImageCapabilities extends MediaTrackCapabilities {
  torch?: boolean | boolean[];
  zoom?: ZoomRange;
}

type ImageSettings = MediaTrackSettings & ControlWishes;

export type ControlledTrack = Pick<
  MediaStreamTrack,
  'getCapabilities' | 'getSettings' | 'applyConstraints'
>;

/** When the camera's capabilities are read again: Chromium knows them a moment after the track is there. */
const LOOKS_MS = [300, 1_500];
/** A driver that answers later than this is given up. */
const ANSWER_MS = 5_000;

/**
 * Sets torch and zoom of one camera. One request runs at a time; what is wished meanwhile is applied after it, and
 * only the newest value of each control counts.
 */
export class TrackControls {
  readonly #track: ControlledTrack;
  readonly #onChange: () => void;
  readonly #signal: AbortSignal;
  /** All that was wished of this camera: browsers forget what a later request leaves out. */
  #wishes: ControlWishes = {};
  /** Changed since the last request began. */
  readonly #changed = new Set<ControlName>();
  #state: ControlState = {name: 'idle'};
  #offers: ControlOffers;

  /** `onChange` is called whenever `state`, `offers` or a wish has changed, until the signal is aborted. */
  constructor(track: ControlledTrack, onChange: () => void, signal: AbortSignal) {
    this.#track = track;
    this.#onChange = onChange;
    this.#signal = signal;
    this.#offers = offersOf(track);
    for (const delay of LOOKS_MS) void pause(delay, signal).then(() => this.#look());
  }

  get state(): ControlState {
    return this.#state;
  }

  get offers(): ControlOffers {
    return this.#offers;
  }

  /** While a request runs, as it is wished; then as the camera has it. */
  get torch(): boolean {
    return this.#current.torch ?? false;
  }

  /** As `torch`. */
  get zoom(): number {
    return this.#current.zoom ?? this.offers.zoom?.min ?? 1;
  }

  /** Applies it as soon as the camera is free; `state` says how that went. */
  set(wishes: ControlWishes): void {
    if (this.#signal.aborted) return;
    this.#wishes = {...this.#wishes, ...wishes};
    for (const control of Object.keys(wishes) as ControlName[]) this.#changed.add(control);
    if (this.#state.name === 'applying') return this.#onChange();
    this.#become({name: 'applying'});
    void this.#apply();
  }

  /** Cameras may apply a wish in part, or not at all, and answer that all is well. Some do not tell how they stand. */
  get #current(): ControlWishes {
    const {torch, zoom}: ImageSettings = this.#track.getSettings();
    const settings = {...(torch !== undefined && {torch}), ...(zoom !== undefined && {zoom})};
    return this.#state.name === 'applying'
      ? {...settings, ...this.#wishes}
      : {...this.#wishes, ...settings};
  }

  #look(): void {
    const offers = offersOf(this.#track);
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
          // A newer wish is tried in its turn.
          if (!this.#changed.has(control)) delete this.#wishes[control];
        }
      }
    }
    if (this.#signal.aborted) return;
    this.#become(failed ? {name: 'failed', control: failed} : {name: 'idle'});
  }

  /** In one set: Chromium reads the first one alone, and refuses it together with other constraints. */
  async #request(wishes: ControlWishes): Promise<boolean> {
    const late = pause(ANSWER_MS, this.#signal).then(() => false);
    const constraints = {advanced: [wishes]} as MediaTrackConstraints;
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

/** Firefox has no capabilities before version 132. */
function offersOf(track: Partial<ControlledTrack>): ControlOffers {
  const {torch, zoom}: ImageCapabilities = track.getCapabilities?.() ?? {};
  const hasTorch = Array.isArray(torch) ? torch.includes(true) : torch === true;
  return {torch: hasTorch, zoom: zoom && zoom.max > zoom.min ? zoom : undefined};
}
