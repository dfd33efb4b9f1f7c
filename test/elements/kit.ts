import {fixtureSync, html, waitUntil as waitOneSecond} from '@open-wc/testing';
import {ContextProvider} from '@lit/context';
import type {LitElement} from 'lit';
import {InnerElement} from '../../src/elements/inner/inner-element.js';
import {coreContext, type CaptureCore} from '../../src/elements/core-context.js';

/** A container in the page whose capture elements use `core`. It is removed after the test. */
export function pageWith(core: CaptureCore): HTMLElement {
  const page = fixtureSync<HTMLElement>(html`<div></div>`);
  new ContextProvider(page, {context: coreContext, initialValue: core}).hostConnected();
  return page;
}

/** Resolves once the condition holds, and rejects after ten seconds: pictures are decoded on a shared processor. */
export const waitUntil = (condition: () => unknown, what?: string): Promise<void> =>
  waitOneSecond(condition, what, {timeout: 10_000});

/** Resolves once the element and its inner elements have rendered. */
export async function rendered(element: LitElement): Promise<void> {
  await element.updateComplete;
  for (const inner of innerOf(element)) await rendered(inner);
}

/** Resolves once the element has rendered, after the caller's own change or promise. */
export async function drawn(element: LitElement, first?: unknown): Promise<void> {
  await first;
  await rendered(element);
}

/** The element inside that has the focus, in whatever shadow tree. */
export function focusedIn({shadowRoot}: Element): Element | null {
  const focused = shadowRoot?.activeElement ?? null;
  return focused && (focusedIn(focused) ?? focused);
}

/** The inner elements of an element: those of this package in its shadow tree. */
export const innerOf = ({shadowRoot}: Element): readonly InnerElement[] =>
  [...(shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
    (inner) => inner instanceof InnerElement,
  );

/** Sets these properties of the element. Resolves once they are rendered. */
export async function change<E extends LitElement>(element: E, properties: Partial<E>) {
  Object.assign(element, properties);
  await rendered(element);
}

/** All nodes in the element that match this selector, those of its inner elements last. */
export const all = <E extends Element = HTMLElement>(element: Element, selector: string): E[] => [
  ...(element.shadowRoot?.querySelectorAll<E>(selector) ?? []),
  ...innerOf(element).flatMap((inner) => all<E>(inner, selector)),
];

/** True if the browser has buttons of its own for permissions. */
export const hasPermissionButtons = 'track' in document.createElement('camera');

/**
 * Resolves once the element that has just been refused a device or the location shows our own way back. Where the browser has
 * a button for that, a script presses it, which the browser ignores.
 */
export async function ownWayBack(element: LitElement, selector: string): Promise<void> {
  const find = () => all(element, '.permission-button')[0];
  if (hasPermissionButtons) await waitUntil(find, 'the browser’s button is shown');
  await waitUntil(() => {
    const button = find();
    button?.click();
    return !button && all(element, selector).length > 0;
  }, 'its own way back is shown');
}

/** The text as a person reads it, without the white space between lines of a template. */
export const textOf = (node: Node | null | undefined): string =>
  (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** One element in the page, with what a person sees and does. */
export abstract class ElementFixture<E extends LitElement> {
  abstract readonly element: E;

  find<Found extends Element = HTMLElement>(selector: string): Found {
    const [found] = all<Found>(this.element, selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  }

  has(selector: string): boolean {
    return all(this.element, selector).length > 0;
  }

  text(selector: string): string {
    return textOf(this.find(selector));
  }
}
