// Describes the elements for editors and catalogues: a Custom Elements Manifest, and what VS Code and JetBrains' editors
// make of it. The last step of a build: the attributes are those of the built elements.
import {readFileSync, writeFileSync} from 'node:fs';
import {manifestOf} from './description/manifest.mjs';
import {cssData, htmlData} from './description/vs-code.mjs';
import {webTypes} from './description/web-types.mjs';
import {root} from './prepare.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const manifest = manifestOf(root, await import('../dist/elements/index.js'));
const elements = manifest.modules.flatMap(({declarations}) => declarations);

const files = {
  'custom-elements.json': manifest,
  'vscode.html-data.json': htmlData(elements),
  'vscode.css-data.json': cssData(elements),
  'web-types.json': webTypes(elements, read('../package.json')),
};
for (const [name, content] of Object.entries(files)) {
  writeFileSync(
    new URL(`../dist/${name}`, import.meta.url),
    `${JSON.stringify(content, null, 2)}\n`,
  );
}
