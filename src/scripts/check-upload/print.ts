import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {Finding} from './report.js';
import type {CheckSettings} from './settings.js';

const COLUMNS = 100;
const INDENT = 25;
/** Shorter words are not hidden: they would be found in the text by chance. */
const SHORTEST_SECRET = 4;
/** Characters of a text with words of the server. */
const LONGEST = 1_000;

export const notice = ({url, origin, isTus, method}: CheckSettings): string =>
  [
    `Checks ${url.origin}${url.pathname} (${isTus ? 'tus' : method})${origin ? ` for pages of ${origin}` : ''}.`,
    'It stores a few small test files at the server, as people who take photos do.',
    '',
    '',
  ].join('\n');

/** One finding as text. */
export function lines(finding: Finding): string {
  const head = `${finding.result.padEnd(10)} ${finding.point.padEnd(12)}`;
  if (finding.result !== 'fault') return `${wrapped(`${head} `, finding.text)}\n`;
  const {text, effect, remedy} = finding;
  const labelled = [
    wrapped(`${head} `, text),
    wrapped(`${' '.repeat(11)}people       `, effect),
    wrapped(`${' '.repeat(11)}to do        `, remedy),
  ];
  return `${labelled.join('\n')}\n`;
}

export function summary(findings: readonly Finding[]): string {
  const count = (result: Finding['result']): number =>
    findings.filter((finding) => finding.result === result).length;
  const faults = count('fault');
  return `\n${faults} fault${faults === 1 ? '' : 's'}, ${count('advice')} advice, ${count('ok')} ok, ${count('not tried')} not tried.\n`;
}

/** Breaks a text into lines below one another, after `head`. */
function wrapped(head: string, text: string): string {
  const all = [head.padEnd(INDENT - 1)];
  for (const word of text.split(/\s+/)) {
    const line = all.at(-1) ?? '';
    const isFull = line.length + 1 + word.length > COLUMNS && line.trim() !== '';
    if (isFull) all.push(`${' '.repeat(INDENT - 1)} ${word}`);
    else all[all.length - 1] = `${line} ${word}`;
  }
  return all.join('\n');
}

/**
 * What servers answer as one may print it: hidden characters are escaped, long texts end, and the values of headers and the
 * query of the address are left out, which may be a signature. Servers may repeat them.
 */
export function printable({headers, url}: CheckSettings): (finding: Finding) => Finding {
  const values = [...Object.values(headers), url.search, ...url.searchParams.values()];
  const secrets = values
    .flatMap((value) => (value === null ? [] : [value, ...value.split(/[\s;,=]+/)]))
    .filter(({length}) => length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  const hide = (text: string): string =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
  const shorten = (text: string): string =>
    text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  // The other texts are the command's own.
  return (finding) => ({
    ...finding,
    text: shorten(visibleText(hide(finding.text).replace(/\s+/g, ' '))),
  });
}
