import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import GithubSlugger from 'github-slugger';
import {pack} from '../npm.js';

const root = resolve(import.meta.dirname, '../..');
const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {version: string};

/** A document without its blocks of code, whose brackets are no links. */
const prose = (path: string): string => readFileSync(path, 'utf8').replace(/^```[^]*?^```/gm, '');

/** The ids that readers give to a document's headings. */
function anchorsOf(path: string): string[] {
  const slugger = new GithubSlugger();
  return [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replace(/\[(.*?)\]\(.*?\)/g, '$1').replace(/[`*]/g, '')),
  );
}

/** In Markdown: links and pictures, definitions of links, and HTML. */
const markdownLink =
  /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*<?([^\s>]+)|\b(?:href|src(?:set)?)="([^"]+)"/gm;
const htmlLink = /\s(?:href|src)="([^"]+)"/g;

/**
 * The targets of a document's links and pictures within the package. What a page requests from the root of its own site is
 * none.
 */
function linksOf(path: string): string[] {
  const isMarkdown = path.endsWith('.md');
  const text = isMarkdown ? prose(path).replace(/`[^`]*`/g, '') : readFileSync(path, 'utf8');
  return [...text.matchAll(isMarkdown ? markdownLink : htmlLink)]
    .map(([, ...targets]) => targets.find((target) => target !== undefined) ?? '')
    .filter((link) => !/^[a-z]+:/.test(link) && (isMarkdown || !link.startsWith('/')));
}

function isDead(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

for (const [name, source] of [
  ['sealed-capture', root],
  ['sealed-capture-service', join(root, 'dist/sealed-capture-service')],
] as const) {
  describe(`The tarball of ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-documents-'));
    const packed = join(folder, 'package');
    let files: string[];
    before(async () => {
      const {file} = await pack(source, folder);
      execFileSync('tar', ['xzf', file, '-C', folder]);
      files = readdirSync(packed, {recursive: true, encoding: 'utf8'});
    });
    after(() => rmSync(folder, {recursive: true, force: true}));

    it('has no dead link in its documents', () => {
      const documents = files.filter((path) => /\.(?:md|html)$/.test(path));
      const links = documents.flatMap((path) =>
        linksOf(join(packed, path)).map((link) => ({path, link})),
      );
      for (const path of ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/service.md'])
        assert.ok(
          links.some((link) => link.path === path),
          `${path} has links`,
        );
      assert.ok(links.length > 200, 'the links were found');
      assert.ok(
        links.some(({link}) => /\.md#./.test(link)),
        'and some to headings',
      );
      const dead = links.filter(({path, link}) => isDead(link, join(packed, path)));
      assert.deepEqual(dead, []);
    });

    it('names its own version wherever it names one', () => {
      const texts = files.filter((path) => /\.(md|html|ya?ml|json|m?js|ts)$|file$/.test(path));
      const named = texts.flatMap((path) =>
        [
          ...readFileSync(join(packed, path), 'utf8').matchAll(
            /sealed-capture(?:-service)?["']?[-@:/ ]+["']?v?(\d+\.\d+\.\d+)/g,
          ),
        ].map(([, found = '']) => ({path, found})),
      );
      assert.ok(named.some(({path}) => path === 'docs/deploy/kubernetes.yaml'));
      assert.deepEqual(
        named.filter(({found}) => found !== version),
        [],
      );
    });
  });
}
