import {languages} from '../languages/catalogue.mjs';

/** Modules in src/, by the names of the package's entries; `index` is the package's own name. */
export const entries = {
  index: 'elements/index',
  'capture-image': 'elements/capture-image',
  'capture-audio': 'elements/capture-audio',
  'protection-provider': 'elements/protection-provider',
  'seal-inspector': 'elements/seal-inspector',
  'local-verification': 'ports/inspection/local-engine',
  core: 'core/index',
  'service-worker': 'core/wiring/service-worker',
  'plate-detector': 'plates/index',
  'delivery-http': 'delivery/http-delivery',
  'delivery-tus': 'delivery/tus-delivery',
  'wasm-encoder': 'ports/audio/wasm-encoder',
  strings: 'elements/strings/index',
  ...Object.fromEntries(
    languages.map((language) => [`lang/${language}`, `lang/compiled/${language}`]),
  ),
  react: 'frameworks/react',
  // Separate files, so that a page contains only the components that it imports.
  ...Object.fromEntries(
    ['capture-audio', 'capture-image', 'protection-provider', 'seal-inspector'].map((name) => [
      `react/${name}`,
      `frameworks/react/${name}`,
    ]),
  ),
  'react-jsx': 'frameworks/react-jsx',
  preact: 'frameworks/preact',
  solid: 'frameworks/solid',
  svelte: 'frameworks/svelte',
  vue: 'frameworks/vue',
  'copy-scripts': 'scripts/copy-scripts',
  command: 'scripts/command',
};
