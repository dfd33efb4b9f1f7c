// Minifies what bundlers leave as it is: the styles and templates in the elements' template literals.
import {transformSync} from 'esbuild';
import {RolldownMagicString} from 'rolldown';
import {parseAst} from 'rolldown/parseAst';

/** Each part of a template between its values has to be whole rules: declarations would be read as a broken rule. */
function minifyStyles(text) {
  const {code, warnings} = transformSync(text, {loader: 'css', minify: true, logLevel: 'silent'});
  if (warnings.length > 0)
    throw new Error(`These styles are not whole rules: ${warnings[0].text}\n${text}`);
  return code.trim();
}

/** Removes the source's line breaks and indentation, which a page shows as one space. */
const minifyMarkup = (text) => text.replace(/\s*\n\s*/g, ' ');

const minifiers = {css: minifyStyles, html: minifyMarkup};

const escaped = (text) => text.replaceAll(/\\|`|\$(?=\{)/g, '\\$&');

/** All templates tagged `css` or `html` in this part of a syntax tree, with those inside of others. */
function* taggedIn(node) {
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'TaggedTemplateExpression' && Object.hasOwn(minifiers, node.tag.name))
    yield node;
  for (const part of Array.isArray(node) ? node : Object.values(node)) yield* taggedIn(part);
}

/** A plugin of rolldown for the modules of this folder. */
export const minifiedTemplates = (folder) => ({
  name: 'minified-templates',
  transform(code, id) {
    if (!id.startsWith(folder) || !/\b(?:css|html)`/.test(code)) return null;
    const changed = new RolldownMagicString(code);
    for (const {tag, quasi} of taggedIn(parseAst(code, {lang: 'ts'}))) {
      for (const {start, value} of quasi.quasis) {
        if (value.raw === '') continue;
        // The mark before a piece counts as part of it.
        const [from, to] = [start + 1, start + 1 + value.raw.length];
        if (code.slice(from, to) !== value.raw) throw new Error(`${id}: no template at ${from}.`);
        changed.update(from, to, escaped(minifiers[tag.name](value.cooked)));
      }
    }
    return changed.hasChanged() ? {code: changed.toString()} : null;
  },
});
