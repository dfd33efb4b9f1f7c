// Changes one sealed file at random and reads every change, as fuzz.mjs asks for. Prints a line of JSON for each block
// of changes, and for each finding; ends with 3 if the engine cannot be used any more.
import {mkdirSync, writeFileSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {EngineCrashed} from '@sealed-capture/seal/engine/refusals/engine-errors.js';
import {ENGINE_MEMORY, ENGINE_TIME_MS} from '@sealed-capture/seal/engine/refusals/limits.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {createEngine} from '@sealed-capture/seal/engine/engine.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import {factsOf} from '@sealed-capture/seal/own-reader/files/file-facts.js';
import {forAnyUse} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {mutationNames, mutations, randomFrom} from '../../seal/test/mutations.js';
import {makeAuthority} from '../../seal/test/pki.js';
import {containerNames, sealedFile} from './containers.js';

if (process.argv[2] === '--names') {
  process.stdout.write(JSON.stringify(containerNames));
  process.exit();
}
const [name = '', from = '0', to = '0', seed = '0'] = process.argv.slice(2);
/** Bytes at the beginning that hold most lengths. */
const STRUCTURE = 400;
const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const BLOCK = 250;

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);
const authority = await makeAuthority();
const engine = createEngine(await compileEngine(ENGINE_MEMORY), {
  trust: forAnyUse(authority.rootPem),
});
const {file, mediaType, contentOf} = await sealedFile(name, engine, authority.signer);
const content = Buffer.from(contentOf(file));
const smallest = engine.memory();

/** Writes numbers that no program expects, mostly where lengths and counts are. */
function withLengths(random: (below: number) => number): Uint8Array {
  const changed = Buffer.from(file);
  for (let count = 1 + random(3); count > 0; count--) {
    const size = [1, 2, 4, 8][random(4)] ?? 4;
    const at = random(Math.min(random(2) ? STRUCTURE : file.length, file.length - 8));
    const value =
      BigInt(EXTREMES[random(EXTREMES.length)] ?? 0) + (random(4) ? 0n : BigInt(random(64)));
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    const ordered = random(2) ? bytes.subarray(8 - size) : bytes.subarray(8 - size).reverse();
    ordered.copy(changed, at);
  }
  return changed;
}

function found(index: number, what: string, changed: Uint8Array): void {
  const folder = join(tmpdir(), 'sealed-capture-fuzz');
  mkdirSync(folder, {recursive: true});
  const path = join(folder, `${name.replaceAll(' ', '-')}-${seed}-${index}`);
  writeFileSync(path, changed);
  writeFileSync(`${path}.original`, file);
  say({found: what, index, path});
}

const states: Record<string, number> = {};
let slowest = 0;
let largest = 0;
say({state: (await readSeal(engine, file, mediaType)).labelState, bytes: file.length});
for (let index = Number(from); index < Number(to); index++) {
  const random = randomFrom(Number(seed) + index * 7919);
  const kind = mutationNames[random(mutationNames.length)];
  const isLength = random(2) === 0;
  const changed =
    isLength || !kind ? withLengths(random) : Uint8Array.from(mutations[kind](file, random, file));
  const before = engine.memory();
  const started = performance.now();
  try {
    const {labelState} = await readSeal(engine, changed, mediaType);
    states[labelState] = (states[labelState] ?? 0) + 1;
    if (labelState === 'valid' && !content.equals(contentOf(changed))) {
      found(index, 'valid with other content', changed);
    }
    // Some bytes hide no seal. Larger parts may be all of it.
    if (labelState === 'none' && (isLength || kind === 'flip')) {
      found(index, 'said to carry no seal', changed);
    }
    if (index % 10 === 0) await factsOf(Uint8Array.from(changed), crypto.subtle);
  } catch (error) {
    found(
      index,
      error instanceof Error ? `${error.name}: ${String(error.cause)}` : String(error),
      changed,
    );
    if (error instanceof EngineCrashed) process.exit(3);
  }
  const took = performance.now() - started;
  slowest = Math.max(slowest, took);
  const grown = engine.memory() - before;
  largest = Math.max(largest, engine.memory() - smallest);
  if (took > ENGINE_TIME_MS) found(index, `took ${Math.round(took)} ms`, changed);
  // A file of some kB needs no more than the first one did.
  if (grown > 16 * 1024 * 1024)
    found(index, `took ${Math.round(grown / 2 ** 20)} MiB more`, changed);
  if ((index + 1) % BLOCK === 0 || index + 1 === Number(to)) {
    say({
      done: index + 1,
      states,
      slowest: Math.round(slowest),
      largest: Math.round(largest / 2 ** 20),
    });
  }
}
