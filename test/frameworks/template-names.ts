import {resolve} from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/** Reads the names that the types of a framework accept on each element. */
export class TemplateNames {
  readonly #program: ts.Program;

  constructor(paths: readonly string[]) {
    const config = ts.readConfigFile(resolve(root, 'tsconfig.json'), (path) =>
      ts.sys.readFile(path),
    ) as {config: unknown};
    const {options} = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
    this.#program = ts.createProgram(
      paths.map((path) => resolve(root, path)),
      options,
    );
  }

  /** The names in the interface that a module adds to the framework's own, by tag name. */
  inInterface(path: string): Map<string, string[]> {
    const checker = this.#program.getTypeChecker();
    const found = new Map<string, string[]>();
    const visit = (node: ts.Node): void => {
      if (ts.isInterfaceDeclaration(node)) {
        for (const member of node.members) {
          if (!ts.isPropertySignature(member) || !member.type) continue;
          const type = propsOf(checker.getTypeFromTypeNode(member.type), checker);
          found.set((member.name as ts.StringLiteral).text, namesOf(type, checker));
        }
      }
      ts.forEachChild(node, visit);
    };
    for (const statement of this.#source(path).statements) {
      if (ts.isModuleDeclaration(statement)) visit(statement);
    }
    return found;
  }

  /** The names that an exported component accepts. */
  ofComponent(path: string): string[] {
    const checker = this.#program.getTypeChecker();
    const module = checker.getSymbolAtLocation(this.#source(path));
    const [component] = module ? checker.getExportsOfModule(module) : [];
    const [signature] = component
      ? checker.getTypeOfSymbol(component).getCallSignatures()
      : [undefined];
    const [props] = signature?.getParameters() ?? [];
    return props ? namesOf(checker.getTypeOfSymbol(props), checker) : [];
  }

  #source(path: string): ts.SourceFile {
    const source = this.#program.getSourceFile(resolve(root, path));
    if (!source) throw new Error(`${path} is not there.`);
    return source;
  }
}

/** Vue's components have their props in a property of their type; for other frameworks, it is the type itself. */
function propsOf(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  const [instance] = type.getConstructSignatures().map((made) => made.getReturnType());
  const props = instance?.getProperty('$props');
  return props ? checker.getTypeOfSymbol(props) : type;
}

const namesOf = (type: ts.Type, checker: ts.TypeChecker): string[] =>
  checker.getPropertiesOfType(type).map(({name}) => name);
