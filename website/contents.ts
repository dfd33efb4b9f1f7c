import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, posix} from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A document of the repository that is a page of the site. */
export interface Guide {
  /** Path in the repository. */
  source: string;
  /** Name of the page, without an ending. */
  page: string;
  /** Its first heading. */
  title: string;
  /** Name in the menu. */
  name: string;
}

export interface Chapter {
  title: string;
  guides: Guide[];
}

function guide(source: string, name?: string): Guide {
  const title = /^# (.+)$/m.exec(readText(source))?.[1] ?? source;
  const page = posix.basename(source, '.md').toLowerCase();
  return {source, page, title, name: name ?? title.replace(/:.*/, '')};
}

/** Guides by the documents' names. The value is the name in the menu, if the title is too long. */
const documents = (names: Record<string, string | undefined>): Guide[] =>
  Object.entries(names).map(([name, short]) => guide(`docs/${name}.md`, short));

/** The chapters in the menu's order. Every document is in one chapter, which a test checks. */
export const chapters: Chapter[] = [
  {
    title: 'Start',
    guides: documents({
      'quick-start': undefined,
      'plain-html': undefined,
      'in-a-page': undefined,
      frameworks: 'Frameworks',
      webviews: 'Apps and WebViews',
      csp: undefined,
      theming: undefined,
      languages: undefined,
    }),
  },
  {
    title: 'Capture',
    guides: documents({
      elements: 'Options and events',
      forms: 'Forms',
      camera: 'Controls of the camera',
      imports: 'Photos that are there already',
      shots: 'Lists of shots',
      recordings: undefined,
      'license-plates': undefined,
      metadata: 'What is sealed',
    }),
  },
  {
    title: 'Seal and deliver',
    guides: documents({
      keys: 'Keys and tokens',
      delivery: 'Delivery',
      offline: undefined,
      sharing: undefined,
      'service-worker': 'In a service worker',
    }),
  },
  {
    title: 'Inspect',
    guides: documents({
      inspecting: undefined,
      sets: undefined,
      conformance: undefined,
      'trust-lists': undefined,
      revocation: undefined,
      redaction: undefined,
    }),
  },
  {
    title: 'The service',
    guides: documents({
      service: 'Running it',
      operating: 'Operating it',
      live: 'Live certificates',
      'signing-keys': 'Signing keys',
      'time-stamps': undefined,
      'many-services': 'Many as one',
      webhooks: undefined,
      audit: undefined,
      metrics: undefined,
      load: 'Load and attack',
    }),
  },
  {
    title: 'Security',
    guides: documents({'threat-model': undefined, 'security-architecture': undefined}),
  },
];

/** Documents that have their own place in the menu, or are only linked. */
export const otherGuides: Guide[] = [
  guide('docs/glossary.md'),
  guide('CHANGELOG.md'),
  guide('CONTRIBUTING.md'),
  guide('SECURITY.md', 'Report a weakness'),
  guide('docs/framework-examples.md'),
  guide('docs/webview-examples.md'),
];

export const guides: Guide[] = [...chapters.flatMap((chapter) => chapter.guides), ...otherGuides];

/** Files to which the documents link, shown on one page. */
export const exampleFiles: string[] = ['docs/examples', 'docs/deploy', 'docs/signing'].flatMap(
  (folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.\w+$|file$/.test(name))
      .map((name) => `${folder}/${name}`),
);

/** Id of a file's section on the page of examples. */
export const exampleId = (path: string): string =>
  path
    .replace(/^docs\//, '')
    .replace(/[^\w]+/g, '-')
    .toLowerCase();

/** Elements with a page of their own, which is made from their source. */
export const elementNames = [
  'capture-image',
  'capture-audio',
  'seal-inspector',
  'protection-provider',
];

/** The menu: titles of its groups, and their pages with their names. */
export const menu: [title: string, pages: [page: string, name: string][]][] = [
  ...chapters.map(({title, guides}): (typeof menu)[number] => [
    title,
    guides.map(({page, name}) => [page, name]),
  ]),
  [
    'Reference',
    [
      ['api', 'API of the service'],
      ['types', 'Types'],
      ['texts', 'Texts'],
      ['errors', 'Errors'],
      ['glossary', 'Glossary'],
      ['examples', 'Example files'],
      ['changelog', 'Changelog'],
    ],
  ],
];
menu[0]?.[1].unshift(['index', 'Overview']);
menu.splice(1, 0, ['Elements', elementNames.map((name) => [name, `<${name}>`])]);

/** Where a file of the repository is on the site. */
const addresses = new Map<string, string>([
  ...elementNames.map((name): [string, string] => [`src/elements/${name}.ts`, `./${name}.md`]),
  ['README.md', './index.md'],
  ['docs/errors.md', './errors.md'],
  ...guides.map(({source, page}): [string, string] => [source, `./${page}.md`]),
  ...exampleFiles.flatMap((path): [string, string][] => [
    [path, `./examples.md#${exampleId(path)}`],
    [dirname(path), `./examples.md#${exampleId(dirname(path))}`],
  ]),
]);

/**
 * The address of a document's link on the site.
 *
 * @param from path of the document in the repository
 * @returns undefined for a file that is in the repository and not on the site
 * @throws if there is no such file
 */
export function addressOf(link: string, from: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const target = posix.join(posix.dirname(from), path).replace(/\/$/, '');
  if (target.startsWith('docs/images/')) return target.replace('docs', '');
  const address = addresses.get(target);
  if (address) return anchor ? `${address}#${anchor}` : address;
  if (existsSync(join(root, target))) return undefined;
  throw new Error(`${from} links to ${target}, which is not there.`);
}

/** The text of a link: if it is a document's path, that document's name in the menu. */
export function linkText(text: string, link: string, from: string): string {
  if (!/^[\w./-]+\.md$/.test(text)) return text;
  const [path = ''] = link.split('#');
  const target = posix.join(posix.dirname(from), path);
  const names: Record<string, string> = {'README.md': 'the overview', 'docs/errors.md': 'Errors'};
  return guides.find(({source}) => source === target)?.name ?? names[target] ?? text;
}
