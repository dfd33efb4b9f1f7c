import type {Figure} from './figure.js';
import {runLoad, type LoadResult} from './load.js';
import {rounds} from './quick.js';
import {postForOk} from './request.js';
import {inTurn, Samples} from './samples.js';
import {inspectionHeaders, type Stand} from './stand.js';

const ROUNDS = rounds(40, 2);
const THREADS = 2;
const CLIENTS = 8;
const SECONDS = rounds(4, 0.3);
const LAPS = rounds(3, 1);

async function alone(stand: Stand): Promise<Figure> {
  const {base, bare, inspection} = stand;
  const headers = inspectionHeaders(stand);
  const {ours, theirs} = await inTurn(ROUNDS, {
    ours: () => postForOk(`${base}/inspect`, headers, inspection),
    theirs: () => postForOk(`${bare.origin}/inspect`, headers, inspection),
  });
  return {
    what: 'inspect, 3 MB JPEG, p50',
    value: ours.median,
    unit: 'ms',
    baseline: {what: 'bare server, without trust', value: theirs.median},
    target: {of: 'ratio', atMost: 1.4},
    note: `p95 ${ours.p95.toFixed(0)} / ${theirs.p95.toFixed(0)}`,
  };
}

async function crowd(stand: Stand): Promise<Figure[]> {
  const {base, bare, service, inspectionFile} = stand;
  const [ours, theirs, delays] = [new Samples(), new Samples(), new Samples()];
  const notes: string[] = [];
  const load = (url: string): Promise<LoadResult> =>
    runLoad({
      url,
      headers: inspectionHeaders(stand),
      connections: CLIENTS,
      seconds: SECONDS,
      body: {file: inspectionFile},
    });
  for (let lap = 0; lap < LAPS; lap++) {
    theirs.add((await load(`${bare.origin}/inspect`)).perSecond);
    await service.vitals('reset');
    const result = await load(`${base}/inspect`);
    delays.add((await service.vitals()).delayP99);
    ours.add(result.perSecond);
    notes.push(`${JSON.stringify(result.statuses)}, p50 ${result.p50.toFixed(0)} ms`);
  }
  return [
    {
      what: `inspections of 3 MB, ${THREADS} threads, ${CLIENTS} clients`,
      value: ours.median,
      unit: '/s',
      baseline: {what: 'bare server, without trust', value: theirs.median},
      target: {of: 'ratio', atLeast: 0.75},
      note: notes.join('; '),
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
