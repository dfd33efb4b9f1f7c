import {dirname, relative, resolve} from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'src/elements');

/** The content of the documentation comments of an element and of its base classes, in the order of their lines. */
export interface Documented {
  /** The types of the events, by name. */
  events: Map<string, string>;
  slots: string[];
  parts: string[];
  properties: string[];
}

/** The sources of an element that is registered for pages. */
export interface ElementSource {
  tagName: string;
  className: string;
  documented: Documented;
  /** The parts in other shadow trees that pages can style. */
  exported: string[];
  /** What its own module and all modules that it loads from the elements' folder use in their templates and styles. */
  used: Omit<Documented, 'events'> & {
    /** Classes of the events that they dispatch. */
    events: Set<string>;
  };
  /** Members for subclasses, this package or the browser only. */
  hidden: Set<string>;
}

/** The elements, read from their sources, and the types of the events for pages. */
export function readElements(): {elements: ElementSource[]; eventMap: Map<string, string>} {
  const program = ts.createProgram([resolve(folder, 'index.ts')], compilerOptions());
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({fileName}) => fileName.startsWith(folder));
  const elements = files.flatMap((file) =>
    globalsOf(file, 'HTMLElementTagNameMap').map(([tagName, type]) => {
      const {symbol} = checker.getTypeFromTypeNode(type);
      const reached = reachedFrom(file, program);
      return {
        tagName,
        className: symbol.name,
        documented: documentedBy(symbol, checker),
        exported: [...reached].flatMap(exportedBy),
        used: usedBy(reached, checker),
        hidden: hiddenOf(symbol, checker),
      };
    }),
  );
  const events = files.flatMap((file) => globalsOf(file, 'GlobalEventHandlersEventMap'));
  return {elements, eventMap: new Map(events.map(([name, type]) => [name, type.getText()]))};
}

function compilerOptions(): ts.CompilerOptions {
  const {config} = ts.readConfigFile(resolve(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as {config: unknown};
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

/** Names and types that a file adds to a global interface. */
function globalsOf(file: ts.SourceFile, name: string): [string, ts.TypeNode][] {
  return file.statements
    .filter((statement) => ts.isModuleDeclaration(statement))
    .flatMap(({body}) => (body && ts.isModuleBlock(body) ? [...body.statements] : []))
    .filter((statement) => ts.isInterfaceDeclaration(statement))
    .filter((statement) => statement.name.text === name)
    .flatMap(({members}) => [...members])
    .flatMap((member) =>
      ts.isPropertySignature(member) && member.type && !ts.isComputedPropertyName(member.name)
        ? [[member.name.text, member.type] as [string, ts.TypeNode]]
        : [],
    );
}

/** The class of an element and its base classes. */
function classesOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Declaration[] {
  const {valueDeclaration} = symbol;
  const bases = checker.getBaseTypes(checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType);
  const rest = bases.flatMap((base) => classesOf(base.symbol, checker));
  const isOwn = valueDeclaration?.getSourceFile().fileName.startsWith(folder);
  return valueDeclaration && isOwn ? [valueDeclaration, ...rest] : [];
}

function documentedBy(symbol: ts.Symbol, checker: ts.TypeChecker): Documented {
  const tags = classesOf(symbol, checker).flatMap((declaration) => ts.getJSDocTags(declaration));
  const lines = tags.map((tag) => ({
    tag: tag.tagName.text,
    text: ts.getTextOfJSDocComment(tag.comment) ?? '',
  }));
  const named = (wanted: string) =>
    lines
      .filter(({tag}) => tag === wanted)
      .map(({text}) => /^(?:\{(\w+)\} )?([\w-]*) ?- \S/.exec(text) ?? fail(`@${wanted} ${text}`));
  const names = (wanted: string) => named(wanted).map(([, , name = '']) => name);
  return {
    events: new Map(named('fires').map(([, type = '', name = '']) => [name, type])),
    slots: names('slot'),
    parts: names('csspart'),
    properties: names('cssprop'),
  };
}

function fail(line: string): never {
  throw new Error(`Not of the form "name - description": ${line}`);
}

/** A file and everything in the elements' folder that it imports, statically or dynamically. */
function reachedFrom(file: ts.SourceFile, program: ts.Program): Set<ts.SourceFile> {
  const reached = new Set<ts.SourceFile>();
  const visit = (next: ts.SourceFile | undefined): void => {
    if (!next || reached.has(next) || relative(folder, next.fileName).startsWith('..')) return;
    reached.add(next);
    for (const [, path = ''] of next.text.matchAll(/(?:from|import\() ?'(\.[^']+)\.js'/g)) {
      visit(program.getSourceFile(resolve(dirname(next.fileName), `${path}.ts`)));
    }
  };
  visit(file);
  return reached;
}

/** The parts that the inner elements of a file export to pages. */
function exportedBy({text}: ts.SourceFile): string[] {
  const lists = [...text.matchAll(/static override readonly parts = \[([^\]]*)\]/g)];
  return lists.flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  );
}

function usedBy(files: Set<ts.SourceFile>, checker: ts.TypeChecker): ElementSource['used'] {
  const used = {slots: new Set<string>(), parts: new Set<string>(), properties: new Set<string>()};
  const events = new Set<string>();
  const readMarkup = (template: ts.TemplateLiteral): void => {
    const markup = withHoles(template, checker);
    for (const [, name = ''] of markup.matchAll(/<slot\b(?: name="([^"]*)")?/g)) {
      used.slots.add(name);
    }
    for (const [, names = ''] of markup.matchAll(/\spart="([^"]*)"/g)) {
      for (const name of names.split(' ')) used.parts.add(name);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      if (node.tag.getText() === 'html') readMarkup(node.template);
      for (const [, name = ''] of node.template.getText().matchAll(/var\((--sc-[\w-]+)/g)) {
        used.properties.add(name);
      }
    }
    if (ts.isNewExpression(node) && node.expression.getText().endsWith('Event')) {
      events.add(node.expression.getText());
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) {
    visit(file);
    for (const [, name = ''] of file.text.matchAll(/\.part\.add\('([^']+)'\)/g))
      used.parts.add(name);
  }
  const {slots, parts, properties} = used;
  return {slots: [...slots], parts: [...parts], properties: [...properties], events};
}

/** A template's markup, with all texts that its values may be. */
function withHoles(template: ts.TemplateLiteral, checker: ts.TypeChecker): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const rest = template.templateSpans.map(({expression, literal}) => {
    const type = checker.getTypeAtLocation(expression);
    const types = type.isUnion() ? type.types : [type];
    const texts = types.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
    return `"${texts.join(' ')}"${literal.text}`;
  });
  return [template.head.text, ...rest].join('');
}

function hiddenOf(symbol: ts.Symbol, checker: ts.TypeChecker): Set<string> {
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const modifiers = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const isHidden = (member: ts.Symbol): boolean =>
    member.name.endsWith('Callback') ||
    member.getJsDocTags(checker).some(({name}) => name === 'internal') ||
    !!member.declarations?.some((declared) => ts.getCombinedModifierFlags(declared) & modifiers);
  return new Set(members.filter(isHidden).map(({name}) => name));
}
