import {createHash} from 'node:crypto';
import type {SealRequest} from '../../src/model/seal-request.js';
import type {Figure} from './figure.js';
import {runLoad, type LoadResult} from './load.js';
import {rounds} from './quick.js';
import type {Stand} from './stand.js';

const SECONDS = rounds(5, 1);

/** What a page sends for a photograph, with as many sections as a phone gives. */
const request: Omit<SealRequest, 'captureId'> = {
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

const note = ({p50, p99, statuses, unanswered}: LoadResult): string =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${JSON.stringify(statuses)}, ${unanswered} unanswered`;

export async function sealFigures({base, service}: Stand): Promise<Figure[]> {
  const load = (connections: number, seconds: number): Promise<LoadResult> =>
    runLoad({
      url: `${base}/seal`,
      headers: {'x-api-key': service.apiKey, 'content-type': 'application/json'},
      connections,
      seconds,
      body: {sealRequest: request},
    });
  await load(4, rounds(2, 1));
  const alone = await load(1, SECONDS);
  const crowd = await load(16, SECONDS);
  return [
    {
      what: 'POST seal with time stamp, 16 connections',
      value: crowd.perSecond,
      unit: '/s',
      target: {of: 'value', atLeast: 500},
      note: note(crowd),
    },
    {
      what: 'POST seal with time stamp, alone, p50',
      value: alone.p50,
      unit: 'ms',
      target: {of: 'value', atMost: 10},
      note: `${alone.perSecond.toFixed(0)} /s; ${note(alone)}`,
    },
  ];
}
