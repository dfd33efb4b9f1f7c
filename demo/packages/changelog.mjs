// The changelog's sections. `node demo/packages/changelog.mjs 0.2.0` prints the notes of that release.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const UNRELEASED = '## Unreleased';

const escaped = (text) => text.replaceAll(/[.+]/g, '\\$&');

/** The changelog's section for a version, or for `Unreleased`; undefined if there is none. */
function sectionOf(changelog, version) {
  const heading = new RegExp(`^## ${escaped(version)}(?: - .*)?\\n([^]*?)(?=^## |(?![^]))`, 'm');
  return heading.exec(changelog)?.[1].trim();
}

/**
 * The notes of a release: its section of the changelog, each entry on one line, because release pages keep line breaks.
 * Throws if there is no such section, or if it has no entry.
 */
export function releaseNotes(changelog, version) {
  const section = sectionOf(changelog, version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}.`);
  if (!/^- /m.test(section)) throw new Error(`CHANGELOG.md has no entry under ${version}.`);
  return `${section.replaceAll(/\n {2,}(?=\S)(?!- )/g, ' ')}\n`;
}

/** The changelog with its unreleased section renamed to a version, and an empty one above it. `date` is an ISO date. */
export function withRelease(changelog, version, date) {
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${date}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(import.meta.dirname, '..', '..', 'CHANGELOG.md');
  process.stdout.write(releaseNotes(readFileSync(path, 'utf8'), process.argv[2]));
}
