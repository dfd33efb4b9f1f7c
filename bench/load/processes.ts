import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {checkAudit} from '../../service/src/audit/audit-check.js';
import type {Figure, Group} from '../figure.js';
import {failedIn, type LoadResult} from '../load.js';
import {isQuick, rounds} from '../quick.js';
import {Samples} from '../samples.js';
import {startService, type ServiceProcess} from '../service-process.js';
import {loadOf, noteOf} from '../service-seal.js';
import {startNginx, type Proxy} from '../../service/test/deploy/nginx-server.js';
import {lacks} from '../../service/test/deploy/programs.js';
import {askForSeal, sealCapturesWhile} from '../../service/test/deploy/sealing-clients.js';
import {noRedis, startRedis} from '../../service/test/store/redis-server.js';

const FEW = 2;
const MANY = rounds(4, 2);
/** Four processes on two cores need this many seconds until the hot code is compiled. */
const WARM_UP = rounds(30, 0);
const LAPS = 4;
const SECONDS = rounds(10, 1);
/** Connections for each of the two API keys. */
const CONNECTIONS = 8;
const KILLS = rounds(6, 1);
const KILL_EVERY_MS = rounds(10_000, 500);

/** Options of Redis as in docs/many-services.md. */
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'everysec'];

/** Seals of two clients, each with its own key, through nginx. */
async function twoClients({origin}: Proxy, keys: readonly string[], seconds = SECONDS) {
  const results = await Promise.all(
    keys.map((apiKey) => loadOf({origin, apiKey})(CONNECTIONS, seconds)),
  );
  return {
    results,
    perSecond: results.reduce((sum, {perSecond}) => sum + perSecond, 0),
    failed: failedIn(results),
  };
}

/** The smallest count divided by the largest. */
const evenness = (counts: readonly number[]): number => Math.min(...counts) / Math.max(...counts);

async function measure(): Promise<Figure[]> {
  const missing = noRedis || lacks('nginx', '-v');
  if (missing) {
    console.log(`processes: ${missing}, so this is left out.`);
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-load-'));
  const redis = await startRedis(undefined, {options: DURABLE});
  const services: ServiceProcess[] = [];
  const proxies: Proxy[] = [];
  const logs: string[] = [];
  const startOne = async (): Promise<ServiceProcess> => {
    const log = join(folder, `audit-${logs.length}`);
    logs.push(log);
    const service = await startService({
      SEALED_CAPTURE_REDIS: redis.url,
      SEALED_CAPTURE_THREADS: '1',
      SEALED_CAPTURE_TRUSTED_PROXIES: 'loopback',
      SEALED_CAPTURE_PUBLIC_ADDRESS: 'https://localhost',
      SEALED_CAPTURE_AUDIT: log,
      // By default a key may store some 26,000 answers in Redis.
      SEALED_CAPTURE_ANSWERS_PER_KEY_MIB: '16384',
    });
    services.push(service);
    return service;
  };
  const sealsOf = (log: string) => checkAudit(log).then(({entries, files}) => entries - files);
  try {
    // One service starts first, and creates the sandbox's certificates.
    const first = await startOne();
    await Promise.all(Array.from({length: MANY - 1}, startOne));
    const ports = services.map(({port}) => port);
    const [few, many] = await Promise.all([startNginx(ports.slice(0, FEW)), startNginx(ports)]);
    proxies.push(few, many);
    const keys = [first.apiKey, services[1]?.apiKey ?? ''];
    if (WARM_UP > 0) await twoClients(many, keys, WARM_UP);
    const before = await Promise.all(logs.map(sealsOf));
    const ofMany = [await twoClients(many, keys)];
    const after = await Promise.all(logs.map(sealsOf));
    const ofFew: typeof ofMany = [];
    for (let lap = 1; lap < LAPS && !isQuick; lap++) {
      ofFew.push(await twoClients(few, keys));
      ofMany.push(await twoClients(many, keys));
    }
    const shares = after.map((count, i) => count - (before[i] ?? 0));
    const rate = (laps: typeof ofMany) => new Samples(laps.map(({perSecond}) => perSecond)).median;
    const byKey = keys.map((_, i) =>
      ofMany.reduce((sum, {results}) => sum + (results[i]?.statuses['200'] ?? 0), 0),
    );
    const killed = await sealCapturesWhile(
      (request) => askForSeal(many, keys[0] ?? '', request),
      async () => {
        for (let kill = 0; kill < KILLS; kill++) {
          await sleep(KILL_EVERY_MS / 2);
          const service = services[kill % services.length];
          await service?.kill();
          await sleep(KILL_EVERY_MS / 2);
          await service?.restart();
        }
      },
    );
    const notes = (laps: typeof ofMany) =>
      laps.map(({results: [result]}) => noteOf(result as LoadResult)).join(' | ');
    return [
      {
        what: `POST seal through nginx, ${MANY} services`,
        value: rate(ofMany),
        unit: '/s',
        ...(!isQuick && {
          baseline: {what: `${FEW} services`, value: rate(ofFew)},
          // Two runs of the same test differ by this much.
          target: {of: 'ratio', atLeast: 0.95} as const,
        }),
        note: notes(ofMany),
      },
      {
        what: 'seals of the service with the fewest, of those with the most',
        value: evenness(shares),
        unit: '',
        target: {of: 'value', atLeast: 0.8},
        note: shares.join(', '),
      },
      {
        what: 'seals of the API key with the fewest, of those with the most',
        value: evenness(byKey),
        unit: '',
        target: {of: 'value', atLeast: 0.9},
        note: byKey.join(', '),
      },
      {
        what: 'requests through nginx that were not answered with 200',
        value: [...ofFew, ...ofMany].reduce((sum, {failed}) => sum + failed, 0),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
      },
      {
        what: `captures lost or sealed twice while one service is killed ${KILLS} times`,
        value: killed.others,
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
        note: `${killed.count} captures, each asked for again afterwards; answers ${JSON.stringify(Object.fromEntries(killed.seen))}`,
      },
    ];
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await Promise.all(services.map((service) => service.close()));
    await redis.close();
    await rm(folder, {recursive: true, force: true});
  }
}

export const processes: Group = {name: 'processes', measure, longest: rounds(600, 180)};
