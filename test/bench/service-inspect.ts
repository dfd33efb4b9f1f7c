import {readBare, readsPerSecond} from './bare-engine.js';
import type {Figure} from './figure.js';
import {runLoad} from './load.js';
import {postForOk} from './request.js';
import {inTurn, Samples} from './samples.js';
import {inspectionHeaders, type Stand} from './stand.js';

const ROUNDS = 40;
const THREADS = 2;
const CLIENTS = 8;
const SECONDS = 4;
const LAPS = 2;

async function alone(stand: Stand): Promise<Figure> {
  const {base, inspection, sealed, settings} = stand;
  const {http, bare} = await inTurn(ROUNDS, {
    http: () => postForOk(`${base}/inspect`, inspectionHeaders(stand), inspection),
    bare: () => readBare(sealed, settings),
  });
  return {
    what: 'inspect, 3 MB JPEG, p50',
    value: http.median,
    unit: 'ms',
    baseline: {what: 'bare read', value: bare.median},
    target: {of: 'ratio', atMost: 1.3},
    note: `p95 ${http.p95.toFixed(0)} / ${bare.p95.toFixed(0)}`,
  };
}

async function crowd(stand: Stand): Promise<Figure[]> {
  const {base, service, inspectionFile, sealed, settings} = stand;
  const served = new Samples();
  const bare = new Samples();
  const delays = new Samples();
  const statuses: string[] = [];
  for (let lap = 0; lap < LAPS; lap++) {
    bare.add(await readsPerSecond(THREADS, sealed, settings, SECONDS));
    await service.vitals('reset');
    const result = await runLoad({
      url: `${base}/inspect`,
      headers: inspectionHeaders(stand),
      connections: CLIENTS,
      seconds: SECONDS,
      body: {file: inspectionFile},
    });
    delays.add((await service.vitals()).delayP99);
    served.add(result.perSecond);
    statuses.push(`${JSON.stringify(result.statuses)}, p50 ${result.p50.toFixed(0)} ms`);
  }
  return [
    {
      what: `inspections of 3 MB, ${THREADS} threads, ${CLIENTS} clients`,
      value: served.median,
      unit: '/s',
      baseline: {what: `bare engine, ${THREADS} threads`, value: bare.median},
      target: {of: 'ratio', atLeast: 0.75},
      note: statuses.join('; '),
    },
    {
      what: `event loop delay p99, ${CLIENTS} clients inspect 3 MB`,
      value: delays.longest,
      unit: 'ms',
      target: {of: 'value', atMost: 30},
      note: 'sampled each 10 ms, which are in it',
    },
  ];
}

export const inspectFigures = async (stand: Stand): Promise<Figure[]> => [
  await alone(stand),
  ...(await crowd(stand)),
];
