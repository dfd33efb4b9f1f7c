/** Text that is HTML already. Other values are escaped when they are inserted into a page. */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type Value = Markup | string | number | undefined | false | readonly Value[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

function textOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map(textOf).join('');
}

/** HTML from a template literal. Values are escaped; `undefined` and `false` are left out, lists are joined. */
export function markup(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    strings.map((text, index) => (index === 0 ? '' : textOf(values[index - 1])) + text).join(''),
  );
}
