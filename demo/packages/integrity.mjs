// The integrity hashes (SRI) of the script-tag bundles, with which a page takes them from a CDN.
// `node demo/packages/integrity.mjs` prints the script tag of this version, for the notes of a release.
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {root} from '../prepare.mjs';

const web = join(root, 'dist', 'web');
const bundles = ['sealed-capture.js', 'sealed-capture.classic.js'];

const hashOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Writes the hashes of the built bundles, by their names, to dist/web/integrity.json. */
export function writeIntegrity() {
  const hashes = bundles.map((name) => [name, hashOf(readFileSync(join(web, name)))]);
  const content = JSON.stringify(Object.fromEntries(hashes), null, 2);
  writeFileSync(join(web, 'integrity.json'), `${content}\n`);
}

/** The tag of docs/in-a-page.md, with the hash of the built bundle. */
function scriptTag() {
  const [bundle] = bundles;
  const hashes = JSON.parse(readFileSync(join(web, 'integrity.json'), 'utf8'));
  const manual = readFileSync(join(root, 'docs', 'in-a-page.md'), 'utf8');
  const [tag] = /^<script\n[^>]*integrity="[^>]*><\/script>$/m.exec(manual);
  return tag.replace(/integrity="[^"]*"/, `integrity="${hashes[bundle]}"`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`\n### From a CDN\n\n\`\`\`html\n${scriptTag()}\n\`\`\``);
}
