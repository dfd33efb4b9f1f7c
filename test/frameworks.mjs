// `npm run frameworks`: runs the shared tests for all examples of examples, and follows docs/quick-start.md
// literally. Arguments select examples. Examples whose build takes minutes run only here, not with `npm test`.
import {frameworks} from '../examples/build.mjs';
import {root, run} from '../demo/prepare.mjs';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !frameworks.includes(name));
if (unknown.length > 0) {
  console.error(`No such example: ${unknown.join(', ')}. There are: ${frameworks.join(', ')}.`);
  process.exit(2);
}
const tested = chosen.length > 0 ? chosen : frameworks;
const test = (...files) =>
  run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--no-deps', '--project=pages', ...files],
    {cwd: root, env: {...process.env, FRAMEWORKS: tested.join(',')}},
  );

test('frameworks', 'quick-start');
// It builds the same example again, with other settings.
if (tested.includes('next')) test('next-start');
