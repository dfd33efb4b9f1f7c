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

/** The targets of a document's links and pictures within the package. */
const linksOf = (path: string): string[] =>
  [
    ...prose(path)
      .replace(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g),
  ]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));

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
      const documents = files.filter((path) => path.endsWith('.md'));
      const links = documents.flatMap((path) =>
        linksOf(join(packed, path)).map((link) => ({path, link})),
      );
      assert.ok(documents.includes('README.md') && links.length > 200, 'the links were found');
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
