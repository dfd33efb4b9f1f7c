import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {resolve} from 'node:path';
import {createElement} from 'react';
import {renderToString} from 'react-dom/server';
import {build} from 'vite';
import {CaptureAudio, CaptureImage, ProtectionProvider, SealInspector} from 'sealed-capture/react';
import {freePort} from '../free-port.js';
import type {Mounting} from './page/react-page.js';
import {ServiceProcess} from './service-process.js';

const root = resolve(import.meta.dirname, '../..');

/** A page that uses the React components, and the service. */
export interface ReactSite {
  address: string;
  mounting: Mounting;
  close(): Promise<void>;
}

export async function startReactSite(): Promise<ReactSite> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const [service, files] = await Promise.all([
    ServiceProcess.start({SEALED_CAPTURE_ALLOWED_ORIGINS: address}),
    bundledPage(),
  ]);
  const server = createServer(({url = '/'}, response) => {
    const {pathname} = new URL(url, address);
    const file = files.get(pathname.slice(1));
    if (file === undefined && pathname !== '/' && pathname !== '/rendered') {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript');
    response.end(file ?? html(pathname === '/rendered' ? renderedPage() : ''));
  });
  await once(server.listen(port, 'localhost'), 'listening');
  const {key: apiKey} = await service.createKey();
  return {
    address,
    mounting: {baseUrl: `${service.address}/protection`, apiKey},
    async close() {
      server.close();
      server.closeAllConnections();
      await service.close();
    },
  };
}

/** Bundled with React's development build, because only that mounts twice in strict mode. */
async function bundledPage(): Promise<Map<string, string | Uint8Array>> {
  const written = await build({
    logLevel: 'silent',
    configFile: false,
    root,
    mode: 'development',
    define: {'process.env.NODE_ENV': '"development"'},
    resolve: {alias: await publicNames()},
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'page/react-page.ts'),
        output: {entryFileNames: 'page.js'},
      },
    },
  });
  const {output} = written as {
    output: ({fileName: string; code: string} | {fileName: string; source: string | Uint8Array})[];
  };
  return new Map(output.map((file) => [file.fileName, 'code' in file ? file.code : file.source]));
}

/** Maps the package's public names to its files, as users import them. */
async function publicNames(): Promise<{find: RegExp; replacement: string}[]> {
  const {exports} = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | {default: string}>;
  };
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string'
      ? []
      : [
          {
            find: new RegExp(`^sealed-capture${name.slice(1)}$`),
            replacement: resolve(root, target.default),
          },
        ],
  );
}

/** The page's HTML as a server renders it. */
const renderedPage = (): string =>
  renderToString(
    createElement(
      ProtectionProvider,
      {sandbox: true},
      createElement(CaptureImage, {facing: 'user', className: 'wide'}),
      createElement(CaptureAudio, {maxDuration: 60}),
      createElement(SealInspector, {}),
    ),
  );

const html = (content: string): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>React</title>
  <link rel="icon" href="data:,">
  <div id="page">${content}</div>
  <script type="module" src="/page.js"></script>
</html>`;
