import type {Setting} from './kinds.js';
import {settings, type Effective} from './read-values.js';

const NAME_WIDTH = 36;
const TEXT_WIDTH = 64;

/** The settings as `--help` lists them. */
export function settingsHelp(): string {
  return settings
    .map(([, setting]) => {
      const {variable: name} = setting;
      const [first = '', ...rest] = wrapped(`${setting.what} (${defaultOf(setting)})`);
      const start = `  ${name.padEnd(NAME_WIDTH - 1)} `;
      const indent = ' '.repeat(NAME_WIDTH + 2);
      const lines = name.length < NAME_WIDTH ? [start + first] : [`  ${name}`, indent + first];
      return [...lines, ...rest.map((line) => indent + line)].join('\n');
    })
    .join('\n');
}

/** The settings as rows of the table in docs/service.md. */
export const settingsRows = (): string[][] =>
  settings.map(([, setting]) => {
    const {variable, what, page} = setting;
    const more = page === undefined ? '' : ` ([more](${page.replace(/^service\.md(?=#)/, '')}))`;
    return [`\`${variable}\``, defaultOf(setting), what.replaceAll('*', '`*`') + more];
  });

function defaultOf({default: value, shown}: Setting): string {
  if (shown !== undefined) return shown;
  return value === undefined ? 'none' : textOf(value);
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') || 'none' : String(value);

/** An effective value for display. Values that may contain a password are hidden. */
export function shownValue({value, setting}: Effective): string {
  if (value === undefined) return setting.shown ?? 'none';
  if (!setting.secret) return textOf(value);
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map((one) => withoutSecrets(String(one))).join(',') || 'none';
}

/** The address without anything that may be secret: only its origin and fragment. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return '***';
  const {protocol, username, password, host, pathname, search, hash} = new URL(address);
  const user = username || password ? '***@' : '';
  const rest = pathname.length > 1 || search ? '/***' : '';
  return `${protocol}//${user}${host}${rest}${hash}`;
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= TEXT_WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
