// `npm run dev`: like `npm start`, but each change is built and shown at once. The page comes from a development
// server, which injects its own scripts, so the strict CSP of `npm start` does not apply.
import {spawn} from 'node:child_process';
import {watch} from 'node:fs';
import {isIP} from 'node:net';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {build, buildSite, forgetBuild, installPackages, root} from './prepare.mjs';

installPackages();
build();
buildSite();
// Watched files are compiled without the last steps of the build, so the next start or test must build again.
forgetBuild();

const {createServer} = await import('vite');
const {compileLanguages} = await import('./languages/compile.mjs');
const host = process.env.HOST || 'localhost';
const port = Number(process.env.PORT || 8080);
const servicePort = String(port + 1);
// The service sees the Host that the page was opened with, and refuses names that it does not know.
const named = host !== 'localhost' &&
  isIP(host) === 0 && {SEALED_CAPTURE_PUBLIC_ADDRESS: `http://${host}:${port}`};
const script = (...path) => join(root, 'node_modules', ...path);
const children = [];
const start = (args, output) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env: {...named, ...process.env, HOST: 'localhost', PORT: servicePort},
  });
  children.push(child);
  return child;
};
process.on('exit', () => children.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

watch(join(root, 'src', 'lang'), (_, name) => {
  if (!name?.endsWith('.json')) return;
  try {
    compileLanguages();
  } catch (error) {
    console.error(error.message);
  }
});

const tsc = [script('typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'];
const compiler = start([...tsc, '--watch', '--preserveWatchOutput'], 'pipe');
// The first pass writes every file. Serving and watching starts after it.
await new Promise((compiled) => {
  createInterface({input: compiler.stdout}).on('line', (line) => {
    if (line.includes('error TS')) console.error(line);
    if (line.includes('Watching for file changes')) compiled();
  });
});
const worker = ['build', '--watch', '--mode', 'media-worker', '--logLevel=warn'];
start([script('vite', 'bin', 'vite.js'), ...worker], 'ignore');
start(['--watch', '--watch-preserve-output', 'demo/server.mjs'], 'ignore');

const service = `http://localhost:${servicePort}`;
const paths = ['/protection', '/demo/token', '/uploads', '/healthz', '/openapi.json', '/docs'];
const server = await createServer({
  root: join(root, 'demo'),
  configFile: join(root, 'vite.config.ts'),
  server: {
    host,
    port,
    strictPort: true,
    fs: {allow: [root]},
    proxy: Object.fromEntries(paths.map((path) => [path, service])),
  },
});
await server.listen();
while (!(await fetch(`${service}/healthz`).catch(() => undefined))?.ok) await sleep(100);
console.log(
  `sealed-capture is ready at http://${host}:${server.config.server.port}, with live reload`,
);
