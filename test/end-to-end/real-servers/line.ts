import {once} from 'node:events';
import {connect, createServer, type Server, type Socket} from 'node:net';

/** The connections from a proxy to the server behind it, which a test breaks. */
export class Line {
  readonly #server: Server;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  /** The server takes requests, and its answers do not arrive. */
  isMute = false;
  /** Each connection is reset after so many bytes of requests. */
  cutAfter = Infinity;
  /** Bytes of requests that came through. */
  received = 0;

  private constructor(behind: number, port: number) {
    this.#port = port;
    this.#server = createServer((proxy) => this.#join(proxy, connect(behind, '127.0.0.1')));
  }

  /** A line from this port to the server on another port of the machine. */
  static async to(behind: number, port: number): Promise<Line> {
    const line = new Line(behind, port);
    await line.open();
    return line;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  /** From now on nothing listens at the port. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(proxy: Socket, server: Socket): void {
    for (const socket of [proxy, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    }
    proxy.on('close', () => server.end());
    server.on('close', () => !this.isMute && proxy.destroy());
    server.on('data', (bytes) => !this.isMute && proxy.write(bytes));
    let left = this.cutAfter;
    proxy.on('data', (bytes) => {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      this.received += passed.length;
      server.write(passed);
      if (left > 0) return;
      server.end();
      proxy.resetAndDestroy();
    });
  }
}
