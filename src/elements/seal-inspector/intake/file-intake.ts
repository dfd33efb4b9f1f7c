import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {dropped, filesOf, type RawFiles} from './dropped-files.js';

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};

/** Takes files that are chosen, dropped on the host, or pasted while no text field has the focus. */
export class FileIntake implements ReactiveController {
  readonly #host: Host;
  /** Takes files as if they had been dropped. */
  readonly take: (given: RawFiles) => void;
  /** Returns true for a pasted text that it takes, such as an address. Set by code that is loaded later. */
  takesText?: (event: ClipboardEvent) => boolean;
  #dragging = false;
  #connection?: AbortController;

  constructor(host: Host, take: (given: RawFiles) => void) {
    this.#host = host;
    this.take = take;
    host.addController(this);
  }

  /** True while a file is dragged over the host. */
  get dragging(): boolean {
    return this.#dragging;
  }

  hostConnected() {
    this.#connection = new AbortController();
    const {signal} = this.#connection;
    this.#host.addEventListener('dragover', this.#onDragOver, {signal});
    this.#host.addEventListener('dragleave', this.#onDragLeave, {signal});
    this.#host.addEventListener('drop', this.#onDrop, {signal});
    document.addEventListener('paste', this.#onPaste, {signal});
  }

  hostDisconnected() {
    this.#connection?.abort();
    this.#setDragging(false);
  }

  /** Opens the browser's dialog, for files, of which it offers these kinds, or for one folder with its content. */
  choose(what: 'files' | 'folder', accept?: string) {
    const input = this.#host.renderRoot.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) return;
    if (accept) input.accept = accept;
    input.webkitdirectory = what === 'folder';
    input.click();
  }

  readonly onPicked = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const given = filesOf(input.files ?? [], input.webkitdirectory);
    // Cleared, so that choosing the same file again also fires `change`.
    input.value = '';
    this.take(given);
  };

  readonly #onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Prevents the browser from opening the file in place of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#setDragging(true);
  };

  readonly #onDragLeave = (event: DragEvent) => {
    if (event.relatedTarget instanceof Node && this.#host.contains(event.relatedTarget)) return;
    this.#setDragging(false);
  };

  readonly #onDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#setDragging(false);
    const given = dropped(event.dataTransfer);
    if (!(given instanceof Promise)) return this.take(given);
    const connection = this.#connection;
    void given.then((found) => {
      if (!connection?.signal.aborted) this.take(found);
    });
  };

  /** A paste belongs to the host if the focus is in it or nowhere; another inspector may have handled it first. */
  readonly #onPaste = (event: ClipboardEvent) => {
    const target = event.composedPath()[0];
    const isMine = event.composedPath().includes(this.#host);
    const isNobodys = target === document.body || target === document.documentElement;
    if (event.defaultPrevented || !(isMine || isNobodys)) return;
    const files = event.clipboardData?.files;
    if (files?.length) this.take(filesOf(files));
    else if (!this.takesText?.(event)) return;
    event.preventDefault();
  };

  #setDragging(dragging: boolean) {
    if (this.#dragging === dragging) return;
    this.#dragging = dragging;
    this.#host.requestUpdate();
  }
}
