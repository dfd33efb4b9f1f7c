/** The types that rubric.ts needs; the package has none. */
declare module '@adobe/json-formula' {
  interface Interpreter {
    globals: Record<string, unknown>;
    search(ast: unknown, data: unknown): unknown;
  }
  export interface CustomFunction {
    _func: (args: unknown[], data: unknown, interpreter: Interpreter) => unknown;
    _signature: {types: number[]}[];
  }
  export const dataTypes: {readonly TYPE_ANY: number};
  export default class JsonFormula {
    constructor(functions: Record<string, CustomFunction>);
    compile(expression: string, allowedGlobals: readonly string[]): unknown;
    run(ast: unknown, data: unknown, language: string, globals: Record<string, unknown>): unknown;
  }
}
