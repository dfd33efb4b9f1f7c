import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {freePort} from '../free-port.js';

const execute = promisify(execFile);
const LONGEST_START_MS = 60_000;

/** The registry's own package, in a release for Node 20. It asks for node-fetch by a tag, which not every mirror of npm's registry has. */
const project = {
  private: true,
  dependencies: {verdaccio: '6.1.2'},
  overrides: {'node-fetch': '2.6.7'},
};

/** The product's packages are here alone, and may be published by anyone; all others come from npm's registry. */
const settings = (storage: string, uplink: string) => ({
  storage,
  uplinks: {npmjs: {url: uplink}},
  packages: {
    'sealed-capture*': {access: '$all', publish: '$all'},
    '**': {access: '$all', proxy: 'npmjs'},
  },
  max_body_size: '20mb',
  log: {type: 'stdout', level: 'warn'},
});

/** A registry of this machine (verdaccio), in a folder of its own. */
export class Registry {
  readonly address: string;
  /** Environment variables with which npm uses it. */
  readonly env: NodeJS.ProcessEnv;
  readonly #process: ChildProcess;

  private constructor(address: string, folder: string, process: ChildProcess) {
    this.address = address;
    this.env = {npm_config_registry: address, npm_config_cache: join(folder, 'cache')};
    this.#process = process;
  }

  static async open(folder: string): Promise<Registry> {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(project));
    const npm = (...args: string[]) => execute('npm', args, {cwd: folder});
    await npm('install', '--no-audit', '--no-fund', '--prefer-offline');
    const uplink = (await npm('config', 'get', 'registry')).stdout.trim();
    // JSON is YAML.
    const config = join(folder, 'config.yaml');
    await writeFile(config, JSON.stringify(settings(join(folder, 'storage'), uplink)));
    const address = `http://localhost:${await freePort()}/`;
    const program = join(folder, 'node_modules/.bin/verdaccio');
    const child = spawn(program, ['--config', config, '--listen', address], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    }
    const registry = new Registry(address, folder, child);
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The registry ended:\n${output}`);
    });
    await Promise.race([registry.#isUp(), ended]);
    ended.catch(() => undefined);
    return registry;
  }

  async #isUp(): Promise<void> {
    const end = Date.now() + LONGEST_START_MS;
    while (!(await fetch(`${this.address}-/ping`).catch(() => undefined))?.ok) {
      if (Date.now() > end) {
        await this.close();
        throw new Error('The registry does not answer.');
      }
      await sleep(200);
    }
  }

  /**
   * Publishes a built package as a release does, without its provenance, which only the release's own run can have.
   * Resolves with what npm warns of.
   */
  async publish(folder: string): Promise<string[]> {
    // npm publishes with any token; this registry asks for none.
    const token = `--//${new URL(this.address).host}/:_authToken=any`;
    const args = ['publish', '--ignore-scripts', '--no-provenance', token];
    const env = {...process.env, ...this.env};
    const {stderr} = await execute('npm', args, {cwd: folder, env});
    return stderr.split('\n').filter((line) => line.startsWith('npm warn'));
  }

  async close(): Promise<void> {
    this.#process.kill();
    await once(this.#process, 'exit');
  }
}
