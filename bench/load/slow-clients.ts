import {randomUUID} from 'node:crypto';
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Figure, Group} from '../figure.js';
import {failedIn, type LoadResult} from '../load.js';
import {rounds} from '../quick.js';
import {Samples} from '../samples.js';
import {startService, type ServiceProcess} from '../service-process.js';
import {loadOf, noteOf} from '../service-seal.js';

const CLIENTS = 200;
/** Milliseconds between two bytes. */
const DRIP_MS = 250;
const WARM_UP = rounds(5, 0);
const LAPS = rounds(3, 1);
const SECONDS = rounds(15, 1);
/** Seals per second of other clients, which any machine can make. */
const RATE = 100;
const CONNECTIONS = 32;
const MIB = 1024 ** 2;

/**
 * Clients that send single bytes, each in a different way. A client whose connection is closed connects again at once.
 */
class SlowClients {
  readonly #port: number;
  readonly #key: string;
  readonly #sockets = new Set<Socket>();
  readonly #timer: NodeJS.Timeout;
  #isOver = false;
  /** Number of connections that the service has closed. */
  ended = 0;

  constructor({port}: ServiceProcess, key: string) {
    this.#port = port;
    this.#key = key;
    for (let number = 0; number < CLIENTS; number++) this.#open(number);
    this.#timer = setInterval(() => {
      for (const socket of this.#sockets) if (socket.writable) socket.write('x');
    }, DRIP_MS);
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(number: number): void {
    if (this.#isOver) return;
    const socket = connect(this.#port, '127.0.0.1');
    this.#sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#isOver) return;
      this.ended++;
      setTimeout(() => this.#open(number), DRIP_MS).unref();
    });
    socket.write(this.#beginning(number));
  }

  /** A request without the end of its headers, or without its body. */
  #beginning(number: number): string {
    const post = (path: string, type: string, length: number) =>
      `POST /protection/sandbox/${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${this.#key}\r\n` +
      `Content-Type: ${type}\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${length}\r\n\r\n`;
    switch (number % 5) {
      case 0:
        return 'POST /protection/sandbox/seal HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
      case 1:
        return `${post('seal', 'application/json', 1_000)}{"`;
      case 2:
        return `${post('seal', 'application/json', MIB)}{"`;
      case 3:
        return `${post('protect', 'multipart/form-data; boundary=b', 20 * MIB)}--b\r\n`;
      default:
        return `${post('inspect', 'application/json', 20 * MIB)}{"image":"`;
    }
  }
}

async function measure(): Promise<Figure[]> {
  const service = await startService();
  try {
    const slowKey = await service.createKey();
    const load = loadOf(service);
    const run = () => load(CONNECTIONS, SECONDS, RATE);
    if (WARM_UP > 0) await load(CONNECTIONS, WARM_UP);
    const [without, beside]: [LoadResult[], LoadResult[]] = [[], []];
    let ended = 0;
    for (let lap = 0; lap < LAPS; lap++) {
      without.push(await run());
      const slow = new SlowClients(service, slowKey);
      try {
        await sleep(500);
        beside.push(await run());
        ended += slow.ended;
      } finally {
        slow.close();
      }
    }
    const p99 = (results: LoadResult[]) => new Samples(results.map((result) => result.p99)).median;
    return [
      {
        what: `POST seal beside ${CLIENTS} slow clients: p99`,
        value: p99(beside),
        unit: 'ms',
        baseline: {what: 'without them', value: p99(without)},
        target: {of: 'ratio', atMost: 2},
        note: `${beside.map(noteOf).join(' | ')}; the service ended ${ended} slow connections`,
      },
      {
        what: 'seals of others that were not answered with 200',
        value: failedIn([...without, ...beside]),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
      },
    ];
  } finally {
    await service.close();
  }
}

export const slowClients: Group = {name: 'slow-clients', measure, longest: rounds(300, 180)};
