// Describes the elements for editors and catalogs: a Custom Elements Manifest, and the formats of VS Code and JetBrains
// editors; and the types that they name, for the manual. Attributes are read from the elements' classes.
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {manifestOf} from './description/manifest.mjs';
import {typesOf} from './description/types.mjs';
import {cssData, htmlData} from './description/vs-code.mjs';
import {webTypes} from './description/web-types.mjs';
import {root} from './prepare.mjs';

const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const classes = await import('../src/elements/index.ts');
const {optionGroups} = await import('../src/elements/options/table.ts');
const manifest = manifestOf(root, classes, packageFile.exports, optionGroups);
const elements = manifest.modules.flatMap(({declarations}) => declarations);

const named = elements.flatMap(({members, events = []}) =>
  [...members, ...events].flatMap((one) => [
    one.type?.text ?? '',
    one.return?.type.text ?? '',
    ...(one.parameters ?? []).map(({type}) => type?.text ?? ''),
  ]),
);

const {customElements, 'web-types': webTypesFile} = packageFile;
const folder = dirname(customElements);
const files = {
  [customElements]: manifest,
  [webTypesFile]: webTypes(elements, packageFile),
  [join(folder, 'vscode.html-data.json')]: htmlData(elements),
  [join(folder, 'vscode.css-data.json')]: cssData(elements),
  'dist/types.json': typesOf(root, named),
};
for (const [path, content] of Object.entries(files)) {
  writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);
}
