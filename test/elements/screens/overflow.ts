import {innerOf, textOf} from '../kit.js';

const describe = (box: Element): string =>
  `${box.localName}.${box.className}: ${textOf(box)}`.slice(0, 200);

/** Texts with the elements that have them, without what is not drawn as text. Code scrolls. */
function* textsOf(root: ShadowRoot): Generator<[node: Node, parent: HTMLElement]> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent || parent.closest('style, option, svg, pre')) continue;
    if (parent.checkVisibility()) yield [node, parent];
  }
  for (const {shadowRoot} of innerOf(root.host)) if (shadowRoot) yield* textsOf(shadowRoot);
}

/** The box around a box, also where that is an inner element. */
function around(box: Element): Element | null {
  const root = box.getRootNode();
  return box.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** What has no room in this element: text that is wider than its box, or reaches out of the element or its button. */
export function overflowing(root: ShadowRoot): string[] {
  const host = root.host as HTMLElement;
  const found = new Set<string>();
  if (host.scrollWidth > host.clientWidth) found.add(`the element is ${host.scrollWidth} wide`);
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (box: Element) => {
    const style = styles.get(box) ?? getComputedStyle(box);
    styles.set(box, style);
    return style;
  };
  const elsewhere = new Map<Element, boolean>();
  /** True for text that scrolls in its own box, is cut on purpose, or that only screen readers read. */
  const isElsewhere = (box: Element | null): boolean => {
    if (!box || box === host) return false;
    let is = elsewhere.get(box);
    if (is === undefined) {
      const {clipPath, overflowX, textOverflow} = styleOf(box);
      const scrolls = overflowX === 'auto' || overflowX === 'scroll';
      is =
        clipPath !== 'none' ||
        textOverflow === 'ellipsis' ||
        (scrolls && box.scrollWidth > box.clientWidth) ||
        isElsewhere(around(box));
      elsewhere.set(box, is);
    }
    return is;
  };
  const isOnCorner = (box: Element): boolean =>
    styleOf(box).position === 'absolute' ||
    (box.localName === 'bdi' && !!box.parentElement && isOnCorner(box.parentElement));
  const {left, right} = host.getBoundingClientRect();
  for (const [node, parent] of textsOf(root)) {
    if (isElsewhere(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    const {display, position} = styleOf(parent);
    const box = parent.getBoundingClientRect();
    // A drawn arrow beside the text, which is turned, may reach out of its box.
    const isBox = display !== 'inline' && display !== 'contents' && position !== 'absolute';
    if (isBox && (text.left < box.left - 1 || text.right > box.right + 1))
      found.add(`too wide: ${describe(parent)}`);
    const frame = parent.closest('dialog')?.getBoundingClientRect() ?? {left, right};
    if (text.left < frame.left - 1 || text.right > frame.right + 1)
      found.add(`outside: ${describe(parent)}`);
    const button = parent.closest('button')?.getBoundingClientRect();
    // The badge of a button lies on its corner.
    if (!button || isOnCorner(parent)) continue;
    if (text.left < button.left - 1 || text.right > button.right + 1)
      found.add(`over the side of its button: ${describe(parent)}`);
    if (text.top < button.top - 2 || text.bottom > button.bottom + 2)
      found.add(`over its button: ${describe(parent)}`);
  }
  return [...found];
}
