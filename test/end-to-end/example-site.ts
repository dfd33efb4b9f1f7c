import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {freePort} from '../free-port.js';

const examples = resolve(import.meta.dirname, '../../examples');

/** An example of the package, built as a user would build it, with its own service and data folder. */
export class ExampleSite {
  readonly address: string;
  readonly #server: ChildProcess;
  readonly #data: string;

  private constructor(address: string, server: ChildProcess, data: string) {
    this.address = address;
    this.#server = server;
    this.#data = data;
  }

  static async open(name: string): Promise<ExampleSite> {
    const build = await promisify(execFile)(process.execPath, [join(examples, 'build.mjs'), name]);
    const pages = build.stdout.trim().split(': ')[1] ?? '';
    const data = await mkdtemp(join(tmpdir(), `sealed-capture-${name}-`));
    const [server, address] = await serve(name, pages, data);
    return new ExampleSite(address, server, data);
  }

  async close(): Promise<void> {
    this.#server.kill();
    await rm(this.#data, {recursive: true, force: true});
  }
}

/** Starts the example's own server, under the strictest policy. */
async function serve(name: string, pages: string, data: string): Promise<[ChildProcess, string]> {
  const env = {...process.env, PORT: String(await freePort()), SEALED_CAPTURE_DATA: data};
  const program = join(examples, 'serve.mjs');
  const child = spawn(process.execPath, [program, name, pages], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await Promise.race([
    once(child.stdout, 'data') as Promise<[Buffer]>,
    once(child, 'exit').then(([code]: number[]) => [`ended with ${code}`]),
  ]);
  const [address] = /http\S+/.exec(String(said)) ?? [];
  if (!address) throw new Error(`The example of ${name} is not served: ${String(said)}`);
  return [child, address];
}
