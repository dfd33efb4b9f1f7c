import {InnerElement} from './inner-element.js';

/** A dialog, or what is closed like one; it dispatches `close`. */
export type Closable = EventTarget & Pick<HTMLDialogElement, 'open' | 'close'>;

/** Dispatched at the shadow root of the element in which a dialog was opened; it does not leave that. */
export class DialogOpenEvent extends Event {
  constructor(readonly dialog: Closable) {
    super('dialog-open');
  }
}

/** The dialogs that were opened in each such shadow tree, the last one last. */
const opened = new WeakMap<Node, readonly Closable[]>();

/** The dialogs of an element that are open, the uppermost last. */
export const openDialogs = (root: Node): Closable[] =>
  (opened.get(root) ?? []).filter(({open}) => open);

/** Opens a dialog of an inner element. The back button closes it if the element covers the screen. */
export function showModal(dialog: HTMLDialogElement) {
  dialog.showModal();
  let root = dialog.getRootNode();
  while (root instanceof ShadowRoot && root.host instanceof InnerElement) {
    root = root.host.getRootNode();
  }
  reportOpen(dialog, root);
}

/** Reports that a dialog was opened. `root`: the shadow root of the element. */
export function reportOpen(dialog: Closable, root: Node) {
  const dialogs = openDialogs(root).filter((other) => other !== dialog);
  opened.set(root, [...dialogs, dialog]);
  root.dispatchEvent(new DialogOpenEvent(dialog));
}
