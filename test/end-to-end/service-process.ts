import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {promisify} from 'node:util';
import {freePort} from '../free-port.js';

const {COMPILED_TESTS} = process.env;
/**
 * The command of the package. A run of all tests compiles it with its libraries into a few files first, which halves
 * its start time; this suite starts more than a hundred services.
 */
const cli = COMPILED_TESTS
  ? join(COMPILED_TESTS, 'service/src/cli/cli.js')
  : resolve(import.meta.dirname, '../../service/dist/cli.js');
const run = promisify(execFile);

export interface Key {
  id: string;
  key: string;
  secret: string;
}

/** All running services, to be ended with this process. */
const running = new Set<ServiceProcess>();
process.once('exit', () => {
  for (const service of running) service.endNow();
});
/**
 * Services that tests returned with nothing changed but their keys. They are reused because a start takes a second of
 * processor time.
 */
const idle: ServiceProcess[] = [];

/**
 * The real service as an operator runs it: in its own process, with its own data folder, and keys made with its command
 * line.
 */
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

  /**
   * A service with the usual settings, which other tests of this process may have used before. Each test makes its own
   * key.
   */
  static async borrow(): Promise<ServiceProcess> {
    return idle.pop() ?? (await ServiceProcess.start());
  }

  static async start(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    const data = await mkdtemp(join(tmpdir(), 'sealed-capture-service-'));
    const service = new ServiceProcess(await freePort(), data, environment);
    running.add(service);
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

  /** Kills the process without time to finish its work. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  get #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async createKey(): Promise<Key> {
    return (await this.#keys('create', '--environment', 'sandbox')) as Key;
  }

  async revokeKey({id}: Key): Promise<void> {
    await this.#keys('revoke', id);
  }

  /** What a command of the package prints, with the service's settings, whatever its exit status. */
  async command(...args: string[]): Promise<string> {
    const done = run(process.execPath, [cli, ...args], {env: this.#environment});
    const {stdout} = await done.catch((error: unknown) => error as {stdout: string});
    return stdout;
  }

  async #keys(...args: string[]): Promise<unknown> {
    const {stdout} = await run(process.execPath, [cli, 'keys', ...args, '--json'], {
      env: this.#environment,
    });
    return JSON.parse(stdout);
  }

  /** Returns the service for the next {@link borrow}. A service that was killed and not restarted is not reused. */
  async giveBack(): Promise<void> {
    if (this.#isRunning) idle.push(this);
    else await this.close();
  }

  /** Ends the process synchronously, because it runs while this process exits. */
  endNow(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.#data, {recursive: true, force: true, maxRetries: 3});
  }

  async close(): Promise<void> {
    running.delete(this);
    await this.kill();
    await rm(this.#data, {recursive: true, force: true, maxRetries: 3});
  }
}
