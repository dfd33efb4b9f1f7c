import {execFileSync} from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {register} from 'node:module';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const root = resolve(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache/optional-peers');

/** The versions that are tested. */
const versions = {'graphene-pk11': '2.3.6', '@aws-sdk/client-kms': '3.1164.0'} as const;

/**
 * Installs an optional library as an operator does, and makes it available to this process. It is cached for the next
 * run. graphene-pk11 is compiled during the installation.
 *
 * @returns the reason why it cannot be used here, or false
 */
export function installPeer(name: keyof typeof versions): string | false {
  const wanted = `${name}@${versions[name]}`;
  const folder = join(cache, wanted.replaceAll('/', '+'));
  try {
    if (!existsSync(folder)) install(wanted, folder);
  } catch (error) {
    return `${wanted} could not be installed: ${String(error).slice(0, 500)}`;
  }
  const {main = 'index.js'} = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as {main?: string};
  const {href} = pathToFileURL(join(folder, 'node_modules', name, main));
  const hook = `export const resolve = (specifier, context, next) =>
    specifier === ${JSON.stringify(name)}
      ? {url: ${JSON.stringify(href)}, shortCircuit: true}
      : next(specifier, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  return false;
}

function install(wanted: string, folder: string): void {
  mkdirSync(cache, {recursive: true});
  const draft = mkdtempSync(join(cache, '.draft-'));
  try {
    writeFileSync(join(draft, 'package.json'), '{"private": true}');
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', wanted];
    execFileSync('npm', args, {cwd: draft, stdio: ['ignore', 'ignore', 'pipe']});
    renameSync(draft, folder);
  } finally {
    rmSync(draft, {recursive: true, force: true});
  }
}
