import {readFileSync} from 'node:fs';
import JsonFormula, {dataTypes, type CustomFunction} from '@adobe/json-formula';
import {parseAllDocuments} from 'yaml';

interface Statement {
  id: string;
  expression: string;
  failIfMatched?: boolean;
  warnIfMatched?: boolean;
}

interface Head {
  variables?: Record<string, unknown>;
  /** Expressions, by the name under which statements call them. */
  expressions?: Record<string, string>;
}

/** An asset rubric of the C2PA Conformance Program, from `rubrics/`. */
export interface Rubric {
  head: Head;
  statements: Statement[];
  /** Version of the specification in the rubric's name, such as "2.4". */
  specVersion?: string;
}

/** Whether one statement holds; "warn" is not a failure. */
export interface Finding {
  id: string;
  state: boolean | 'warn';
}

/** @param name without "asset-rubric-" and ".yml" */
export function readRubric(name: string): Rubric {
  const file = new URL(`rubrics/asset-rubric-${name}.yml`, import.meta.url);
  const documents = parseAllDocuments(readFileSync(file, 'utf8'));
  const [head, ...rest] = documents.map((document) => document.toJS() as unknown);
  const listed = rest.flat() as (Statement | {block: unknown})[];
  const statements = listed.filter((one): one is Statement => 'expression' in one);
  if (statements.length === 0) throw new Error(`The rubric ${name} has no statements.`);
  return {head: head as Head, statements, specVersion: /spec(\d+\.\d+)/.exec(name)?.[1]};
}

/** The number of arguments of a function of a rubric: the most that it reads or that any call passes. */
function arityOf(name: string, body: string, bodies: readonly string[]): number {
  const read = [...body.matchAll(/\$args\[(\d+)\]/g)].map(([, index]) => Number(index) + 1);
  const escaped = name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
  const calls = bodies.flatMap((text) =>
    [...text.matchAll(new RegExp(`(?<!\\w)${escaped}\\s*\\(`, 'g'))].map(({index, 0: call}) =>
      argumentsOf(text.slice(index + call.length)),
    ),
  );
  return Math.max(0, ...read, ...calls);
}

/** Counts the arguments of a call; `text` begins after its parenthesis. */
function argumentsOf(text: string): number {
  if (text.trimStart().startsWith(')')) return 0;
  let [depth, count] = [1, 1];
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) break;
    if (character === ',' && depth === 1) count++;
  }
  return count;
}

/** The result of each statement of the rubric for a file. Throws if an expression cannot be evaluated. */
export function evaluate({head, statements, specVersion}: Rubric, crJson: object): Finding[] {
  const expressions = Object.entries(head.expressions ?? {});
  const bodies = expressions.map(([, body]) => body);
  const globals = {...head.variables, ...(specVersion && {$expected_spec_version: specVersion})};
  const compiled = new Map<string, unknown>();
  const functions = expressions.map(([name, body]): [string, CustomFunction] => {
    const arity = arityOf(name, body, bodies);
    return [
      name,
      {
        _signature: Array.from({length: arity}, () => ({types: [dataTypes.TYPE_ANY]})),
        _func: (args, data, interpreter) => {
          const {$args: outer} = interpreter.globals;
          if (arity > 0) interpreter.globals['$args'] = args;
          try {
            return interpreter.search(compiled.get(name), data);
          } finally {
            if (arity > 0) interpreter.globals['$args'] = outer;
          }
        },
      },
    ];
  });
  const engine = new JsonFormula(Object.fromEntries(functions));
  const variables = bodies.flatMap((body) => body.match(/\$\w+/g) ?? []);
  const allowed = [...Object.keys(globals), '$args', ...variables, ...expressions.map(([n]) => n)];
  for (const [name, body] of expressions) compiled.set(name, engine.compile(body.trim(), allowed));
  return statements.map((statement) => {
    const ast = engine.compile(statement.expression.trim(), allowed);
    return {id: statement.id, state: stateOf(statement, engine.run(ast, crJson, 'en-US', globals))};
  });
}

function stateOf({failIfMatched, warnIfMatched}: Statement, value: unknown): boolean | 'warn' {
  const isMatched = Array.isArray(value) ? value.length > 0 : Boolean(value);
  if (warnIfMatched) return isMatched && Array.isArray(value) ? 'warn' : true;
  return failIfMatched ? !(isMatched && Array.isArray(value)) : isMatched;
}
