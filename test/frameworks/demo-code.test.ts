// What the demo shows under "On your site in six lines" is compiled against the package's types.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {after, before, describe, it} from 'node:test';
import {faultsOf} from '../project/compile-examples.js';
import {tagsOf} from '../project/examples.js';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'demo/index.html'), 'utf8');

interface Declaration {
  tagName: string;
  attributes: {name: string}[];
}

/** The code that the page shows for a framework. */
function codeFor(name: string): string {
  const [, shown = ''] =
    new RegExp(`<pre[^>]*id="code-${name}"[^>]*>\\s*<code>([^]*?)</code>`).exec(page) ?? [];
  assert.ok(shown, name);
  return shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The same code with a property that the element does not have. */
function wrong(code: string): string {
  const changed = code
    .replace(':protection="', ':protektion="')
    .replace('<capture-image {protection}', '<capture-image protektion={protection}')
    .replace('<CaptureImage protection=', '<CaptureImage protektion=');
  assert.notEqual(changed, code);
  return changed;
}

describe('The code that the demo shows', () => {
  let folder: string;
  before(() => {
    // In the package, whose own name its files may import.
    folder = mkdtempSync(join(root, 'dist', 'demo-code-'));
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
    write('types.ts', "import 'sealed-capture/vue';\nimport 'sealed-capture/svelte';\n");
    write('svelte.config.js', 'export default {};\n');
    for (const framework of ['vue', 'svelte']) {
      write(`right.${framework}`, codeFor(framework));
      write(`wrong.${framework}`, wrong(codeFor(framework)));
      const config = {
        extends: '../../test/frameworks/samples/tsconfig.json',
        compilerOptions: {
          allowJs: true,
          checkJs: true,
          strict: false,
          skipLibCheck: true,
          verbatimModuleSyntax: false,
        },
        vueCompilerOptions: {strictTemplates: true},
        include: ['types.ts', `*.${framework}`],
      };
      write(`tsconfig.${framework}.json`, JSON.stringify(config));
    }
  });
  after(() => rmSync(folder, {recursive: true, force: true}));

  /** What a framework's own program prints about the files. */
  async function check(program: string, ...args: string[]): Promise<string[]> {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return printed.split('\n').filter((line) => /error/i.test(line) && !/COMPLETED/.test(line));
  }

  it('in HTML gives the elements only attributes that they have', () => {
    const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
    const {customElements} = read('package.json') as {customElements: string};
    const {modules} = read(customElements) as {modules: {declarations: Declaration[]}[]};
    const known = new Map(
      modules
        .flatMap(({declarations}) => declarations)
        .map(({tagName, attributes}) => [tagName, attributes.map(({name}) => name)]),
    );
    const tags = tagsOf({where: 'demo', language: 'html', code: codeFor('html')});
    assert.equal(tags.length, 2);
    for (const {tag, attributes} of tags)
      for (const name of attributes) assert.ok(known.get(tag)?.includes(name), `${tag} ${name}`);
  });

  it('for React compiles, and would not with a misspelt property', () => {
    const [faults, found] = [codeFor('react'), wrong(codeFor('react'))].map((code) =>
      faultsOf([{where: 'demo', language: 'js', code}]),
    );
    assert.deepEqual(faults, []);
    assert.match(found?.join('\n') ?? '', /protektion/);
  });

  for (const [framework, program, ...args] of [
    ['vue', 'vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'tsconfig.vue.json'],
    [
      'svelte',
      'svelte-check/bin/svelte-check',
      ...['--workspace', '.', '--output', 'machine', '--config', 'svelte.config.js'],
      ...['--tsconfig', 'tsconfig.svelte.json'],
    ],
  ] as const) {
    it(`for ${framework} compiles, and would not with a misspelt property`, async () => {
      const lines = await check(program, ...args);
      assert.deepEqual(
        lines.filter((line) => !line.includes('wrong')),
        [],
      );
      assert.match(lines.join('\n'), new RegExp(`wrong\\.${framework}[^]*protektion`));
    });
  }
});
