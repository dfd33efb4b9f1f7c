// What the build adds to the demo's pages: the bar at their top, the look of the small ones, and the English texts.
import {readFileSync} from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

const LOOK = `<link rel="icon" type="image/svg+xml" href="./icon.svg" />
<link rel="stylesheet" href="./page.css" />`;

const escaped = (text) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The bar comes first in the body, which begins with the first element that cannot be in the head. */
function dressed(html) {
  const bar = read('bar.html');
  if (html.includes('<body>')) return html.replace('<body>', `<body>\n${bar}`);
  return html.replace('</title>', `</title>\n${LOOK}\n${bar}`);
}

/** A plugin for Vite. Throws for a text that is not in texts/en.json. */
export const pages = {
  name: 'pages',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const texts = JSON.parse(read('texts/en.json'));
      const text = (key) => {
        if (texts[key] === undefined) throw new Error(`demo/texts/en.json has no ${key}.`);
        return escaped(texts[key]);
      };
      return dressed(html)
        .replace(/data-label="(\w+)"/g, (all, key) => `${all} aria-label="${text(key)}"`)
        .replace(/(data-text="(\w+)"[^>]*>)</g, (_, start, key) => `${start}${text(key)}<`);
    },
  },
};
