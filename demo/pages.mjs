// What the build adds to the demo's pages: the bar at their top, the look of the small ones, and the English texts.
import {readFileSync} from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

const LOOK = `<link rel="icon" type="image/svg+xml" href="./icon.svg" />
<link rel="stylesheet" href="./page.css" />`;

const escaped = (text) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The bar comes first in the body. The small pages name no body, and the bar's `noscript` would be in the head without it. */
function dressed(html) {
  const bar = `<body>\n${read('bar.html')}`;
  if (html.includes('<body>')) return html.replace('<body>', bar);
  return html.replace('</title>', `</title>\n${LOOK}\n${bar}`);
}

/** Vite drops the attribute of the stage's first script, without which the page would be seen in English first. */
const blocking = {
  name: 'blocking',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(
        /<script type="module" (?=crossorigin src="[^"]*\/index-)/,
        '$&blocking="render" ',
      ),
  },
};

/** Throws for a text that is not in texts/en.json. */
const texts = {
  name: 'texts',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const english = JSON.parse(read('texts/en.json'));
      const text = (key) => {
        if (english[key] === undefined) throw new Error(`demo/texts/en.json has no ${key}.`);
        return escaped(english[key]);
      };
      return dressed(html)
        .replace(/data-label="(\w+)"/g, (all, key) => `${all} aria-label="${text(key)}"`)
        .replace(/(data-text="(\w+)"[^>]*>)</g, (_, start, key) => `${start}${text(key)}<`);
    },
  },
};

/** Plugins for Vite. */
export const pages = [texts, blocking];
