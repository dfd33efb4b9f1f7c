import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';

const manual = resolve(import.meta.dirname, '../../docs/csp.md');

/** The header under this heading of docs/csp.md, with these origins of the service and of the bundle. */
export function documentedHeader(
  heading: string,
  {service, bundle}: {service: string; bundle: string},
): string {
  const [, section = ''] = readFileSync(manual, 'utf8').split(`## ${heading}\n`);
  const [, policy] = /^Content-Security-Policy: (.+)$/m.exec(section) ?? [];
  if (policy === undefined) throw new Error(`docs/csp.md has no header under ${heading}.`);
  return policy
    .replaceAll('https://seals.example', service)
    .replaceAll('https://cdn.example', bundle);
}
