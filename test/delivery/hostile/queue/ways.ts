import {HttpDelivery} from '../../../../src/delivery/http-delivery.js';
import {TusDelivery} from '../../../../src/delivery/tus-delivery.js';
import type {FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {hostileHttpServer} from '../http-server.js';
import {misbehavingTus} from '../misbehaving-tus.js';
import {seeded} from '../random.js';
import type {RunningServer} from '../server.js';
import {tusServer} from '../tus-server.js';
import type {Device} from './device.js';

/** Bytes of each file. */
export const SIZE = 2_000;

/** A server that does to requests what a seed says, until it is repaired. */
export interface Hostile extends Pick<RunningServer, 'requests' | 'close'> {
  url: string;
  /** What it has done. */
  events: string[];
  /** The file that is stored for a capture. */
  stored(captureId: string): Buffer | undefined;
  watch(onMoment: RunningServer['onMoment']): void;
  repair(): void;
}

/** One of the ways in which pages send files. */
export interface Way {
  serve(seed: number, device: Device): Promise<Hostile>;
  /** What one page sends with. */
  deliveryOf(url: string, device: Device, seed: number): FileDelivery;
  /** Without `delivery`: the page has only the address. */
  isByAddress?: true;
  /** Attempts that a repaired server may need, if nobody asks for them. */
  retries: number;
}

const http: Pick<Way, 'serve' | 'retries'> = {serve: hostileHttpServer, retries: 1};

const tus = (chunkSize?: number): Way => ({
  async serve(seed, device) {
    const events: string[] = [];
    const server = await tusServer(misbehavingTus(seed, events));
    const {endpoint: url, requests, watch, close} = server;
    const stored = (captureId: string) => server.stored(captureId, device.refusals);
    return {url, events, requests, stored, watch, close, repair: () => server.become()};
  },
  deliveryOf: (endpoint, device) => ({
    send: (file, context) =>
      new TusDelivery({endpoint, chunkSize}, device.patience, device.tus).send(file, context),
  }),
  // A remembered address that does not answer is given up after six attempts.
  retries: 6,
});

/** The address of the next attempt, which the page's own server does not always give. */
function presigned(url: string, device: Device, seed: number) {
  const random = seeded(-seed);
  let count = 0;
  return () => {
    if (!device.isOnline) throw new TypeError('Failed to fetch');
    const isRefused = random.next() < 0.1;
    // Repaired with the server.
    if (isRefused && !device.isTrusting) throw new Error('No address: 500');
    return {url: `${url}?signature=${count++}`};
  };
}

export const httpWays = {
  'deliver-to by fetch': {
    ...http,
    isByAddress: true,
    deliveryOf: (url, device) => new HttpDelivery({url}, {http: device.http}),
  },
  'deliver-to by XMLHttpRequest': {
    ...http,
    isByAddress: true,
    deliveryOf: (url, device) => new HttpDelivery({url}, device),
  },
  'PUT to presigned addresses': {
    ...http,
    deliveryOf: (url, device, seed) =>
      new HttpDelivery({method: 'PUT', url: presigned(url, device, seed)}, device),
  },
  'a send() that returns the Response of fetch': {
    ...http,
    deliveryOf: (url, device) => ({
      send: (body, {captureId, signal}) => {
        const headers = {'Idempotency-Key': captureId};
        // As pages in JavaScript do.
        return device.fetch(url, {method: 'POST', body, headers, signal}) as ReturnType<
          FileDelivery['send']
        >;
      },
    }),
  },
} satisfies Record<string, Way>;

export const tusWays = {
  'in one request': tus(),
  'in parts of 700 bytes': tus(700),
} satisfies Record<string, Way>;
