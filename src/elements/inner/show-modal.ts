import {InnerElement} from './inner-element.js';

/** Dispatched at the shadow root of the element whose inner element has opened a dialog; it does not leave that. */
export class DialogOpenEvent extends Event {
  constructor(readonly dialog: HTMLDialogElement) {
    super('dialog-open');
  }
}

/** The dialogs that were opened in each such shadow tree, the last one last. */
const opened = new WeakMap<Node, readonly HTMLDialogElement[]>();

/** The dialogs of inner elements that are open, the uppermost last. */
export const openDialogs = (root: Node): HTMLDialogElement[] =>
  (opened.get(root) ?? []).filter(({open}) => open);

/** Opens a dialog of an inner element. The back button closes it if the element covers the screen. */
export function showModal(dialog: HTMLDialogElement) {
  dialog.showModal();
  let root = dialog.getRootNode();
  while (root instanceof ShadowRoot && root.host instanceof InnerElement) {
    root = root.host.getRootNode();
  }
  const dialogs = openDialogs(root).filter((other) => other !== dialog);
  opened.set(root, [...dialogs, dialog]);
  root.dispatchEvent(new DialogOpenEvent(dialog));
}
