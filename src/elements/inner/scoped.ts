import {html as litHtml, type TemplateResult} from 'lit';
import {VERSION} from '@sealed-capture/seal/model/version.js';

/** The tag in the page. It contains the version, so that two versions of this package do not use each other's elements. */
const tagOf = (name: string): string => `sealed-capture-${name}-${VERSION}`;

/**
 * Defines inner elements by name, for the element that renders them; a second copy of this version uses those of the first.
 * Called from code in use, because a page's bundler drops modules that are only imported.
 */
export function defineInner(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [name, constructor] of Object.entries(elements)) {
    if (!customElements.get(tagOf(name))) customElements.define(tagOf(name), constructor);
  }
}

const named = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Lit's `html`, in which `<sc-…>` stands for the inner element of that name. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  let tagged = named.get(strings);
  if (!tagged) {
    const texts = strings.map((text) =>
      text.replace(/(<\/?)sc-([\w-]+)/g, (_, open: string, name: string) => open + tagOf(name)),
    );
    tagged = Object.assign(texts, {raw: strings.raw});
    named.set(strings, tagged);
  }
  return litHtml(tagged, ...values);
}
