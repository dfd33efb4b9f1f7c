import {signWithEngine} from '../seal/test/engine-signing.js';
import {sandboxCertificates} from '../service/src/certificates/certificates.js';
import {createSealer} from '../service/src/certificates/sealer.js';
import type {Figure} from './figure.js';
import {rounds} from './quick.js';
import {postForOk} from './request.js';
import {inTurn} from './samples.js';
import {protectBody, protectHeaders, type Stand} from './stand.js';

const ROUNDS = rounds(40, 2);

export async function protectFigures(stand: Stand): Promise<Figure[]> {
  const {base, bare, service, photograph, engine} = stand;
  const {identity} = await sandboxCertificates(service.dataFolder, Date.now());
  const {signer} = createSealer(identity);
  const generator = {name: 'bench', version: '1', specVersion: '2.4.0'};
  const definition = JSON.stringify({claim_generator_info: [generator], format: 'image/jpeg'});
  const body = protectBody(photograph);
  const {ours, theirs, byEngine} = await inTurn(ROUNDS, {
    ours: () => postForOk(`${base}/protect`, protectHeaders(stand), body),
    theirs: () => postForOk(`${bare.origin}/hash`, protectHeaders(stand), body),
    byEngine: () => signWithEngine(engine, photograph, 'image/jpeg', signer, definition),
  });
  const figure = {what: 'POST protect, 3 MB JPEG, p50', value: ours.median, unit: 'ms'};
  const p95 = `p95 ${ours.p95.toFixed(0)}`;
  return [
    {
      ...figure,
      baseline: {what: 'bare server hashes and answers it', value: theirs.median},
      target: {of: 'ratio', atMost: 1.3},
      note: `${p95} / ${theirs.p95.toFixed(0)}`,
    },
    {
      ...figure,
      baseline: {what: 'the engine seals the whole file, without HTTP', value: byEngine.median},
      note: `${p95} / ${byEngine.p95.toFixed(0)}; `,
    },
  ];
}
