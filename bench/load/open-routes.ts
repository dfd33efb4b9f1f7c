import {randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {der, tags} from '@sealed-capture/seal/encoding/der.js';
import {certificateId, certificateParts} from '@sealed-capture/seal/revocation/certificate-id.js';
import {certificateBlocks} from '../../service/src/certificates/signing-identity.js';
import {writeStampQuery} from '../../service/src/timestamps/stamp-query.js';
import type {Figure, Group} from '../figure.js';
import {failedIn, type LoadResult} from '../load.js';
import {rounds} from '../quick.js';
import {Samples} from '../samples.js';
import {startService, type ServiceProcess} from '../service-process.js';
import {loadOf, noteOf} from '../service-seal.js';
import {startFlood, type Flood, type FloodResult} from './flood.js';

/** Connections of strangers. */
const STRANGERS = 500;
const WARM_UP = rounds(5, 0);
const SECONDS = rounds(30, 1);
/** Seals per second of others, which any machine can make. */
const RATE = 100;
const CONNECTIONS = 32;
/** Different bodies of a flood. */
const BODIES = 500;
const SERIALS = 8;

type Asked = Pick<Flood, 'method' | 'headers' | 'bodies'> & {path: string; networks?: number};

/** What anybody may ask without credentials, as expensive as it can be. */
async function floods({dataFolder}: ServiceProcess): Promise<Record<string, Asked>> {
  const chain = await readFile(join(dataFolder, 'sandbox', 'signer.pem'), 'utf8');
  const [leaf, issuer] = certificateBlocks(chain).map((block) =>
    certificateParts(Buffer.from(block.replace(/-----.*-----|\s/g, ''), 'base64')),
  );
  const many = (make: () => Uint8Array): string[] =>
    Array.from({length: BODIES}, () => Buffer.from(make()).toString('base64'));
  const unknown = () => ({...leaf!, serialNumber: Uint8Array.from([1, ...randomBytes(15)])});
  const asked = () => der(tags.sequence, certificateId(unknown(), issuer!));
  const post = (path: string, type: string, bodies: string[], more = {}): Asked => ({
    path,
    method: 'POST',
    headers: {'content-type': type, ...more},
    bodies,
  });
  return {
    'OCSP of unknown certificates': post(
      'ocsp',
      'application/ocsp-request',
      many(() => {
        const list = der(tags.sequence, ...Array.from({length: SERIALS}, asked));
        return der(tags.sequence, der(tags.sequence, list));
      }),
    ),
    'time stamps': post(
      'timestamp',
      'application/timestamp-query',
      many(() => writeStampQuery(randomBytes(32), randomBytes(8))),
    ),
    'tokens with a wrong signature': post(
      'tokens',
      'application/json',
      many(() => Buffer.from('{"origin":"https://app.example"}')),
      {
        signature: `sig=:${randomBytes(32).toString('base64')}:`,
        'signature-input':
          'sig=("@method" "@target-uri" "content-digest");created=1764000000;keyid="unknown";nonce="a-nonce-of-some-length"',
      },
    ),
    'trust anchors': {path: 'trust.json', method: 'GET', headers: {}},
    'trust anchors, from 100 networks': {
      path: 'trust.json',
      method: 'GET',
      headers: {},
      networks: 100,
    },
    'limits of inspection': {path: 'inspect', method: 'GET', headers: {}},
    'description of the service': {path: '../../openapi.json', method: 'GET', headers: {}},
    'addresses that are not there': {path: 'nothing', method: 'GET', headers: {}},
  };
}

interface Outcome {
  what: string;
  result: LoadResult;
  answers: FloodResult;
}

async function measure(): Promise<Figure[]> {
  const service = await startService();
  try {
    const load = loadOf(service);
    if (WARM_UP > 0) await load(CONNECTIONS, WARM_UP);
    const without: LoadResult[] = [];
    const outcomes: Outcome[] = [];
    for (const [what, {path, networks = 1, ...asked}] of Object.entries(await floods(service))) {
      without.push(await load(CONNECTIONS, rounds(15, 1), RATE));
      const url = `${service.origin}/protection/sandbox/${path}`;
      // Each has a network of its own, so that none finds a limit that another one has reached.
      const localAddresses = Array.from(
        {length: networks},
        (_, network) => `127.${outcomes.length + 1}.${network}.1`,
      );
      const end = startFlood({...asked, url, connections: STRANGERS, localAddresses});
      await sleep(rounds(500, 100));
      outcomes.push({what, result: await load(CONNECTIONS, SECONDS, RATE), answers: await end()});
    }
    const usual = new Samples(without.map(({p99}) => p99)).median;
    return [
      ...outcomes.map(({what, result, answers}): Figure => ({
        what: `POST seal beside ${STRANGERS} connections without credentials, ${what}: p99`,
        value: result.p99,
        unit: 'ms',
        baseline: {what: 'without them', value: usual},
        target: {of: 'ratio', atMost: 2},
        note: `${noteOf(result)}; strangers got ${JSON.stringify(answers)}`,
      })),
      {
        what: 'seals of others that were not answered with 200',
        value: failedIn([...without, ...outcomes.map(({result}) => result)]),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
      },
    ];
  } finally {
    await service.close();
  }
}

export const openRoutes: Group = {name: 'open-routes', measure, longest: rounds(900, 180)};
