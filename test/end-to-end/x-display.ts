import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';

const PROGRAM = '/usr/bin/Xvfb';
/** Codes of keys with the keyboard that Xvfb has without a configuration. */
const keys = {Tab: 23, Enter: 36, Shift: 50} as const;
type Key = 'Tab' | 'Enter' | 'Shift+Tab';
const KEY_PRESS = 2;
const KEY_RELEASE = 3;

/**
 * A display without a screen, for what only a browser with windows has: its own questions. Playwright reaches the page
 * alone, so keys are pressed through the display, as by a keyboard (X11 protocol with the extension XTEST).
 */
export class XDisplay {
  static readonly isInstalled = existsSync(PROGRAM);
  readonly name: string;
  readonly #server: ChildProcess;
  readonly #client: Socket;
  #extension = 0;

  private constructor(name: string, server: ChildProcess, client: Socket) {
    this.name = name;
    this.#server = server;
    this.#client = client;
  }

  static async open(): Promise<XDisplay> {
    const number = 20_000 + (process.pid % 10_000);
    const size = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
    const server = spawn(PROGRAM, [`:${number}`, ...size], {stdio: 'ignore'});
    process.once('exit', () => server.kill());
    const path = `/tmp/.X11-unix/X${number}`;
    for (let tries = 0; !existsSync(path) && tries < 100; tries++) await pause(100);
    const client = connect(path);
    await once(client, 'connect');
    const display = new XDisplay(`:${number}`, server, client);
    await display.#begin();
    return display;
  }

  /** Presses keys one after the other, as fast as a hurried person. */
  async press(...names: Key[]): Promise<void> {
    for (const name of names) {
      const held = name.split('+').map((key) => keys[key as keyof typeof keys]);
      for (const code of held) this.#key(KEY_PRESS, code);
      for (const code of held.reverse()) this.#key(KEY_RELEASE, code);
      await pause(200);
    }
  }

  close(): void {
    this.#client.destroy();
    this.#server.kill();
  }

  async #begin(): Promise<void> {
    // Little-endian, version 11.0, no authorization.
    this.#client.write(Uint8Array.of(0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const setup = await this.#read(8);
    if (setup[0] !== 1) throw new Error('The display refuses its client.');
    await this.#read(4 * setup.readUInt16LE(6));
    const name = Buffer.from('XTEST'.padEnd(8, '\0'));
    this.#client.write(Buffer.concat([Uint8Array.of(98, 0, 4, 0, 5, 0, 0, 0), name]));
    const extension = await this.#read(32);
    if (extension[8] !== 1) throw new Error('The display has no XTEST.');
    this.#extension = extension[9] ?? 0;
  }

  /** Resolves to the next bytes that the display sends. */
  async #read(length: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#client.read(length) as Buffer | null;
      if (bytes) return bytes;
      await once(this.#client, 'readable');
    }
  }

  #key(type: number, code: number): void {
    const request = Buffer.alloc(36);
    // FakeInput, of nine words.
    request.set([this.#extension, 2, 9, 0, type, code]);
    this.#client.write(request);
  }
}
