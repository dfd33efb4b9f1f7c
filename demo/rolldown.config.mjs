// Builds the demo's part of its server in dist/demo-server.
import {join} from 'node:path';
import {defineConfig} from 'rolldown';

export default defineConfig({
  cwd: join(import.meta.dirname, '..'),
  platform: 'node',
  tsconfig: 'tsconfig.json',
  input: 'demo/server/demo.ts',
  external: (id) => /^[^./]/.test(id) && !id.startsWith('@sealed-capture/'),
  output: {dir: 'dist/demo-server', cleanDir: true},
});
