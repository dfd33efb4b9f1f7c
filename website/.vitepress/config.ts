import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {transformerStyleToClass} from '@shikijs/transformers';
import {slug} from 'github-slugger';
import {defineConfig, type MarkdownRenderer} from 'vitepress';
import {policyWith} from '../../demo/server/policy.js';
import {publicNames} from '../../vite.config.js';
import {menu, readText} from '../contents.js';
import {searchWords} from '../search-words.js';

/** The policy of a page, for servers that do not send the header. `npm start` sends the same as a header. */
const POLICY = policyWith('vue lit-html sealed-capture');

const {version, description} = JSON.parse(readText('package.json')) as Record<string, string>;

/** The colours of code are in classes, because the policy forbids styles in the page. */
const codeColors = transformerStyleToClass();

/** VitePress writes scripts into each page, the same in all. The policy forbids that: they are a file. */
let scripts = '';

/** Leaves out what tables get as styles, and header cells without a text. */
function mendTables(md: MarkdownRenderer): void {
  md.core.ruler.push('tables', ({tokens}) => {
    for (const [index, token] of tokens.entries()) {
      if (!/^t[hd]_open$/.test(token.type)) continue;
      token.attrs = null;
      const close = tokens[index + 2];
      if (token.tag === 'th' && tokens[index + 1]?.content === '' && close)
        token.tag = close.tag = 'td';
    }
  });
}

/** Adds the words that people search for to the headings of their sections. */
const withSearchWords = (html: string, page: string): string =>
  html.replace(/<h\d id="([^"]+)".*?<\/h\d>/gs, (heading, id: string) => {
    const words = searchWords[`${page}#${id}`];
    return words === undefined ? heading : `${heading}<p>${words}</p>`;
  });

export default defineConfig({
  srcDir: '../dist/site-pages',
  srcExclude: ['public/**'],
  outDir: '../dist/site',
  base: '/docs/',
  lang: 'en',
  title: 'Sealed Capture',
  titleTemplate: ':title · Sealed Capture',
  description: description ?? '',
  metaChunk: true,
  // Otherwise each change of the theme adds a style to the page, which the policy forbids.
  appearance: {disableTransition: false},
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['link', {rel: 'stylesheet', href: '/docs/code.css'}],
    ['link', {rel: 'stylesheet', href: '/docs/themes.css'}],
    ['link', {rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg'}],
  ],
  markdown: {
    anchor: {slugify: slug},
    languageAlias: {mjs: 'js', cjs: 'js', conf: 'nginx', svg: 'html'},
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-high-contrast'},
    codeTransformers: [codeColors],
    config: mendTables,
    image: {lazyLoading: true},
  },
  themeConfig: {
    logo: '/icon.svg',
    logoLink: {link: '/', target: '_self'},
    nav: [
      {text: 'Docs', link: '/index'},
      {text: 'API', link: '/api'},
      {text: `Version ${version}`, link: '/changelog'},
      {text: 'Get started', link: '/quick-start'},
    ],
    sidebar: menu.map(([text, pages]) => ({
      text,
      items: pages.map(([page, name]) => ({text: name.replace('<', '&lt;'), link: `/${page}`})),
    })),
    outline: [2, 3],
    notFound: {
      title: 'There is nothing here',
      quote: 'The address may have changed, or has a mistake. The search finds every page.',
      linkText: 'To the manual',
    },
    search: {
      provider: 'local',
      options: {
        detailedView: false,
        disableQueryPersistence: true,
        _render(text, env, md) {
          const html = md.render(text, env);
          if (env.frontmatter?.['search'] === false) return '';
          return withSearchWords(html, env.relativePath.replace(/md$/, 'html'));
        },
      },
    },
  },
  vite: {
    resolve: {alias: publicNames().map(({find, replacement}) => ({find, replacement}))},
    // A strict policy blocks data: scripts.
    build: {assetsInlineLimit: 0, target: 'es2022', chunkSizeWarningLimit: 4000},
  },
  transformHtml(html) {
    const before = scripts;
    scripts = '';
    const page = html
      .replace(
        '<meta charset="utf-8">',
        `$&\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      )
      .replace(/<script(?: id="[^"]*")?>(.*?)<\/script>/gs, (_, code: string) => {
        scripts += code;
        return scripts === code ? '<script src="/docs/first.js"></script>' : '';
      })
      .replace(/ style="[^"]*"/g, '');
    if (before && before !== scripts) throw new Error('The scripts of two pages differ.');
    return page;
  },
  buildEnd({outDir}) {
    writeFileSync(join(outDir, 'first.js'), scripts);
    writeFileSync(join(outDir, 'code.css'), codeColors.getCSS());
  },
});
