import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Figure, Group} from '../figure.js';
import {failedIn, runLoad, type LoadResult} from '../load.js';
import {isQuick, rounds} from '../quick.js';
import {postForOk} from '../request.js';
import {startService} from '../service-process.js';
import {loadOf, noteOf} from '../service-seal.js';
import {inspectionBody, inspectionHeaders, protectBody, protectHeaders} from '../stand.js';
import {jpegOf} from '../../service/test/requests.js';
import {mebibytes, MemoryWatch} from './memory.js';

const CONNECTIONS = 64;
const SECONDS = rounds(600, 2);
const WARM_UP = rounds(10, 0);
const CALIBRATION = rounds(20, 1);
/** Share of the service's maximum rate of seals. */
const SHARE = 0.8;
/** Inspections per second, of files of 3 MB. */
const INSPECTIONS = rounds(3, 1);
/** Maximum number of open requests. Further ones wait, which counts as latency. */
const OPEN = 256;
const FILE = rounds(3_000_000, 300_000);

/** Space for the seals of ten minutes in the data folder, in MiB. */
const ROOM_MIB = '16384';

async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-load-'));
  const service = await startService({
    SEALED_CAPTURE_AUDIT: join(folder, 'audit'),
    SEALED_CAPTURE_ANSWERS_MIB: ROOM_MIB,
    SEALED_CAPTURE_ANSWERS_PER_KEY_MIB: ROOM_MIB,
  });
  try {
    const base = `${service.origin}/protection/sandbox`;
    const upload = protectBody(jpegOf(FILE));
    const sealed = await postForOk(`${base}/protect`, protectHeaders({service}), upload);
    const file = join(folder, 'inspection.json');
    await writeFile(file, inspectionBody(sealed));
    const load = loadOf(service);
    const inspect = (seconds: number): Promise<LoadResult> =>
      runLoad({
        url: `${base}/inspect`,
        headers: inspectionHeaders({service}),
        connections: CONNECTIONS,
        seconds,
        rate: INSPECTIONS,
        body: {file},
      });
    // Together with the same inspections, which use their share of the processor.
    if (WARM_UP > 0) await load(CONNECTIONS, WARM_UP);
    const [most] = await Promise.all([load(CONNECTIONS, CALIBRATION), inspect(CALIBRATION)]);
    const memory = MemoryWatch.of(service);
    const before = await service.vitals();
    const [seals, inspections] = await Promise.all([
      load(OPEN, SECONDS, SHARE * most.perSecond),
      inspect(SECONDS),
    ]);
    const after = await service.vitals();
    memory.stop();
    const cores = (after.processorTime - before.processorTime) / (SECONDS * 1000);
    return [
      {
        what: `seals and inspections in ${SECONDS} s that were not answered with 200`,
        value: failedIn([seals, inspections]),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
        note: `${(SHARE * most.perSecond).toFixed(0)} seals/s of ${most.perSecond.toFixed(0)}, ${INSPECTIONS} inspections/s of ${(FILE / 1e6).toFixed(1)} MB; ${cores.toFixed(2)} cores`,
      },
      {
        what: 'POST seal beside inspections: p99',
        value: seals.p99,
        unit: 'ms',
        baseline: {what: 'p50', value: seals.p50},
        target: {of: 'ratio', atMost: 5},
        note: `${noteOf(seals)}; inspections ${noteOf(inspections)}`,
      },
      ...(isQuick ? [] : [memoryFigure(memory)]),
    ];
  } finally {
    await service.close();
    await rm(folder, {recursive: true, force: true});
  }
}

function memoryFigure(memory: MemoryWatch): Figure {
  const minute = 60 / SECONDS;
  return {
    what: 'memory in the last minute',
    value: mebibytes(memory.mean(1 - minute, 1)),
    unit: 'MiB',
    baseline: {what: 'in the second', value: mebibytes(memory.mean(minute, 2 * minute))},
    target: {of: 'ratio', atMost: 1.1},
    note: `${mebibytes(memory.most).toFixed(0)} MiB at most`,
  };
}

export const steady: Group = {name: 'steady', measure, longest: rounds(900, 180)};
