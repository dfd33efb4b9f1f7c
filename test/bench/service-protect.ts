import {bareSealer, readBare} from './bare-engine.js';
import type {Figure} from './figure.js';
import {postForOk} from './request.js';
import {inTurn} from './samples.js';
import {protectBody, protectHeaders, type Stand} from './stand.js';

const ROUNDS = 40;

export async function protectFigures(stand: Stand): Promise<Figure[]> {
  const {base, service, photograph, settings} = stand;
  const sealBare = await bareSealer(service.dataFolder, settings);
  // A baseline counts only if its seals are as good.
  const verdict = await readBare(await sealBare(photograph), settings);
  const body = protectBody(photograph);
  const {http, bare} = await inTurn(ROUNDS, {
    http: () => postForOk(`${base}/protect`, protectHeaders(stand), body),
    bare: () => sealBare(photograph),
  });
  return [
    {
      what: 'POST protect, 3 MB JPEG, p50',
      value: http.median,
      unit: 'ms',
      baseline: {what: 'engine seals the whole file', value: bare.median},
      target: {of: 'ratio', atMost: 0.6},
      note: `p95 ${http.p95.toFixed(0)} / ${bare.p95.toFixed(0)}; baseline reads ${verdict}`,
    },
  ];
}
