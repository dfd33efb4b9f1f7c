import {adoptStyles} from 'lit';
import Renderer from 'wavesurfer.js/dist/renderer.js';
import {waveformStyles} from './waveform-styles.js';

/** The options of wavesurfer that are read and set here. wavesurfer reads the object with each drawing. */
export interface LayerOptions {
  container: HTMLElement;
  height: number;
  waveColor: string;
  progressColor: string;
  cursorColor: string;
  cursorWidth: number;
  fillParent: true;
  dragToSeek: boolean;
  /** Draws `channels` instead of wavesurfer's own bars, in the colour that is set. */
  renderFunction(channels: readonly Float32Array[], context: CanvasRenderingContext2D): void;
}

interface Signal<Value> {
  subscribe(told: (value: Value | null) => void): () => void;
}

/** The members of an `AudioBuffer` that wavesurfer uses. */
export interface DrawnAudio {
  readonly numberOfChannels: 1;
  readonly duration: number;
  getChannelData(): Float32Array;
}

/** The members of wavesurfer's renderer that are used; its own types declare `initHtml` and `getPixelRatio` private. */
interface Drawing {
  readonly clickSignal: Signal<{relativeX: number}>;
  readonly dragEventsSignal: Signal<{relativeX: number}>;
  getWrapper(): HTMLElement;
  render(sound: DrawnAudio): Promise<void>;
  renderProgress(fraction: number): void;
  destroy(): void;
}

const Base = Renderer as unknown as new (options: LayerOptions) => Drawing;

const layer = (name: string, ...children: Element[]): HTMLElement => {
  const element = document.createElement('div');
  element.className = name;
  element.append(...children);
  return element;
};

/** wavesurfer clears a layer with `innerHTML = ''`, which Trusted Types forbid. */
const emptiable = (element: HTMLElement): HTMLElement =>
  Object.defineProperty(element, 'innerHTML', {set: () => element.replaceChildren()});

/**
 * wavesurfer's layers, canvases and gestures, built with DOM calls and a style sheet of this package: its own HTML
 * and inline styles violate a strict policy.
 */
export class Layers extends Base {
  /** Called by wavesurfer's constructor to create its elements. */
  protected initHtml(): [HTMLElement, ShadowRoot] {
    const host = document.createElement('div');
    // Hidden from screen readers, because its content is also available as text.
    host.ariaHidden = 'true';
    const root = host.attachShadow({mode: 'open'});
    adoptStyles(root, [waveformStyles]);
    const canvases = emptiable(layer('layer canvases'));
    const progress = emptiable(layer('layer progress'));
    root.append(layer('scroll', layer('wrapper', canvases, progress, layer('cursor'))));
    return [host, root];
  }

  /**
   * Canvas pixels per CSS pixel. Bars look the same when two or three pixels of a dense screen show one of the
   * canvas, and cost a fourth or less.
   */
  protected getPixelRatio(): number {
    const ratio = Math.max(1, devicePixelRatio);
    return ratio / Math.floor(ratio);
  }
}
