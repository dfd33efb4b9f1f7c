import type {LitElement} from 'lit';

/** Brings an element in the page into the language that is looked at. It shows nothing of interest before. */
export type Begin = (element: LitElement) => Promise<void>;

/** Brings one element into one state after the other, and yields the name of each. */
export type Screens = (begin: Begin) => AsyncGenerator<string>;

/** Sets the element's language, as a page in that language does. */
export async function speak(element: LitElement, lang: string): Promise<void> {
  element.lang = lang;
  element.dir = lang === 'ar' ? 'rtl' : 'ltr';
  await settled(element);
}

/** Waits until asynchronous changes are rendered. */
export async function settled(element: LitElement, first?: unknown): Promise<void> {
  await first;
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await element.updateComplete;
  }
}
