// `npm run dev`: as `npm start`, and every change is built and shown at once. The page comes from a development
// server, which puts scripts of its own into it, so the strict CSP of `npm start` is not in force here.
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {build, installPackages, root} from './prepare.mjs';

installPackages();
build();

const {createServer} = await import('vite');
const host = process.env.HOST || 'localhost';
const servicePort = '8081';
const script = (...path) => join(root, 'node_modules', ...path);
const children = [
  [
    script('typescript', 'bin', 'tsc'),
    '-p',
    'tsconfig.build.json',
    '--watch',
    '--preserveWatchOutput',
  ],
  [
    script('vite', 'bin', 'vite.js'),
    'build',
    '--watch',
    '--mode',
    'media-worker',
    '--logLevel=warn',
  ],
  ['--watch', '--watch-preserve-output', 'demo/server.mjs'],
].map((args) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {...process.env, HOST: 'localhost', PORT: servicePort},
  }),
);
process.on('exit', () => children.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

const service = `http://localhost:${servicePort}`;
const paths = ['/protection', '/demo/configuration.json', '/healthz', '/openapi.json'];
const server = await createServer({
  root: join(root, 'demo'),
  configFile: join(root, 'vite.config.ts'),
  server: {
    host,
    port: Number(process.env.PORT || 8080),
    strictPort: true,
    fs: {allow: [root]},
    proxy: Object.fromEntries(paths.map((path) => [path, service])),
  },
});
await server.listen();
console.log(
  `sealed-capture is ready at http://${host}:${server.config.server.port}, with live reload`,
);
