import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {it} from 'node:test';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
/** The folders of sources; a module of the seal is imported elsewhere by its workspace's name. */
const sources = ['src', 'seal/src', 'service/src'];
const SEAL = '@sealed-capture/seal/';

/** The folders from which a folder may import; `types`: only types. */
interface Rule {
  code: readonly string[];
  types?: readonly string[];
}

/**
 * The rule with the longest path applies. `seal/src/node` and `seal/src/writing` run in Node only, so no page may import
 * them; `core/wiring` is the only part of the core that creates ports, and `core/async` does not depend on captures.
 */
const MODEL = 'seal/src/model';
const rules: Record<string, Rule> = {
  [MODEL]: {code: []},
  'seal/src': {code: [MODEL]},
  'seal/src/node': {code: [MODEL, 'seal/src']},
  'seal/src/writing': {code: [MODEL, 'seal/src', 'seal/src/node']},
  'service/src': {code: [MODEL, 'seal/src', 'seal/src/node', 'seal/src/writing']},
  'src/lang': {code: []},
  'src/ports': {code: [MODEL, 'seal/src']},
  'src/worker': {code: [MODEL, 'seal/src', 'src/ports']},
  'src/plates': {code: [MODEL, 'src/ports']},
  'src/delivery': {code: [MODEL, 'src/ports', 'src/core/async']},
  'src/core': {code: [MODEL, 'src/core/async'], types: ['src/ports']},
  'src/core/async': {code: []},
  'src/core/wiring': {
    code: [MODEL, 'src/core', 'src/core/async', 'src/ports', 'src/worker', 'src/delivery'],
  },
  'src/core/index.ts': {code: [MODEL, 'src/core', 'src/core/wiring']},
  'src/elements': {code: [MODEL, 'src/lang', 'src/core', 'src/core/async', 'src/core/wiring']},
  // `check-upload` judges servers by the elements' own rules.
  'src/scripts': {code: [MODEL, 'src/delivery', 'src/ports']},
  'src/frameworks': {code: [MODEL, 'src/elements']},
};

/** Folders of one layer that must not import one another: a page without a microphone loads no code for recordings. */
const apart: readonly {from: RegExp; to: RegExp}[] = [
  {from: /^src\/core\/queue\//, to: /^src\/core\/(plates|recording|camera|inspection)\//},
];

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

function* importsOf(file: string): Generator<Import> {
  const text = readFileSync(join(root, file), 'utf8');
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: {specifier: string; typeOnly: boolean}[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      found.push({specifier: node.moduleSpecifier.text, typeOnly: isTypeOnly(node)});
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    )
      found.push({specifier: node.arguments[0].text, typeOnly: false});
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  for (const {specifier, typeOnly} of found) {
    const isOfSeal = specifier.startsWith(SEAL);
    if (!isOfSeal && !specifier.startsWith('.')) continue;
    const target = isOfSeal
      ? `seal/src/${specifier.slice(SEAL.length)}`
      : relative(root, resolve(root, dirname(file), specifier))
          .split(sep)
          .join('/');
    yield {file, target: target.replace(/\.js$/, '.ts'), typeOnly};
  }
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

/** The layer, or the folder in it, whose rule applies to a file. */
const ruled = (file: string): string =>
  Object.keys(rules)
    .filter((path) => file === path || file.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0] ?? '';

const isAllowed = ({file, target, typeOnly}: Import): boolean => {
  if (apart.some(({from, to}) => from.test(file) && to.test(target))) return false;
  const [from, to] = [ruled(file), ruled(target)];
  const rule = rules[from];
  if (from === to || rule?.code.includes(to)) return true;
  return typeOnly && !!rule?.types?.includes(to);
};

const MOST_FILES = 15;

const files = sources.flatMap((folder) =>
  readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.split(sep).join('/')}`),
);
const imports = files.flatMap((file) => [...importsOf(file)]);

it('allows imports between layers and folders in one direction only', () => {
  assert.ok(imports.length > 50, 'the imports were found');
  const wrong = imports.filter((found) => !isAllowed(found));
  assert.deepEqual(
    wrong.map(({file, target}) => `${file} → ${target}`),
    [],
  );
});

it('covers every source file', () => {
  assert.deepEqual(
    files.filter((file) => !ruled(file)),
    [],
  );
});

it('rejects an import in the other direction', () => {
  const refused = (file: string, target: string, typeOnly = false): boolean =>
    !isAllowed({file, target, typeOnly});
  assert.ok(refused('seal/src/model/job.ts', 'src/core/index.ts', true));
  assert.ok(refused('src/core/queue/claims.ts', 'src/ports/browser/http.ts'));
  assert.ok(!refused('src/core/queue/claims.ts', 'src/ports/browser/http.ts', true));
  assert.ok(!refused('src/core/wiring/core.ts', 'src/ports/browser/http.ts'));
  assert.ok(refused('src/core/queue/claims.ts', 'src/core/plates/license-plates.ts', true));
  assert.ok(refused('src/core/queue/claims.ts', 'src/core/wiring/core.ts', true));
  assert.ok(refused('src/ports/captures/capture-store.ts', 'src/worker/sealing/sealer.ts'));
  assert.ok(refused('seal/src/encoding/bytes.ts', 'seal/src/node/sha256.ts'));
});

/** Import cycles between files, type imports included; each cycle once. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const circle = path.slice(start);
      const first = circle.indexOf([...circle].sort()[0]!);
      found.add([...circle.slice(first), ...circle.slice(0, first)].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return [...found];
}

it('finds no import cycle between the source files', () => {
  const graph = new Map(files.map((file) => [file, [] as string[]]));
  for (const {file, target} of imports) graph.get(file)?.push(target);
  assert.deepEqual(circles(graph), []);
});

it('finds an import cycle between files', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  assert.deepEqual(circles(graph), ['a → b → c']);
});

it('limits the number of files in a folder and of lines in a file', () => {
  const counts = new Map<string, number>();
  const written = files.filter((file) => !file.startsWith('src/lang/compiled/'));
  for (const file of written) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > MOST_FILES);
  assert.deepEqual(large, []);
});

it('finds no import of a missing file', () => {
  const missing = imports.filter(({target}) => !existsSync(join(root, target)));
  assert.deepEqual(missing, []);
});

it('loads the code that signs and encrypts only in workers, never in a page', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const {file: from, target, typeOnly} of imports) {
      if (from === file && !typeOnly) visit(target);
    }
  };
  visit('src/elements/index.ts');
  visit('src/core/index.ts');
  assert.ok(reached.has('src/core/queue/protection-queue.ts'), 'imports are followed');
  const signing = ['src/worker/sealing/encrypted-body.ts', 'src/worker/sealing/message-signer.ts'];
  assert.deepEqual(
    signing.filter((file) => reached.has(file)),
    [],
  );
  reached.clear();
  visit('src/worker/media-worker.ts');
  assert.ok(signing.every((file) => reached.has(file)));
});
