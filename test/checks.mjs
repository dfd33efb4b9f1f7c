// `npm run check`: format, lint and types (oxlint checks both), side by side. Tests import the built packages, so that their
// types need the build. The exit code is 1 if one of them finds something.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {build, installPackages, root} from '../demo/prepare.mjs';

installPackages();
build();

const checks = [
  ['oxfmt/bin/oxfmt', '--check'],
  ['oxlint/bin/oxlint', '.'],
  ['eslint/bin/eslint.js', '.'],
];

const statuses = await Promise.all(
  checks.map(async ([script, ...args]) => {
    const path = join(root, 'node_modules', script);
    const child = spawn(process.execPath, [path, ...args], {cwd: root, stdio: 'inherit'});
    const [status] = await once(child, 'close');
    return status;
  }),
);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
