// Reads the elements with TypeScript: which there are, their public members, and the types of these.
import {readFileSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {ts} from '@custom-elements-manifest/analyzer';

const elements = 'src/elements';

/** The sources of the elements by path in the package, the program that they belong to, and its type checker. */
export function readSources(root) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const {options} = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([join(root, elements, 'index.ts')], options);
  const sources = new Map(
    program
      .getSourceFiles()
      .map((source) => [relative(root, source.fileName).split(sep).join('/'), source])
      .filter(([path]) => path.startsWith(`${elements}/`)),
  );
  return {sources, program, checker: program.getTypeChecker()};
}

/** Copies of the sources for the analyzer, with paths relative to the package. */
export const copiesOf = (sources) =>
  [...sources].map(([path, {fileName}]) =>
    ts.createSourceFile(path, readFileSync(fileName, 'utf8'), ts.ScriptTarget.ES2022, true),
  );

/** Each class in the sources' `HTMLElementTagNameMap`, with its tag name. */
export function* elementsIn(sources, checker) {
  for (const source of sources.values()) {
    for (const member of globalsIn(source, 'HTMLElementTagNameMap')) {
      const type = checker.getTypeFromTypeNode(member.type);
      yield {tagName: member.name.text, className: type.symbol.name, type};
    }
  }
}

const globalsIn = (source, name) =>
  source.statements
    .filter((statement) => ts.isModuleDeclaration(statement) && statement.name.text === 'global')
    .flatMap(({body}) => body.statements)
    .filter((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name)
    .flatMap(({members}) => members);

/** Members for pages; without those of `LitElement`, and without those that only the browser calls. */
export function publicMembers(type, checker) {
  const inherited = new Set(checker.getPropertiesOfType(litElement(type, checker)).map(nameOf));
  return checker
    .getPropertiesOfType(type)
    .filter((member) => !inherited.has(member.name) && isPublic(member));
}

const nameOf = ({name}) => name;

const litElement = (type, checker) =>
  type.symbol.name === 'LitElement' ? type : litElement(checker.getBaseTypes(type)[0], checker);

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** True if pages may use the member. */
export const isPublic = (member) =>
  !member.name.endsWith('Callback') &&
  !member.getJsDocTags().some(({name}) => name === 'internal') &&
  member.declarations.every(
    (declared) =>
      !ts.isPrivateIdentifier(declared.name) && !(ts.getCombinedModifierFlags(declared) & hidden),
  );

/** A property that an interface declares, as the analyzer describes those of classes. */
export const declaredField = (member, checker) => ({
  kind: 'field',
  name: member.name,
  type: namedType(member),
  description: ts.displayPartsToString(member.getDocumentationComment(checker)),
});

function namedType({flags, declarations: [{type}]}) {
  if (!ts.isTypeReferenceNode(type)) return undefined;
  return {text: `${type.getText()}${flags & ts.SymbolFlags.Optional ? ' | undefined' : ''}`};
}

const {TypeFlags} = ts;
export const FORMAT =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/**
 * The name of a type as in the source. Unions of texts and numbers are written out, and so are inferred types, types
 * taken from other types, and other names of numbers, such as those of units.
 */
export function typeText(written, type, checker) {
  const text = (one) => checker.typeToString(one, undefined, FORMAT);
  const parts = type.isUnion() ? type.types : [type];
  const choices = parts.filter((one) => one.isLiteral()).map(text);
  const isOptional = parts.some(({flags}) => flags & TypeFlags.Undefined);
  if (choices.length > 0 && choices.length + Number(isOptional) === parts.length) {
    return [...choices, ...(isOptional ? ['undefined'] : [])].join(' | ');
  }
  if (parts.some(({flags}) => flags & TypeFlags.Number) && /^[A-Z]/.test(written)) return 'number';
  return written === undefined || written.includes("['") ? text(type) : written;
}

/** True if no page can set the property. */
export const isReadonly = ({declarations}) =>
  declarations.every(
    (declared) =>
      ts.isGetAccessor(declared) ||
      ts.getCombinedModifierFlags(declared) & ts.ModifierFlags.Readonly,
  );

/** The return type of the method. */
export const returnedBy = (method, checker) => {
  const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
  return signature.getReturnType();
};
