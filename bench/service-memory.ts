import type {Figure} from './figure.js';
import {makePhotographs} from './photographs.js';
import {rounds} from './quick.js';
import {post, type Answer} from './request.js';
import {borrowService} from './service-process.js';
import {inspectionBody, inspectionHeaders, protectBody, protectHeaders} from './stand.js';

const PARALLEL = rounds(50, 2);
const GIBIBYTE = 1024 ** 3;
const BODY = 10_000_000;

/** A body of 10 MB: Base64 takes four bytes for three. */
const FILE = (BODY * 3) / 4 - 20_000;

/** Sends all requests at the same time. A missing answer counts as lost. */
async function inParallel(send: () => Promise<Answer>): Promise<Record<string, number>> {
  const answers = await Promise.allSettled(Array.from({length: PARALLEL}, send));
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = answer.status === 'fulfilled' ? String(answer.value.status) : 'lost';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Uses a separate service, so that nothing else has raised its memory; in a quick run, that of all groups. */
export async function memoryFigures(): Promise<Figure[]> {
  const [photograph = Buffer.alloc(0)] = await makePhotographs([FILE]);
  const service = await borrowService();
  const base = `${service.origin}/protection/sandbox`;
  try {
    const upload = protectBody(photograph);
    const protect = () => post(`${base}/protect`, protectHeaders({service}), upload);
    const inspection = inspectionBody((await protect()).body);
    const before = await service.vitals();
    const inspected = await inParallel(() =>
      post(`${base}/inspect`, inspectionHeaders({service}), inspection),
    );
    const afterInspections = await service.vitals();
    const sealed = await inParallel(protect);
    const after = await service.vitals();
    const answered = (counts: Record<string, number>): number =>
      (counts['200'] ?? 0) + (counts['503'] ?? 0);
    const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;
    const figure = (what: string, counts: Record<string, number>): Figure => ({
      what: `${PARALLEL} parallel ${what}: answered 200 or 503`,
      value: answered(counts),
      unit: 'answers',
      target: {of: 'value', atLeast: PARALLEL},
      note: JSON.stringify(counts),
    });
    return [
      {
        what: `peak memory, ${PARALLEL} parallel bodies of 10 MB`,
        value: after.peakMemory / GIBIBYTE,
        unit: 'GiB',
        target: {of: 'value', atMost: 1},
        note:
          `${mebibytes(before.memory)} before, peak ${mebibytes(afterInspections.peakMemory)} inspecting, ` +
          `${mebibytes(after.peakMemory)} in all, ${mebibytes(after.memory)} after`,
      },
      figure(`inspections of ${(inspection.length / 1e6).toFixed(1)} MB`, inspected),
      figure(`uploads of ${(upload.length / 1e6).toFixed(1)} MB`, sealed),
    ];
  } finally {
    await service.close();
  }
}
