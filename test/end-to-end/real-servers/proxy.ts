import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {freePort} from '../../free-port.js';

/** A program that forwards requests, with the arguments that make it read a configuration. */
interface Program {
  name: string;
  args: (folder: string, file: string) => string[];
  /** The whole configuration around what a test gives. */
  configuration: (folder: string, given: string) => string;
}

const nginx: Program = {
  name: 'nginx',
  args: (folder, file) => ['-p', folder, '-e', 'stderr', '-c', file],
  configuration: (folder, given) => `daemon off; worker_processes 1; pid ${join(folder, 'pid')};
    error_log stderr crit;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {worker_connections 256;}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(folder, name)};`)
        .join(' ')}
      ${given}
    }`,
};

const caddy: Program = {
  name: 'caddy',
  args: (_folder, file) => ['run', '--adapter', 'caddyfile', '--config', file],
  configuration: (folder, given) => `{
      admin off
      auto_https off
      storage file_system ${folder}
      log {
        level ERROR
      }
    }
    ${given}`,
};

/** A proxy on a port of its own, whose configuration a test replaces. */
export class Proxy {
  readonly port: number;
  readonly folder: string;
  readonly #program: Program;
  #child?: ChildProcess;

  private constructor(program: Program, port: number, folder: string) {
    this.#program = program;
    this.port = port;
    this.folder = folder;
  }

  static nginx = (): Promise<Proxy> => Proxy.#prepare(nginx);
  static caddy = (): Promise<Proxy> => Proxy.#prepare(caddy);

  static async #prepare(program: Program): Promise<Proxy> {
    const folder = await mkdtemp(join(tmpdir(), `sealed-capture-${program.name}-`));
    return new Proxy(program, await freePort(), folder);
  }

  /** Runs the program with this configuration, instead of the one before. Resolves once it listens. */
  async use(given: string): Promise<void> {
    await this.#stop();
    const {name, args, configuration} = this.#program;
    const file = join(this.folder, 'configuration');
    await writeFile(file, configuration(this.folder, given));
    // Caddy stores its configuration there.
    const env = {...process.env, XDG_CONFIG_HOME: this.folder};
    const child = spawn(name, args(this.folder, file), {stdio: ['ignore', 'ignore', 'pipe'], env});
    this.#child = child;
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    while (!(await this.#listens())) {
      if (child.exitCode !== null) throw new Error(`${name} does not run: ${said}`);
      await sleep(20);
    }
  }

  async #listens(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // nginx ends its own processes; Caddy would wait for connections that are open.
    child.kill(this.#program === nginx ? 'SIGTERM' : 'SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.#stop();
    await rm(this.folder, {recursive: true, force: true});
  }
}
