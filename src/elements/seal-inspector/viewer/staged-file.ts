import {Stage, type StageActions} from '../../stage/stage.js';
import type {Size} from '../../stage/zoom.js';
import {decodeWhole, freeCanvas} from './whole-picture.js';

/** `reduced`: with fewer pixels than the file, because the browser holds no more. */
type State = 'empty' | 'opening' | 'shown' | 'reduced' | 'unreadable';

/** A file's picture on a stage, with every pixel. Its memory is freed when another file, or none, is shown. */
export class StagedFile {
  readonly stage: Stage;
  readonly #changed: () => void;
  readonly #decode: typeof decodeWhole;
  #state: State = 'empty';
  #own?: Size;
  #work?: AbortController;

  /** `changed` is called when there is something else to render. */
  constructor(actions: StageActions, changed: () => void, decode = decodeWhole) {
    this.stage = new Stage(actions);
    this.#changed = changed;
    this.#decode = decode;
  }

  get state(): State {
    return this.#state;
  }

  /** The file's own size in pixels, once it is decoded. */
  get own(): Size | undefined {
    return this.#own;
  }

  /** Shows this picture in place of the last. */
  async show(file: Blob): Promise<void> {
    this.release();
    this.#state = 'opening';
    const {signal} = (this.#work = new AbortController());
    this.#changed();
    try {
      const {canvas, own} = await this.#decode(file, signal);
      if (signal.aborted) return freeCanvas(canvas);
      this.#own = own;
      this.#state = canvas.width === own.width ? 'shown' : 'reduced';
      this.stage.show(canvas, true, own);
    } catch {
      if (signal.aborted) return;
      this.#state = 'unreadable';
    }
    this.#changed();
  }

  /** Shows nothing, and frees what was decoded. */
  release(): void {
    this.#work?.abort();
    const {picture} = this.stage;
    this.stage.show(undefined, true);
    if (picture) freeCanvas(picture);
    this.#own = undefined;
    this.#state = 'empty';
  }
}
