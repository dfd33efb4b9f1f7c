// Writes the declarations of both packages: those that their entries import, also of the seal's workspace, which is in
// both. In the elements' package, types of schemas are written out as plain types, so that it does not need the schema
// library.
import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, normalize, relative} from 'node:path';
import ts from 'typescript';
import {entries} from './entries.mjs';
import {root} from '../prepare.mjs';

const SCHEMA_LIBRARY = 'typebox';
const SEAL = '@sealed-capture/seal/';

const declared = join(root, 'dist', 'types');
const sealFolder = join(declared, 'seal', 'src');

/** Modules of ours that a declaration imports, as paths of declarations. */
function namedBy(file, text) {
  const {importedFiles} = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({fileName}) => fileName)
    .filter((name) => name.startsWith('.') || name.startsWith(SEAL))
    .map((name) => name.replace(/\.js$/, '.d.ts'))
    .map((name) =>
      name.startsWith(SEAL)
        ? join(sealFolder, name.slice(SEAL.length))
        : normalize(join(dirname(file), name)),
    );
}

/** All declarations that these import, with their texts. */
function reachable(files) {
  const texts = new Map();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (texts.has(file)) continue;
    texts.set(file, readFileSync(file, 'utf8'));
    waiting.push(...namedBy(file, texts.get(file)));
  }
  return texts;
}

/** The exported types of a schema module, written out with references to each other by name. */
function plainTypes(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const written = [];
  ts.forEachChild(source, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier?.text !== SCHEMA_LIBRARY) written.push(node.getText(source));
      return;
    }
    if (!ts.isTypeAliasDeclaration(node)) return;
    const text = checker.typeToString(
      checker.getTypeAtLocation(node.name),
      node,
      ts.TypeFormatFlags.NoTruncation |
        ts.TypeFormatFlags.InTypeAlias |
        ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
    const [comment = ''] =
      source.text.slice(node.pos, node.getStart(source)).match(/\/\*\*[^]*\*\//) ?? [];
    written.push(`${comment}${comment && '\n'}export type ${node.name.text} = ${text};`);
  });
  return `${written.join('\n')}\n`;
}

/**
 * Typed arrays have a type parameter for their buffer since TypeScript 5.7. The return type of `slice` works in all
 * versions.
 */
const forOlderCompilers = (text) =>
  text.replace(/\b(\w+Array)<ArrayBuffer>/g, "ReturnType<$1['slice']>");

/** The folder of a declaration in the package: that of the package's own sources, or `seal`. */
const placeOf = (file, own) =>
  file.startsWith(sealFolder) ? join('seal', relative(sealFolder, file)) : relative(own, file);

/**
 * Writes the declarations that `entries` import.
 *
 * @param own the folder of the package's own declarations
 * @param entries declarations in it
 * @param plain types of schemas are written out
 */
function packTypes(own, entries, folder, plain) {
  const texts = reachable(entries.map((entry) => join(own, entry)));
  const program = ts.createProgram([...texts.keys()], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
  });
  for (const [file, text] of texts) {
    const isPlain = plain && text.includes(`from '${SCHEMA_LIBRARY}'`);
    const place = placeOf(file, own);
    const toSeal = relative(dirname(place), 'seal') || '.';
    const to = join(folder, place);
    mkdirSync(dirname(to), {recursive: true});
    const written = (isPlain ? plainTypes(program, file) : text)
      // Lit exports its templates' types under its own name, and the package in which they are declared is not a
      // dependency.
      .replaceAll('import("lit-html")', 'import("lit")')
      .replaceAll(SEAL, `${toSeal.startsWith('.') ? '' : './'}${toSeal}/`);
    writeFileSync(to, forOlderCompilers(written).replace(/\n?\/\/# sourceMappingURL=.*/, ''));
  }
}

rmSync(declared, {recursive: true, force: true});
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const {status} = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.types.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);
const modules = Object.values(entries).map((module) => `${module}.d.ts`);
packTypes(join(declared, 'src'), modules, join(root, 'dist/web/types'), true);
packTypes(join(declared, 'service/src'), ['index.d.ts'], join(root, 'service/dist/types'), false);
