import english from './texts/en.json' with {type: 'json'};

export type Texts = typeof english;

const texts: Texts = english;

/** A text in the page's language, with `{name}` replaced by the value of that name. */
export const say = (key: keyof Texts, values: Record<string, string | number> = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
