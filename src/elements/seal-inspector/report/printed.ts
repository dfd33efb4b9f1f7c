/** A document of its own, for paper or to be saved. */
export interface PrintedDocument {
  styles: string;
  /** Writes the content, and sets language, direction and title. */
  write: (document: Document) => void | Promise<void>;
  /** Called when what was written is no longer needed for printing. */
  release?: () => void;
}

/** How a window is printed; tests look at it instead. */
export type Print = (frame: Window) => void;

/**
 * Prints a document from a hidden frame within `root`, which is removed after printing or an abort; not every browser
 * reports the end of printing. A page's policy allows the frame, because an empty frame is not fetched and its styles
 * are constructed.
 */
export async function printDocument(
  {styles, write, release}: PrintedDocument,
  root: Node,
  signal: AbortSignal,
  print: Print = (frame) => frame.print(),
): Promise<void> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; visibility: hidden';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  const close = () => {
    frame.remove();
    release?.();
  };
  // Some browsers replace the first, empty document once more.
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), {once: true});
    signal.addEventListener('abort', () => resolve(close()), {once: true});
  });
  try {
    root.appendChild(frame);
    await loaded;
    const inner = frame.contentWindow as (Window & typeof globalThis) | null;
    // The frame was removed meanwhile.
    if (!inner) return;
    await write(inner.document);
    if (signal.aborted) return;
    const sheet = new inner.CSSStyleSheet();
    sheet.replaceSync(styles);
    inner.document.adoptedStyleSheets = [sheet];
    inner.addEventListener('afterprint', close, {once: true});
    print(inner);
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** The policy of a saved document: a browser may only show it. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** A document as a page without external resources. It does not belong to the page: it fetches nothing. */
export async function savedDocument({styles, write}: PrintedDocument): Promise<string> {
  const kept = document.implementation.createHTMLDocument();
  await write(kept);
  const walker = kept.createTreeWalker(kept.body, NodeFilter.SHOW_COMMENT);
  const marks: Node[] = [];
  while (walker.nextNode()) marks.push(walker.currentNode);
  for (const mark of marks) mark.parentNode?.removeChild(mark);
  const meta = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const viewport = '<meta name="viewport" content="width=device-width">';
  const head = `${meta}${viewport}${kept.head.innerHTML}<style>${styles}</style>`;
  const {lang, dir} = kept.documentElement;
  const direction = dir ? ` dir="${dir}"` : '';
  return `<!doctype html>\n<html lang="${lang}"${direction}><head>${head}</head>${kept.body.outerHTML}</html>\n`;
}

/** The direction of a document in this language. */
export const directionOf = (language: string): 'rtl' | 'ltr' =>
  /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
