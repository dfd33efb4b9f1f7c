import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, posix} from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A document of the repository that is a page of the site. */
export interface Guide {
  /** Path in the repository. */
  source: string;
  /** File name of the page. */
  file: string;
  /** Its first heading. */
  title: string;
  /** Name in the menu. */
  name: string;
}

export interface Chapter {
  title: string;
  guides: Guide[];
}

function guide(source: string, name?: string, file?: string): Guide {
  const title = /^# (.+)$/m.exec(readText(source))?.[1] ?? source;
  const ownFile = `${posix.basename(source, '.md')}.html`;
  return {source, file: file ?? ownFile, title, name: name ?? title.replace(/:.*/, '')};
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
      'service-worker': 'In a service worker',
    }),
  },
  {
    title: 'Inspect',
    guides: documents({
      inspecting: undefined,
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
  guide('CHANGELOG.md', undefined, 'changelog.html'),
  guide('CONTRIBUTING.md', undefined, 'contributing.html'),
  guide('SECURITY.md', undefined, 'security.html'),
  guide('docs/framework-examples.md'),
  guide('docs/webview-examples.md'),
];

export const guides: Guide[] = [...chapters.flatMap((chapter) => chapter.guides), ...otherGuides];

/** Pages that are generated from a document and from the code. */
export const START = 'index.html';
export const ERRORS = 'errors.html';
export const EXAMPLES = 'examples.html';

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

/** Pictures of the documents. */
export const pictures: string[] = readdirSync(join(root, 'docs/images')).map(
  (name) => `docs/images/${name}`,
);

/** Elements with a page of their own, which is made from their source. */
const elementNames = ['capture-image', 'capture-audio', 'seal-inspector', 'protection-provider'];

const fileOf = new Map<string, string>([
  ...elementNames.map((name): [string, string] => [`src/elements/${name}.ts`, `${name}.html`]),
  ...pictures.map((path): [string, string] => [path, path.replace('docs/', '')]),
  ['README.md', START],
  ['docs/errors.md', ERRORS],
  ...guides.map(({source, file}): [string, string] => [source, file]),
  ...exampleFiles.flatMap((path): [string, string][] => [
    [path, `${EXAMPLES}#${exampleId(path)}`],
    [dirname(path), `${EXAMPLES}#${exampleId(dirname(path))}`],
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
  if (/^[a-z]+:/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const target = path ? posix.join(posix.dirname(from), path).replace(/\/$/, '') : from;
  const file = fileOf.get(target);
  if (file) return anchor ? `${file}#${anchor}` : file;
  if (existsSync(join(root, target))) return undefined;
  throw new Error(`${from} links to ${target}, which is not there.`);
}

/** The text of a link: if it is a document's path, that document's name in the menu. */
export function linkText(text: string, link: string, from: string): string {
  if (!/^[\w./-]+\.md$/.test(text)) return text;
  const [path = ''] = link.split('#');
  const target = posix.join(posix.dirname(from), path);
  return guides.find(({source}) => source === target)?.name ?? titles[target] ?? text;
}

const titles: Readonly<Record<string, string>> = {
  'README.md': 'the overview',
  'docs/errors.md': 'Errors',
};
