import {existsSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {borrowBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import type {Copy, Judged, QualityBench} from './page/quality.js';
import {isQuick, rounds} from './quick.js';
import {root} from './root.js';
import {Samples} from './samples.js';

declare const bench: QualityBench;

/** Real photographs, all of them sharp; those that contain a drawing are left out. */
const photographs = [
  'iphone6_hdr.jpg',
  'DSCN0010.jpg',
  'truepic-camera.jpg',
  'cards_trusted.webp',
  'CIE-sig-CA.jpg',
  'E-sig-CA.jpg',
  'XCA.jpg',
  'cloud.jpg',
  'amazon-titan-g1.png',
]
  .map((name) => resolve(root, '../shared/assets/dev', name))
  .filter((path) => existsSync(path))
  .slice(0, isQuick ? 1 : undefined);

const judgements: readonly {copy: Copy; what: string; problem?: Judged['problem']}[] = [
  {copy: 'original', what: 'sharp photographs of which nothing is told'},
  {
    copy: 'blurred',
    what: 'told as blurred: defocus of 0.5 % of the longer side',
    problem: 'blurred',
  },
  {copy: 'moved', what: 'told as blurred: shake of 2 % of the longer side', problem: 'blurred'},
  {copy: 'dark', what: 'told as too dark: 15 % of the light', problem: 'dark'},
  {copy: 'overexposed', what: 'told as overexposed: 260 % of the light', problem: 'overexposed'},
];

async function measure(): Promise<Figure[]> {
  const browser = await borrowBrowser();
  try {
    const page = await openPage(browser.context, 'http://localhost:9', 'page/quality.ts');
    const times = new Samples();
    for (let round = -2; round < rounds(30, 1); round++) {
      const milliseconds = await page.evaluate(() => bench.time());
      if (round >= 0) times.add(milliseconds);
    }
    const judged: Record<Copy, Judged>[] = [];
    for (const path of photographs) {
      const base64 = readFileSync(path).toString('base64');
      judged.push(await page.evaluate((bytes) => bench.judge(bytes), base64));
    }
    return [
      {
        what: 'measuring the quality of a picture of 12 megapixels, median',
        value: times.median,
        unit: 'ms',
        target: {of: 'value', atMost: 15},
        note: `p95 ${times.p95.toFixed(1)} ms`,
      },
      ...judgements.map(({copy, what, problem}): Figure => {
        const told = judged.filter((copies) => copies[copy].problem === problem);
        const values = judged.map((copies) => copies[copy].sharpness?.toFixed(2) ?? 'none');
        const target = copy === 'original' && judged.length > 0 && judged.length - 1;
        return {
          what,
          value: told.length,
          unit: `of ${judged.length}`,
          ...(target && {target: {of: 'value', atLeast: target}}),
          note: `sharpness ${values.join(', ')}`,
        };
      }),
    ];
  } finally {
    await browser.close();
  }
}

export const quality: Group = {name: 'quality', measure};
