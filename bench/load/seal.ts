import {mkdtemp, rm} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {checkAudit} from '../../service/src/audit/audit-check.js';
import type {Figure, Group} from '../figure.js';
import {failedIn, type LoadResult} from '../load.js';
import {isQuick, rounds} from '../quick.js';
import {startService} from '../service-process.js';
import {loadOf, noteOf} from '../service-seal.js';

const SECONDS = rounds(15, 1);
const WARM_UP = rounds(5, 0);
/**
 * Clients that wait for their answer before the next request. Requests that wait together share a flush of the audit
 * log.
 */
const CONNECTIONS = 64;
const FEW_CONNECTIONS = 16;

interface Trial {
  processes: number;
  connections: number;
  isAudited: boolean;
}

interface Outcome extends Trial {
  result: LoadResult;
  /** Processor time of the service for each seal in milliseconds; for a single process only. */
  cost: number;
  /** Seals that were answered without an entry in the audit log, plus errors of the log. */
  missing: number;
}

/** A separate service, under the load of this many connections. */
async function run(trial: Trial): Promise<Outcome> {
  const {processes, connections, isAudited} = trial;
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-load-'));
  const service = await startService({
    SEALED_CAPTURE_PROCESSES: String(processes),
    ...(isAudited && {SEALED_CAPTURE_AUDIT: folder}),
  });
  try {
    const load = loadOf(service);
    const warm = WARM_UP > 0 ? await load(connections, WARM_UP) : undefined;
    const before = await service.vitals();
    const result = await load(connections, SECONDS);
    const after = await service.vitals();
    await service.close();
    const sealed = result.statuses['200'] ?? 0;
    const {entries, files, faults} = await checkAudit(folder);
    // The first entry of each file lists the files before it.
    const missing = sealed + (warm?.statuses['200'] ?? 0) - (entries - files);
    return {
      ...trial,
      result,
      cost: (after.processorTime - before.processorTime) / sealed,
      missing: isAudited ? Math.max(0, missing) + faults.length : 0,
    };
  } finally {
    await service.close();
    await rm(folder, {recursive: true, force: true});
  }
}

async function measure(): Promise<Figure[]> {
  const cores = availableParallelism();
  const one = await run({processes: 1, connections: CONNECTIONS, isAudited: true});
  if (isQuick) return [figureOf(one), ...faultsOf([one])];
  const bare = await run({...one, isAudited: false});
  const few = await run({...one, connections: FEW_CONNECTIONS});
  const several = await run({...one, processes: cores});
  return [
    figureOf(several),
    {...figureOf(one), baseline: {what: 'without audit log', value: bare.result.perSecond}},
    figureOf(few),
    {
      what: 'processor time of the service for each seal, one process',
      value: one.cost,
      unit: 'ms',
      baseline: {what: 'without audit log', value: bare.cost},
    },
    ...faultsOf([several, one, few, bare]),
  ];
}

const figureOf = ({processes, connections, result}: Outcome): Figure => ({
  what: `POST seal with time stamp and audit log, ${connections} connections, ${processes === 1 ? 'one process' : `${processes} processes`}`,
  value: result.perSecond,
  unit: '/s',
  target: {of: 'value', atLeast: 1200},
  note: noteOf(result),
});

const faultsOf = (outcomes: readonly Outcome[]): Figure[] => [
  {
    what: 'answers other than 200, or none',
    value: failedIn(outcomes.map(({result}) => result)),
    unit: '',
    target: {of: 'value', atMost: 0},
    isFault: true,
  },
  {
    what: 'seals without their entry in the audit log, and faults of the log',
    value: outcomes.reduce((sum, {missing}) => sum + missing, 0),
    unit: '',
    target: {of: 'value', atMost: 0},
    isFault: true,
  },
];

export const seal: Group = {name: 'seal', measure, longest: rounds(300, 180)};
