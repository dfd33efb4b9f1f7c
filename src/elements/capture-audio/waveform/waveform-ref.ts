/** Where the waveform is drawn: an element, or a framework's reference to one. */
export type WaveformRef = HTMLElement | {readonly current: HTMLElement | null} | null;

/** The element; undefined if there is none yet. */
export const elementOf = (ref: WaveformRef | undefined): HTMLElement | undefined =>
  (ref && 'current' in ref ? ref.current : ref) ?? undefined;
