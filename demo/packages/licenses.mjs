// The licenses of the libraries that are bundled into a package.
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** The folder of the package to which a module belongs; undefined for our own modules. */
function packageOf(module) {
  const [, folder] = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)/.exec(module) ?? [];
  return folder;
}

function licenseOf(folder) {
  const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? `\n\n${readFileSync(join(folder, file), 'utf8').trim()}` : '';
  return {
    title: `${name} ${version}`,
    entry: `## ${name} ${version}\n\nLicense: ${license}${text}\n`,
  };
}

/**
 * Writes all licenses into one file.
 *
 * @param modules paths of all bundled modules
 */
export function writeLicenses(modules, file) {
  const folders = new Set([...modules].map(packageOf).filter((folder) => folder !== undefined));
  const licenses = [...folders].map(licenseOf).sort((a, b) => a.title.localeCompare(b.title));
  const intro = '# Libraries that are compiled into this package\n';
  writeFileSync(file, [intro, ...licenses.map(({entry}) => entry)].join('\n'));
}
