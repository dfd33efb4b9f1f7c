import {join, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * Arguments of Node that start a module of src/ or test/: its compiled file in a run of all tests, or its source with
 * tsx if a test is run alone.
 */
export const programOf = (path: string): string[] => {
  const compiled = process.env.COMPILED_TESTS;
  return compiled
    ? [join(compiled, path.replace(/\.ts$/, '.js'))]
    : ['--import', 'tsx', join(root, path)];
};
