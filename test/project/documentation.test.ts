import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {describe, it} from 'node:test';
import {
  formOptions,
  inspectorOptions,
  photoOptions,
  providerOptions,
  recordingOptions,
  sealingOptions,
  type Row,
} from '../../src/elements/options/table.js';
import {errorCodes} from '@sealed-capture/seal/model/errors.js';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('The documentation', () => {
  it('contains the examples exactly as they are tested', () => {
    for (const [page, language, file] of [
      ['docs/keys.md', 'js', 'docs/examples/mint-token.mjs'],
      ['docs/forms.md', 'html', 'docs/examples/form-page.html'],
      ['docs/webhooks.md', 'js', 'docs/examples/webhook-receiver.mjs'],
    ] as const) {
      const example = read(file).trim();
      assert.ok(read(page).includes(`\`\`\`${language}\n${example}\n\`\`\``), file);
    }
  });

  it('shows in the README what is in the page of plain HTML, which a test follows', () => {
    const lines = (text: string): string => text.replace(/^ +/gm, '').trim();
    const whole = lines(read('docs/plain-html.md').replace(/^ *<p id="state".*\n/m, ''));
    const blocks = [...read('README.md').matchAll(/^```(?:html|js)\n([^]*?)^```$/gm)];
    assert.equal(blocks.length, 3);
    for (const [, block = ''] of blocks) assert.ok(whole.includes(lines(block)), block);
  });

  it('contains the framework examples exactly as they are tested', () => {
    const folder = 'test/frameworks/samples';
    const examples = readdirSync(join(root, folder)).filter(
      (name) => !/^wrong-|^tsconfig|\.config\.js$/.test(name),
    );
    assert.equal(examples.length, 7);
    for (const name of examples) {
      const block = `\`\`\`${name.split('.').pop()}\n${read(`${folder}/${name}`).trim()}\n\`\`\``;
      assert.ok(read('docs/frameworks.md').includes(block), name);
    }
  });

  it('lists every error code in order, and which are retried', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `(\w+)`.*\| (yes|no) +\|$/gm)];
    assert.deepEqual(
      rows.map(([, code, retried]) => [code, retried]),
      errorCodes.map((code) => [code, isRetryable(code) ? 'yes' : 'no']),
    );
  });

  it('describes each option as the table has it: what it takes, its default, and if it is for scripts alone', () => {
    const described = {
      'docs/elements.md': {...sealingOptions, ...formOptions, ...photoOptions, ...providerOptions},
      'docs/recordings.md': recordingOptions,
      'docs/inspecting.md': inspectorOptions,
    };
    for (const [page, rows] of Object.entries(described)) {
      const [, section = ''] = read(page).split('\n## Options\n');
      const [table = ''] = section.split('\n## ');
      const cells = [...table.matchAll(/^\| (`.*`) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)];
      const found = cells.flatMap(([, names = '', takes = '', unset = '', meaning = '']) =>
        names.split(', ').map((name) => ({name: name.slice(1, -1), takes, unset, meaning})),
      );
      assert.deepEqual(found.map(({name}) => name).sort(), Object.keys(rows).sort(), page);
      for (const {name, takes, unset, meaning} of found) {
        const row = (rows as Readonly<Record<string, Row>>)[name]!;
        const problem = row.kind.problem(Symbol(), name, row, false);
        assert.equal(problem, `${name} has to be ${takes}`, page);
        const {default: value, otherwise = value} = row;
        const isFree = otherwise === undefined || otherwise === '';
        assert.ok(isFree || unset.replaceAll('`', '').startsWith(String(otherwise)), name);
        assert.equal(meaning.startsWith('property only'), row.attribute === false, name);
      }
    }
  });

  it('has no link to a missing file', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
        join(dirname(page), target),
      ),
    );
    assert.ok(links.length > 5, 'the links were found');
    assert.deepEqual(
      links.filter((target) => !existsSync(join(root, target))),
      [],
    );
  });

  it('refers in the threat model only to existing tests', () => {
    const tests = [
      ...read('docs/threat-model.md').matchAll(/`((?:(?:seal|service)\/)?test\/[^`]+)`/g),
    ];
    assert.ok(tests.length > 30, 'the tests were found');
    assert.deepEqual(
      tests.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file))),
      [],
    );
  });
});
