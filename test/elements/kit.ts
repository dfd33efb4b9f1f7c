import {fixtureSync, html, waitUntil as waitOneSecond} from '@open-wc/testing';
import {ContextProvider} from '@lit/context';
import type {LitElement} from 'lit';
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

/** Resolves once the element has rendered, after the caller's own change or promise. */
export async function drawn(element: LitElement, first?: unknown): Promise<void> {
  await first;
  await element.updateComplete;
}

/** Sets these properties of the element. Resolves once they are rendered. */
export async function change<E extends LitElement>(element: E, properties: Partial<E>) {
  Object.assign(element, properties);
  await element.updateComplete;
}

/** All nodes in the element that match this selector, in document order. */
export const all = <E extends Element = HTMLElement>(element: Element, selector: string): E[] => [
  ...(element.shadowRoot?.querySelectorAll<E>(selector) ?? []),
];

/** The text as a person reads it, without the white space between lines of a template. */
export const textOf = (node: Node | null | undefined): string =>
  (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** One element in the page, with what a person sees and does. */
export abstract class ElementFixture<E extends LitElement> {
  abstract readonly element: E;

  find<Found extends Element = HTMLElement>(selector: string): Found {
    const found = this.element.shadowRoot?.querySelector<Found>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  }

  has(selector: string): boolean {
    return Boolean(this.element.shadowRoot?.querySelector(selector));
  }

  text(selector: string): string {
    return textOf(this.find(selector));
  }
}
