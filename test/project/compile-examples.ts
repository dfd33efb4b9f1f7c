import {join} from 'node:path';
import ts from 'typescript';
import {root, type Example} from './examples.js';

/** Names that examples use without declaring them, because each stands for the reader's own code. */
const ASSUMED = `
declare const element: import('sealed-capture').CaptureImage;
declare const provider: import('sealed-capture').ProtectionProvider;
declare const sealedCapture: typeof import('sealed-capture');
declare const user: {id: string} | undefined;
declare const file: File;
declare const nativeShell: any;
declare const findAppBridge: any;
declare const appSensors: any;
declare const defineNuxtConfig: (config: object) => object;
declare const trustedTypes: any;
declare function isLoggedIn(request: import('node:http').IncomingMessage): boolean;
declare function sessionOf(request: import('node:http').IncomingMessage): {userId: string} | undefined;
declare function token(signal: AbortSignal): Promise<string>;
declare function store(file: Blob, id: string, options: object): Promise<{url: string}>;
declare module '@vitejs/plugin-vue' {
  export default function vue(options: object): any;
}
/** Of an element with an id, only the page's HTML knows the type. */
interface ParentNode {
  querySelector(selector: \`#\${string}\`): any;
}
interface HTMLFormControlsCollection {
  [name: string]: any;
}
`;

/** TypeScript's `self` is that of any worker. */
const SERVICE_WORKER =
  'const self = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));';

/** The package's bundle, by the addresses that examples serve it at. */
const BUNDLE = /'\/[\w/-]*sealed-capture\.js'/g;

const COMMON: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  experimentalDecorators: true,
  skipLibCheck: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
};
const PAGE = ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];
const WORKER = ['lib.es2023.d.ts', 'lib.webworker.d.ts'];

/**
 * Compiles examples with TypeScript against the package's own types, and returns what is wrong with them. JavaScript
 * is checked as far as its types are known; TypeScript strictly.
 */
export function faultsOf(examples: readonly Example[]): string[] {
  const isScript = ({language}: Example) => language === 'js';
  const isWorker = ({code}: Example) => /\bself\.addEventListener\('fetch'/.test(code);
  const scripts = examples.filter(isScript);
  return [
    ...compile(
      scripts.filter((one) => !isWorker(one)),
      {lib: PAGE, strict: false, types: ['node']},
    ),
    ...compile(scripts.filter(isWorker), {lib: WORKER, strict: false, types: []}),
    ...compile(
      examples.filter((one) => !isScript(one)),
      {lib: PAGE, strict: true, types: ['node']},
    ),
  ];
}

function compile(examples: readonly Example[], options: ts.CompilerOptions): string[] {
  if (examples.length === 0) return [];
  const isWorker = options.lib === WORKER;
  const assumed = join(root, 'docs/examples/assumed.d.ts');
  const texts = new Map([[assumed, isWorker ? '' : ASSUMED]]);
  const files = new Map(
    examples.map((example, index) => [
      // Beside the files of docs/examples, which examples import.
      join(root, `docs/examples/example-${index}.${example.language}`),
      example,
    ]),
  );
  for (const [path, {code}] of files) {
    // A module: otherwise the names of all examples would be global.
    const text = `${code.replaceAll(BUNDLE, "'sealed-capture'")}\nexport {};\n`;
    texts.set(path, isWorker ? `${SERVICE_WORKER} ${text}` : text);
  }
  const host = ts.createCompilerHost({...COMMON, ...options});
  const withTexts: ts.CompilerHost = {
    ...host,
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    getSourceFile: (path, language, ...further) => {
      const text = texts.get(path);
      return text === undefined
        ? host.getSourceFile(path, language, ...further)
        : ts.createSourceFile(path, text, language);
    },
  };
  const program = ts.createProgram([...texts.keys()], {...COMMON, ...options}, withTexts);
  const faults = [...files].flatMap(([path, {where}]) => {
    const source = program.getSourceFile(path);
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({file, start = 0, messageText}) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${where}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
  const own = program.getSemanticDiagnostics(program.getSourceFile(assumed));
  return [
    ...faults,
    ...own.map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  ];
}
