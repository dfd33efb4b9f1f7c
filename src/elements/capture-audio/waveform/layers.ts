import {adoptStyles} from 'lit';
import Renderer from 'wavesurfer.js/dist/renderer.js';
import {waveformStyles} from './waveform-styles.js';

/** What we read and set of wavesurfer's options. It looks at the object again with each drawing. */
export interface LayerOptions {
  container: HTMLElement;
  height: number;
  waveColor: string;
  progressColor: string;
  cursorColor: string;
  cursorWidth: number;
  fillParent: true;
  dragToSeek: boolean;
  /** Draws `channels` in place of wavesurfer's own bars, in the colour that is set. */
  renderFunction(channels: readonly Float32Array[], context: CanvasRenderingContext2D): void;
}

interface Signal<Value> {
  subscribe(told: (value: Value | null) => void): () => void;
}

/** What of an `AudioBuffer` wavesurfer asks for. */
export interface Sound {
  readonly numberOfChannels: 1;
  readonly duration: number;
  getChannelData(): Float32Array;
}

/** What we use of wavesurfer's renderer; its own types keep `initHtml` and `getPixelRatio` private. */
interface Drawing {
  readonly clickSignal: Signal<{relativeX: number}>;
  readonly dragEventsSignal: Signal<{relativeX: number}>;
  getWrapper(): HTMLElement;
  render(sound: Sound): Promise<void>;
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

/** wavesurfer empties a layer by `innerHTML = ''`, which a page with Trusted Types refuses. */
const emptiable = (element: HTMLElement): HTMLElement =>
  Object.defineProperty(element, 'innerHTML', {set: () => element.replaceChildren()});

/**
 * wavesurfer's layers, canvases and gestures, made by DOM calls and with a style sheet of our own: its HTML and its
 * inline style need more than a strict policy gives.
 */
export class Layers extends Base {
  /** wavesurfer's constructor asks for its elements here. */
  protected initHtml(): [HTMLElement, ShadowRoot] {
    const host = document.createElement('div');
    // For the eye alone: what it shows is also said in words.
    host.ariaHidden = 'true';
    const root = host.attachShadow({mode: 'open'});
    adoptStyles(root, [waveformStyles]);
    const canvases = emptiable(layer('layer canvases'));
    const progress = emptiable(layer('layer progress'));
    root.append(layer('scroll', layer('wrapper', canvases, progress, layer('cursor'))));
    return [host, root];
  }

  /**
   * Pixels of a canvas to one of CSS. Bars lose nothing where two or three pixels of a dense screen show one of the
   * canvas, and cost a fourth or less.
   */
  protected getPixelRatio(): number {
    const ratio = Math.max(1, devicePixelRatio);
    return ratio / Math.floor(ratio);
  }
}
