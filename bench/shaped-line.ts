import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

export interface LineShape {
  /** Bits per second to the service, for all connections together. */
  up: number;
  /** Bits per second to the client, for all connections together. */
  down: number;
  /** Round-trip time in milliseconds. */
  roundTrip: number;
}

/** A TCP port that is connected to another one through a simulated line with lower bandwidth and higher latency. */
export interface ShapedLine {
  readonly port: number;
  close(): Promise<void>;
}

/** Bytes that are sent at a time, like the packets of a real line. */
const PACKET = 1460;
/** Bytes that may be in transit before the sender has to wait. */
const BUFFER = 256 * 1024;

/** One direction of the line, shared by all its connections: a byte is sent when all earlier ones are sent. */
class Direction {
  readonly #bytesPerMillisecond: number;
  readonly #delay: number;
  #freeAt = 0;

  constructor(bitsPerSecond: number, delay: number) {
    this.#bytesPerMillisecond = bitsPerSecond / 8000;
    this.#delay = delay;
  }

  /** Milliseconds until these bytes have arrived at the other end. */
  send(bytes: number, now: number): number {
    this.#freeAt = Math.max(this.#freeAt, now) + bytes / this.#bytesPerMillisecond;
    return this.#freeAt + this.#delay - now;
  }
}

/** Runs tasks at their due times, in the order in which they were added. */
class Timetable {
  readonly #entries: {due: number; run: () => void}[] = [];
  #lastDue = 0;
  #timer?: NodeJS.Timeout;

  add(due: number, run: () => void): void {
    this.#lastDue = Math.max(this.#lastDue, due);
    this.#entries.push({due: this.#lastDue, run});
    this.#timer ??= setTimeout(this.#runDue, this.#lastDue - performance.now());
  }

  readonly #runDue = (): void => {
    // Timers of Node have a precision of a millisecond.
    const now = performance.now() + 0.5;
    while (this.#entries[0] && this.#entries[0].due <= now) this.#entries.shift()?.run();
    const next = this.#entries[0];
    this.#timer = next && setTimeout(this.#runDue, Math.max(0, next.due - now));
  };
}

function carry(from: Socket, to: Socket, line: Direction, openAt: number): void {
  const arrivals = new Timetable();
  let onTheLine = 0;
  const send = (bytes: number, arrive: () => void): void => {
    const now = Math.max(performance.now(), openAt);
    arrivals.add(now + line.send(bytes, now), arrive);
  };
  from.on('data', (chunk: Buffer) => {
    onTheLine += chunk.length;
    if (onTheLine > BUFFER) from.pause();
    for (let at = 0; at < chunk.length; at += PACKET) {
      const packet = chunk.subarray(at, at + PACKET);
      send(packet.length, () => {
        onTheLine -= packet.length;
        if (!to.destroyed) to.write(packet);
        if (from.isPaused() && onTheLine < BUFFER / 2) from.resume();
      });
    }
  });
  from.once('end', () => send(0, () => to.end()));
  from.once('close', () => send(0, () => to.destroy()));
  from.on('error', () => to.destroy());
}

/** Opens a shaped line to a local port. A new connection costs one round trip, as on a real line. */
export async function openShapedLine(target: number, shape: LineShape): Promise<ShapedLine> {
  const up = new Direction(shape.up, shape.roundTrip / 2);
  const down = new Direction(shape.down, shape.roundTrip / 2);
  const sockets = new Set<Socket>();
  const server = createServer({allowHalfOpen: true, noDelay: true}, (client) => {
    const service = connect({port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true});
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    carry(client, service, up, performance.now() + shape.roundTrip);
    carry(service, client, down, 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
