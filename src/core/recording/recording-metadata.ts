import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {CaptureContents} from '../metadata/capture-contents.js';
import type {CaptureReadings} from '../metadata/late-readings.js';
import type {DraftContents, OwnSection} from '../metadata/metadata-readings.js';

type Section = {unavailableReason?: string} | undefined;

/** The metadata of a recording: what was known at its start, completed by what is known at its end. */
export class RecordingMetadata {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly #readings: CaptureReadings;
  readonly #clock: Clock;
  readonly #own: OwnSection;
  readonly #start: CaptureContents;
  #known?: string;

  constructor(readings: CaptureReadings, clock: Clock, own: OwnSection) {
    this.#readings = readings;
    this.#clock = clock;
    this.#own = own;
    this.startedAt = clock.now();
    this.#start = readings.contents(own);
  }

  get start(): CaptureMetadata {
    return this.#start.metadata;
  }

  contents(): CaptureContents {
    const {metadata, ages, gathered} = this.#readings.contents(this.#own);
    const elapsed = this.#clock.now() - this.startedAt;
    for (const name of this.#kept(metadata)) {
      const age = this.#start.ages[name];
      if (age === undefined) delete ages[name];
      else ages[name] = age + elapsed;
    }
    return {metadata: this.#merged(metadata), ages, gathered: this.#gathered(gathered)};
  }

  /** The metadata known now, if sections have appeared or disappeared since the last call. */
  news(): Pick<CaptureContents, 'metadata' | 'gathered'> | undefined {
    const {metadata, gathered} = this.contents();
    const names = Object.keys(metadata) as (keyof CaptureMetadata)[];
    const known = String(names.filter((name) => isKnown(metadata[name] as Section)));
    if (known === this.#known) return undefined;
    this.#known = known;
    return {metadata, gathered};
  }

  /** The metadata at the end. A new location is requested only if there was none at the start. */
  draft(): DraftContents {
    const lacksPlace = !isKnown(this.start.gps);
    const {metadata, gathered, renewal} = lacksPlace
      ? this.#readings.draft(this.#own)
      : {...this.#readings.contents(this.#own), renewal: undefined};
    return {metadata: this.#merged(metadata), gathered: this.#gathered(gathered), renewal};
  }

  /** A section that the page's adapter supplied at either time counts as the page's. */
  #gathered(end: CaptureContents['gathered']): CaptureContents['gathered'] {
    return [...new Set([...(this.#start.gathered ?? []), ...(end ?? [])])];
  }

  #merged(end: CaptureMetadata): CaptureMetadata {
    const kept = this.#kept(end).map((name) => [name, this.start[name]]);
    return {...end, ...(Object.fromEntries(kept) as CaptureMetadata)};
  }

  /** Sections that the page has switched off meanwhile are not sealed, even if their values were known. */
  #kept(end: CaptureMetadata): (keyof CaptureMetadata)[] {
    const names = Object.keys(this.start) as (keyof CaptureMetadata)[];
    return names.filter(
      (name) =>
        isKnown(this.start[name] as Section) &&
        (end[name] as Section)?.unavailableReason !== 'disabled',
    );
  }
}

const isKnown = (section: Section): boolean => !!section && !section.unavailableReason;
