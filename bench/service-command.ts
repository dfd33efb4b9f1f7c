import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {link, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Figure} from './figure.js';
import {rounds} from './quick.js';
import {root} from './root.js';
import {Samples} from './samples.js';
import type {Stand} from './stand.js';

const FILES = rounds(500, 4);
const LAPS = rounds(3, 1);
const command = resolve(root, 'service/dist/cli.js');
const bare = fileURLToPath(new URL('./bare-folder.mjs', import.meta.url));

/** Files per second of a program that reads a folder, with its start. */
async function perSecond(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...args], {env, stdio: 'ignore'});
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return FILES / ((performance.now() - start) / 1000);
}

/** Inspects a folder of valid photographs by the command, and by the engine alone. */
export async function commandFigure({service, sealed}: Stand): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  try {
    const first = join(folder, '0.jpg');
    await writeFile(first, sealed);
    for (let n = 1; n < FILES; n++) await link(first, join(folder, `${n}.jpg`));
    const env = {...process.env, SEALED_CAPTURE_DATA: service.dataFolder};
    const [ours, theirs] = [new Samples(), new Samples()];
    for (let lap = 0; lap < LAPS; lap++) {
      theirs.add(await perSecond(bare, [folder], env));
      ours.add(await perSecond(command, ['inspect', folder], env));
    }
    return {
      what: `sealed-capture-service inspect, ${FILES} valid photographs of 3 MB`,
      value: ours.median,
      unit: '/s',
      baseline: {what: 'the engine in two threads, without trust', value: theirs.median},
      target: {of: 'ratio', atLeast: 0.8},
    };
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
