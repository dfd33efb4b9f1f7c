// `npm start`: the service and the demo on one origin, ready to capture, seal and inspect. The documentation follows.
import {spawn} from 'node:child_process';
import {buildDemo, installDemo, root} from './prepare.mjs';

installDemo();
buildDemo();
await import('./server.mjs');
// What it prints would hide the line with the address, unless it fails.
spawn(process.execPath, ['demo/prepare.mjs', 'site'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
