import {connect} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Figure, Group} from '../figure.js';
import {isQuick, rounds} from '../quick.js';
import {postForOk} from '../request.js';
import {startService, type ServiceProcess, type Vitals} from '../service-process.js';
import {loadOf} from '../service-seal.js';
import {protectBody, protectHeaders} from '../stand.js';
import {randomFrom} from '../../seal/test/mutations.js';
import {jpegOf} from '../../service/test/requests.js';
import {malformedRequests, type Malformed} from './malformed-requests.js';
import {mebibytes} from './memory.js';

const REQUESTS = rounds(100_000, 400);
const SEED = 20_261_124;
const CLIENTS = 32;
/** How long a request that may be incomplete is left open, in milliseconds. */
const PATIENCE_MS = 100;
/** How long any other request may take, in milliseconds. */
const ANSWER_MS = 20_000;
/** Time for releasing memory, in milliseconds. */
const REST_MS = rounds(30_000, 500);

/**
 * Sends the bytes, and reads until the service closes the connection. @returns the statuses of all answers, possibly
 * none
 */
function exchange(port: number, {bytes, mayLackEnd}: Malformed): Promise<string[]> {
  return new Promise((done) => {
    const pieces: Buffer[] = [];
    const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
    const halfClose = setTimeout(() => socket.end(), mayLackEnd ? PATIENCE_MS : ANSWER_MS);
    const giveUp = setTimeout(() => socket.destroy(), 2 * ANSWER_MS);
    // If the service closes the connection first, writing fails; its answers before that count.
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(halfClose);
      clearTimeout(giveUp);
      const answer = Buffer.concat(pieces).toString('latin1');
      done(Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status = '']) => status));
    });
    socket.write(bytes);
  });
}

/** Sends this many requests with several clients. @returns the number of each answer */
async function attack(
  {port}: ServiceProcess,
  next: () => Malformed,
  count: number,
): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  let left = count;
  const clients = Array.from({length: CLIENTS}, async () => {
    while (left-- > 0) {
      const statuses = await exchange(port, next());
      for (const status of statuses.length > 0 ? statuses : ['none']) {
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    }
  });
  await Promise.all(clients);
  return seen;
}

async function measure(): Promise<Figure[]> {
  // Refusals are limited by address, and all of these requests come from one.
  const service = await startService({
    // A client that is refused so often would be answered late.
    SEALED_CAPTURE_REFUSALS_PER_MINUTE: '0',
    SEALED_CAPTURE_OPEN_REQUESTS_PER_MINUTE: '0',
  });
  try {
    const protect = async (size: number) =>
      postForOk(
        `${service.origin}/protection/sandbox/protect`,
        protectHeaders({service}),
        protectBody(jpegOf(size)),
      );
    const sealed = [await protect(1_000), await protect(30_000)];
    const next = await malformedRequests(service.apiKey, sealed, randomFrom(SEED));
    const {pid} = service;
    const first = await attack(service, next, REQUESTS / 10);
    const before = await service.vitals();
    const start = performance.now();
    const rest = await attack(service, next, (REQUESTS * 9) / 10);
    const seconds = (performance.now() - start) / 1000;
    // A valid seal still works, and unused memory is released.
    const {statuses} = await loadOf(service)(1, 1);
    await sleep(REST_MS);
    const after = service.pid === undefined ? undefined : await service.vitals();
    for (const [status, count] of first) rest.set(status, (rest.get(status) ?? 0) + count);
    const answers = [...rest].sort(([, a], [, b]) => b - a);
    const failed = answers.filter(([status]) => status.startsWith('5'));
    return [
      {
        what: `of ${REQUESTS.toLocaleString('en')} malformed requests of seed ${SEED}: answered with 5xx`,
        value: failed.reduce((sum, [, count]) => sum + count, 0),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
        note: `${answers.map(([status, count]) => `${status}: ${count}`).join(', ')}; ${((REQUESTS * 0.9) / seconds).toFixed(0)} /s`,
      },
      {
        what: 'crashes, and honest seals that failed afterwards',
        value: Number(service.pid !== pid) + Number(Object.keys(statuses).join() !== '200'),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
      },
      ...(isQuick || !after ? [] : [memoryFigure(before, after)]),
    ];
  } finally {
    await service.close();
  }
}

const memoryFigure = (before: Vitals, after: Vitals): Figure => ({
  what: 'memory afterwards',
  value: mebibytes(after.memory),
  unit: 'MiB',
  baseline: {what: 'after the first tenth', value: mebibytes(before.memory)},
  target: {of: 'ratio', atMost: 1.1},
  note: `${mebibytes(after.peakMemory).toFixed(0)} MiB at most`,
});

export const malformed: Group = {name: 'malformed', measure, longest: rounds(1800, 180)};
