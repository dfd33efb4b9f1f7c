import type {LitElement, ReactiveController} from 'lit';

interface DropActions {
  /** True if files are taken now. */
  isOn: () => boolean;
  take: (files: readonly File[]) => void;
}

/** Takes files that are dropped on an element, or pasted while the focus is in it. */
export class FileDrop implements ReactiveController {
  readonly #host: LitElement;
  readonly #actions: DropActions;
  /** True while files are held over the element. */
  #isOver = false;

  constructor(host: LitElement, actions: DropActions) {
    this.#host = host;
    this.#actions = actions;
    host.addController(this);
    host.addEventListener('dragenter', this.#onDrag);
    host.addEventListener('dragover', this.#onDrag);
    host.addEventListener('dragleave', this.#onLeave);
    host.addEventListener('drop', this.#onDrop);
    host.addEventListener('paste', this.#onPaste);
  }

  hostDisconnected() {
    this.#isOver = false;
  }

  get isOver(): boolean {
    return this.#isOver && this.#actions.isOn();
  }

  #setOver(isOver: boolean) {
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#host.requestUpdate();
  }

  readonly #onDrag = (event: DragEvent) => {
    const {dataTransfer} = event;
    if (!this.#actions.isOn() || !dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
    this.#setOver(true);
  };

  readonly #onLeave = ({relatedTarget}: DragEvent) => {
    if (!(relatedTarget instanceof Node) || !this.#host.contains(relatedTarget))
      this.#setOver(false);
  };

  readonly #onDrop = (event: DragEvent) => {
    this.#setOver(false);
    this.#takeFrom(event, event.dataTransfer);
  };

  readonly #onPaste = (event: ClipboardEvent) => {
    this.#takeFrom(event, event.clipboardData);
  };

  #takeFrom(event: Event, data: DataTransfer | null) {
    // A file of a folder cannot be read; the folder is refused as such.
    const files = [...(data?.files ?? [])];
    if (!this.#actions.isOn() || files.length === 0) return;
    event.preventDefault();
    this.#actions.take(files);
  }
}
