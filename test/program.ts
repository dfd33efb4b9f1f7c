import {join, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * Node's arguments that start a module of src/ or test/: as it was compiled for a run of all tests, or by tsx where a
 * test is run by itself.
 */
export const programOf = (path: string): string[] => {
  const compiled = process.env.COMPILED_TESTS;
  return compiled
    ? [join(compiled, path.replace(/\.ts$/, '.js'))]
    : ['--import', 'tsx', join(root, path)];
};
