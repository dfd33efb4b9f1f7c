// Compiles src/ to dist/ with tsconfig.build.json. It also minifies what page bundlers do not: the styles and templates
// in the elements' template literals, and Lit's decorators. Source maps stay correct.
import {cpSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {idiomaticDecoratorsTransformer} from '@lit/ts-transformers';
import {transformSync} from 'esbuild';
import ts from 'typescript';

const minifyStyles = (text) => transformSync(text, {loader: 'css', minify: true}).code.trim();

/** Removes the source's line breaks and indentation, which a page shows as one space. */
const minifyMarkup = (text) => text.replace(/\s*\n\s*/g, ' ');

/** Minifies the literal parts of one tagged template. */
function minifyTemplate(template, minify, factory) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) {
    return factory.createNoSubstitutionTemplateLiteral(minify(template.text));
  }
  const {head, templateSpans} = template;
  return factory.createTemplateExpression(
    factory.createTemplateHead(minify(head.text)),
    templateSpans.map(({expression, literal}) =>
      factory.createTemplateSpan(
        expression,
        ts.isTemplateTail(literal)
          ? factory.createTemplateTail(minify(literal.text))
          : factory.createTemplateMiddle(minify(literal.text)),
      ),
    ),
  );
}

const minifiers = {css: minifyStyles, html: minifyMarkup};

const minifyTemplates = (context) => {
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isTaggedTemplateExpression(visited)) return visited;
    const {tag, template} = visited;
    const minify = ts.isIdentifier(tag) && minifiers[tag.text];
    if (!minify) return visited;
    const minified = minifyTemplate(template, minify, context.factory);
    return context.factory.updateTaggedTemplateExpression(visited, tag, undefined, minified);
  };
  return (file) => ts.visitNode(file, visit);
};

const path = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url));
const {options, fileNames, errors} = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path, ts.sys.readFile).config,
  ts.sys,
  dirname(path),
);
const program = ts.createProgram(fileNames, options);
const {diagnostics} = program.emit(undefined, undefined, undefined, false, {
  before: [minifyTemplates, idiomaticDecoratorsTransformer(program)],
});
const problems = [...errors, ...ts.getPreEmitDiagnostics(program), ...diagnostics];
if (problems.length > 0) {
  const host = ts.createCompilerHost(options);
  console.error(ts.formatDiagnosticsWithColorAndContext(problems, host));
  process.exitCode = 1;
}

// The lists that modules load by address.
const lists = new URL('../seal/src/trust/lists/', import.meta.url);
cpSync(lists, new URL('../dist/seal/trust/lists/', import.meta.url), {recursive: true});
