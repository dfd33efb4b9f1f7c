// `npm run dev`: the demo and the service from their sources, without a build. Vite compiles what the page asks for, and
// reloads the page when one of its modules changes; the service is bundled and started again when one of its own does.
// The development server injects its own scripts, so the strict CSP of `npm start` does not apply.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, realpathSync, watch} from 'node:fs';
import {createServer as createTcpServer, isIP} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {entries} from './packages/entries.mjs';
import {pages} from './pages.mjs';
import {installPackages, root} from './prepare.mjs';

installPackages();

const {watch: watchModules} = await import('rolldown');
const {createServer} = await import('vite');
const {default: demoBuild} = await import('./rolldown.config.mjs');
const {default: serviceBuild} = await import('../service/rolldown.config.mjs');
const {compileLanguages} = await import('./languages/compile.mjs');
const host = process.env.HOST || 'localhost';
const port = Number(process.env.PORT || 8080);
const servicePort = String(port + 1);
for (const wanted of [port, port + 1]) {
  const probe = createTcpServer().listen(wanted, host);
  await once(probe, 'listening').catch(({code}) => {
    console.error(
      `Port ${wanted} cannot be used (${code}). PORT names another one; the service takes the next.`,
    );
    process.exit(1);
  });
  await new Promise((closed) => void probe.close(closed));
}
// The service sees the Host that the page was opened with, and refuses names that it does not know.
const named = host !== 'localhost' &&
  isIP(host) === 0 && {SEALED_CAPTURE_PUBLIC_ADDRESS: `http://${host}:${port}`};
// One thread of the engine is ready sooner than two.
const fewer = {SEALED_CAPTURE_THREADS: '1'};
const environment = {...fewer, ...named, ...process.env, HOST: 'localhost', PORT: servicePort};
/** How long the service may take to answer what it has begun, before it is started again. */
const LONGEST_END_MS = 500;
let serving;
/** Starts the service, in place of the one that runs. */
async function serve() {
  if (serving?.exitCode === null && serving.kill()) {
    const impatience = setTimeout(() => serving.kill('SIGKILL'), LONGEST_END_MS);
    await once(serving, 'exit');
    clearTimeout(impatience);
  }
  const stdio = ['ignore', 'ignore', 'inherit'];
  serving = spawn(process.execPath, ['demo/server.mjs'], {cwd: root, stdio, env: environment});
}
process.on('exit', () => serving?.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
let served = Promise.resolve();
let isBuilt = true;
watchModules([serviceBuild, demoBuild]).on('event', ({code, error, result}) => {
  if (code === 'START') isBuilt = true;
  if (code === 'ERROR') {
    isBuilt = false;
    console.error(error.message);
  }
  // After a mistake, what runs goes on.
  if (code === 'END' && isBuilt) served = served.then(serve);
  void result?.close();
});

/** The package's public names and those of the seal's modules, as sources. */
const alias = Object.entries(entries).map(([entry, module]) => ({
  find: new RegExp(`^sealed-capture${entry === 'index' ? '' : `/${entry}`}$`),
  replacement: join(root, 'src', `${module}.ts`),
}));
alias.push({
  find: /^@sealed-capture\/seal\/(.*)\.js$/,
  replacement: join(root, 'seal', 'src', '$1.ts'),
});

/** Modules name scripts of their own by the names that these have when they are built: `./media-worker.js`. */
const scriptsAsSources = {
  name: 'scripts-as-sources',
  configureServer({middlewares}) {
    middlewares.use((request, _response, next) => {
      const [, path, query = ''] = /^\/@fs(\/[^?]+)\.js(\?.*)?$/.exec(request.url ?? '') ?? [];
      if (path && !existsSync(`${path}.js`) && existsSync(`${path}.ts`)) {
        request.url = `/@fs${path}.ts${query}`;
      }
      next();
    });
  },
};

/** Compiles the catalogues of the languages, of which the page then gets the modules. */
function compileCatalogues() {
  try {
    compileLanguages();
  } catch (error) {
    console.error(error.message);
  }
}
compileCatalogues();
// A file that is being saved is seen several times, at first empty.
let saving;
watch(join(root, 'src', 'lang'), (_, name) => {
  if (!name?.endsWith('.json')) return;
  clearTimeout(saving);
  saving = setTimeout(compileCatalogues, 100);
});

const service = `http://localhost:${servicePort}`;
const paths = ['/protection', '/demo/token', '/uploads', '/healthz', '/openapi.json', '/docs'];
const server = await createServer({
  root: join(root, 'demo'),
  configFile: false,
  logLevel: 'warn',
  cacheDir: join(root, 'dist', '.vite'),
  // What the scripts need is found before a page asks for it, which would reload the page.
  optimizeDeps: {entries: ['*.html', '../src/{ports,plates,worker}/**/*-work{er,let}.ts']},
  resolve: {alias},
  plugins: [pages, scriptsAsSources],
  worker: {format: 'es'},
  server: {
    host,
    port,
    strictPort: true,
    fs: {allow: [root, realpathSync(join(root, 'node_modules'))]},
    proxy: Object.fromEntries(paths.map((path) => [`^${path}(?![^/?])`, {target: service}])),
  },
});
await server.listen();
while (!(await fetch(`${service}/healthz`).catch(() => undefined))?.ok) {
  // It has said why it cannot start.
  if (serving?.exitCode) process.exit(serving.exitCode);
  await sleep(100);
}
console.log(
  `sealed-capture is ready at http://${host}:${server.config.server.port}, with live reload`,
);
