import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {it} from 'node:test';
import ts from 'typescript';

const source = resolve(import.meta.dirname, '../../src');

/** Which folder may import which; arrows go one way only. A folder may always import itself. */
const arrows: Record<string, readonly string[]> = {
  model: [],
  seal: ['model'],
  ports: ['model', 'seal'],
  core: ['model'],
  elements: ['core', 'model'],
  service: ['model', 'seal'],
};
/** Core may know the shape of a port, and only its composition roots, one for each entry, may make one. */
const compositionRoots = new Set([
  'core/core.ts',
  'core/camera-core.ts',
  'core/microphone-core.ts',
  'core/inspection.ts',
  'core/playback.ts',
  'core/service-worker.ts',
]);

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

function* importsOf(file: string): Generator<Import> {
  const text = readFileSync(join(source, file), 'utf8');
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: {specifier: string; typeOnly: boolean}[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({specifier: node.moduleSpecifier.text, typeOnly: isTypeOnly(node)});
    }
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      found.push({specifier: node.arguments[0].text, typeOnly: false});
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  for (const {specifier, typeOnly} of found) {
    if (!specifier.startsWith('.')) continue;
    const target = relative(source, resolve(source, dirname(file), specifier));
    yield {file, target: target.split(sep).join('/'), typeOnly};
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

const layerOf = (file: string): string => file.split('/')[0] ?? '';

const isAllowed = ({file, target, typeOnly}: Import): boolean => {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === to || arrows[from]?.includes(to)) return true;
  return from === 'core' && to === 'ports' && (typeOnly || compositionRoots.has(file));
};

const files = readdirSync(source, {recursive: true, encoding: 'utf8'})
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(sep).join('/'));

it('lets imports between the layers go one way only', () => {
  const imports = files.flatMap((file) => [...importsOf(file)]);
  assert.ok(imports.length > 50, 'the imports were found');
  const wrong = imports.filter((found) => !isAllowed(found));
  assert.deepEqual(
    wrong.map(({file, target}) => `${file} → ${target}`),
    [],
  );
});

it('knows the layer of every source file', () => {
  assert.deepEqual(
    files.filter((file) => !(layerOf(file) in arrows)),
    [],
  );
});

it('would tell an arrow that runs the other way', () => {
  const wrong = {file: 'model/job.ts', target: 'core/core.js', typeOnly: true};
  assert.equal(isAllowed(wrong), false);
  assert.equal(isAllowed({file: 'core/queue.ts', target: 'ports/http.js', typeOnly: false}), false);
  assert.equal(isAllowed({file: 'core/core.ts', target: 'ports/http.js', typeOnly: false}), true);
});

it('imports no file that is not there', () => {
  const missing = files
    .flatMap((file) => [...importsOf(file)])
    .filter(({target}) => !existsSync(join(source, target.replace(/\.js$/, '.ts'))));
  assert.deepEqual(missing, []);
});

it('brings what signs and encrypts to no page: only workers carry it', () => {
  const imported = new Map<string, string[]>();
  for (const file of files) {
    const targets = [...importsOf(file)].filter(({typeOnly}) => !typeOnly);
    imported.set(
      file,
      targets.map(({target}) => target.replace(/\.js$/, '.ts')),
    );
  }
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    imported.get(file)?.forEach(visit);
  };
  visit('elements/index.ts');
  visit('core/index.ts');
  assert.ok(reached.has('core/sealing-loop.ts'), 'imports are followed');
  const signing = ['ports/worker/encrypted-body.ts', 'ports/worker/message-signer.ts'];
  assert.deepEqual(
    signing.filter((file) => reached.has(file)),
    [],
  );
  reached.clear();
  visit('ports/media-worker.ts');
  assert.ok(signing.every((file) => reached.has(file)));
});
