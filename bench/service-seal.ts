import {createHash} from 'node:crypto';
import {availableParallelism} from 'node:os';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import type {Figure} from './figure.js';
import {runLoad, type LoadResult} from './load.js';
import {rounds} from './quick.js';
import {startService} from './service-process.js';
import type {Stand} from './stand.js';

const SECONDS = rounds(5, 0.3);

/** The request of a page for a photograph, with as many sections as on a phone. */
export const sealedRequest: Omit<SealRequest, 'captureId'> = {
  mediaType: 'image/jpeg',
  digest: createHash('sha256').update('bench').digest('base64'),
  exclusion: {start: 20, length: 16_406},
  manifestSize: 16_384,
  metadata: {
    capturedAt: '2026-11-21T12:00:00.000Z',
    gps: {latitude: 51.5, longitude: -0.12, latLongAccuracy: 9, timestamp: '2026-11-21T11:59:58Z'},
    network: {wifi: true},
    device: {model: 'Pixel 9', os: 'Android', osVersion: '16', sdkVersion: '0.1.0'},
    camera: {deviceName: 'camera 0, facing back', lens: 'environment', zoomLevel: 1},
    tags: {run: 'bench'},
  },
};

export const noteOf = ({p50, p99, statuses, unanswered, reasons = {}}: LoadResult): string =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${JSON.stringify(statuses)}, ${[unanswered, ...Object.keys(reasons)].join(' ')} unanswered`;

/** A load that requests a new seal each time from this service. */
export const loadOf =
  ({origin, apiKey}: Pick<Stand['service'], 'origin' | 'apiKey'>) =>
  (connections: number, seconds: number, rate?: number): Promise<LoadResult> =>
    runLoad({
      url: `${origin}/protection/sandbox/seal`,
      headers: {'x-api-key': apiKey, 'content-type': 'application/json'},
      connections,
      seconds,
      rate,
      body: {sealRequest: sealedRequest},
    });

/** With one process per core. */
async function ofSeveral(): Promise<LoadResult> {
  const processes = String(availableParallelism());
  const service = await startService({SEALED_CAPTURE_PROCESSES: processes});
  try {
    const load = loadOf(service);
    await load(16, rounds(3, 0.1));
    return await load(16, SECONDS);
  } finally {
    await service.close();
  }
}

export async function sealFigures({service}: Stand): Promise<Figure[]> {
  const load = loadOf(service);
  await load(4, rounds(2, 0.1));
  const alone = await load(1, SECONDS);
  const crowd = await load(16, SECONDS);
  const several = await ofSeveral();
  return [
    {
      what: 'POST seal with time stamp, 16 connections, a process for each core',
      value: several.perSecond,
      unit: '/s',
      target: {of: 'value', atLeast: 1500},
      note: noteOf(several),
    },
    {
      what: 'POST seal with time stamp, 16 connections',
      value: crowd.perSecond,
      unit: '/s',
      target: {of: 'value', atLeast: 500},
      note: noteOf(crowd),
    },
    {
      what: 'POST seal with time stamp, alone, p50',
      value: alone.p50,
      unit: 'ms',
      target: {of: 'value', atMost: 10},
      note: `${alone.perSecond.toFixed(0)} /s; ${noteOf(alone)}`,
    },
  ];
}
