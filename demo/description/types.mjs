// The types that pages meet in the elements' options, methods and events, with their fields, for the manual.
import {ts} from '@custom-elements-manifest/analyzer';
import {FORMAT, isPublic, readSources} from './program.mjs';

/** The names of types in a text, such as `readonly Tags[]`. */
const namesIn = (text) => text.match(/\b[A-Z]\w+/g) ?? [];

/**
 * The types that the texts name, those that these name, and so on, in the order of their names. A type has `fields`, or
 * else a `text` of what it may be.
 *
 * @param texts of types, as the manifest has them
 * @throws if two types have the same name
 */
export function typesOf(root, texts) {
  const {program, checker} = readSources(root);
  const declared = declarationsIn(program);
  const found = new Map();
  const named = texts.flatMap(namesIn);
  // The list grows meanwhile.
  for (const name of named) {
    if (found.has(name) || !declared.has(name)) continue;
    const [declaration, other] = declared.get(name);
    if (other) throw new Error(`Two types that pages meet have the name ${name}.`);
    const described = describe(declaration, checker);
    found.set(name, described);
    const texts = described.fields?.map(({type}) => type) ?? [described.text];
    named.push(...texts.flatMap(namesIn).filter((one) => !isParameter(one, declaration)));
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const isParameter = (name, {typeParameters = []}) =>
  typeParameters.some((parameter) => parameter.name.text === name);

/** What the package's own sources export, by name, without the elements' classes. */
function declarationsIn(program) {
  const declared = new Map();
  for (const {statements, isDeclarationFile} of program.getSourceFiles()) {
    if (isDeclarationFile) continue;
    for (const statement of statements) {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      const isEvent =
        ts.isClassDeclaration(statement) && /(?:Event|Error)$/.test(statement.name.text);
      const {name, modifiers = []} = statement;
      const isExported = modifiers.some(({kind}) => kind === ts.SyntaxKind.ExportKeyword);
      if (isExported && (isType || isEvent))
        declared.set(name.text, [...(declared.get(name.text) ?? []), statement]);
    }
  }
  return declared;
}

function describe(declaration, checker) {
  const symbol = checker.getSymbolAtLocation(declaration.name);
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const described = {name: symbol.name, description: commentOf(symbol, checker)};
  const fields = hasFields(type, checker) ? fieldsOf(type, checker) : [];
  if (fields.length > 0) return {...described, fields};
  const format = FORMAT | ts.TypeFormatFlags.InTypeAlias;
  return {...described, text: checker.typeToString(type, undefined, format)};
}

const hasFields = (type, checker) =>
  Boolean(type.flags & ts.TypeFlags.Object) &&
  type.getCallSignatures().length === 0 &&
  !checker.isArrayType(type) &&
  !type.isUnion();

/** The fields, without those of the browser's own classes. */
const fieldsOf = (type, checker) =>
  checker
    .getPropertiesOfType(type)
    .filter(
      (field) =>
        !field.declarations?.some((one) => one.getSourceFile().fileName.includes('/lib.')) &&
        isPublic(field),
    )
    .map((field) => ({
      name: field.name,
      optional: Boolean(field.flags & ts.SymbolFlags.Optional),
      type: textOf(field, checker),
      description: commentOf(field, checker),
    }));

/** The type as in the source; of a class's methods, and of what is computed from a schema, as the compiler writes it. */
function textOf(field, checker) {
  const declared = field.valueDeclaration;
  const isWritten =
    declared && (ts.isPropertySignature(declared) || ts.isPropertyDeclaration(declared));
  if (isWritten && declared.type && !declared.getSourceFile().isDeclarationFile) {
    return oneLine(declared.type.getText());
  }
  if (declared && ts.isMethodSignature(declared)) {
    return oneLine(declared.getText()).replace(/^\w+|;$/g, '');
  }
  const text = checker.typeToString(checker.getTypeOfSymbol(field), undefined, FORMAT);
  return text.replace(/ \| undefined$/, '');
}

const commentOf = (symbol, checker) =>
  oneLine(ts.displayPartsToString(symbol.getDocumentationComment(checker)));

const oneLine = (text) => text.replace(/\s*\n\s*/g, ' ').trim();
