// The declarations that the entries of the elements' package import. Types of schemas are written out as plain types,
// so that the package does not need the schema library.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, normalize, relative} from 'node:path';
import ts from 'typescript';

const SCHEMA_LIBRARY = 'typebox';

/** Relative modules that a declaration imports, as paths of declarations. */
function namedBy(file, text) {
  const {importedFiles} = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({fileName}) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name.replace(/\.js$/, '.d.ts'))));
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

/**
 * Writes the declarations that `entries` import.
 *
 * @param entries declarations in `from`
 */
export function packTypes(from, entries, folder) {
  const texts = reachable(entries.map((entry) => join(from, entry)));
  const program = ts.createProgram([...texts.keys()], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
  });
  for (const [file, text] of texts) {
    const written = text.includes(`from '${SCHEMA_LIBRARY}'`) ? plainTypes(program, file) : text;
    const to = join(folder, relative(from, file));
    mkdirSync(dirname(to), {recursive: true});
    // Lit exports its templates' types under its own name, and the package in which they are declared is not a
    // dependency.
    const ours = written.replaceAll('import("lit-html")', 'import("lit")');
    writeFileSync(to, forOlderCompilers(ours).replace(/\n?\/\/# sourceMappingURL=.*/, ''));
  }
}
