import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {promisify} from 'node:util';
import {freePort} from '../free-port.js';

const {COMPILED_TESTS} = process.env;
/**
 * The command that the package ships. A run of all tests has compiled it with its libraries into a few files, which
 * start in half the processor's time; this suite starts more than a hundred services.
 */
const cli = COMPILED_TESTS
  ? join(COMPILED_TESTS, 'src/service/cli/cli.js')
  : resolve(import.meta.dirname, '../../dist/service/cli/cli.js');
const run = promisify(execFile);

export interface Key {
  id: string;
  key: string;
  secret: string;
}

/** The real service as an operator runs it: its own process, its own data folder, keys by its command line. */
export class ServiceProcess {
  readonly address: string;
  readonly #port: number;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #data: string;
  #child?: ChildProcess;

  private constructor(port: number, data: string, environment: Record<string, string>) {
    this.#port = port;
    this.#data = data;
    this.address = `http://localhost:${port}`;
    this.#environment = {
      ...process.env,
      SEALED_CAPTURE_DATA: data,
      SEALED_CAPTURE_LOG: 'warn',
      SEALED_CAPTURE_THREADS: '1',
      ...environment,
    };
  }

  static async start(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    const data = await mkdtemp(join(tmpdir(), 'sealed-capture-service-'));
    const service = new ServiceProcess(await freePort(), data, environment);
    await service.start();
    return service;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [cli, 'serve', '--port', String(this.#port)], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await new Promise<void>((listens, failed) => {
      createInterface({input: child.stdout}).on('line', (line) => {
        if (line.includes('listens on')) listens();
      });
      child.once('exit', (code) => failed(new Error(`The service ended with ${code}.`)));
    });
  }

  /** Without any time to finish what it does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async createKey(): Promise<Key> {
    return (await this.#keys('create', '--environment', 'sandbox')) as Key;
  }

  async revokeKey({id}: Key): Promise<void> {
    await this.#keys('revoke', id);
  }

  async #keys(...args: string[]): Promise<unknown> {
    const {stdout} = await run(process.execPath, [cli, 'keys', ...args, '--json'], {
      env: this.#environment,
    });
    return JSON.parse(stdout);
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#data, {recursive: true, force: true, maxRetries: 3});
  }
}
