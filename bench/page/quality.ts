// Measures the quality of pictures like the worker, and of copies that are blurred, darkened or brightened.
import {problemOf, type QualityProblem} from '@sealed-capture/seal/model/picture-quality.js';
import {QualityChecks} from '../../src/worker/quality-checks.js';

/** A modified copy of a photograph, named as a person would describe it. */
export type Copy = 'original' | 'blurred' | 'moved' | 'dark' | 'overexposed';

export interface Judged {
  problem?: QualityProblem;
  sharpness?: number;
}

export interface QualityBench {
  /** Milliseconds for a picture of 12 megapixels. */
  time(): number;
  judge(base64: string): Promise<Record<Copy, Judged>>;
}

type Context = OffscreenCanvasRenderingContext2D;

function canvasOf(width: number, height: number, draw: (context: Context) => void) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', {alpha: false});
  if (!context) throw new Error('no canvas');
  draw(context);
  return canvas;
}

function measured(canvas: OffscreenCanvas) {
  const checks = new QualityChecks();
  checks.begin('photo')(canvas);
  return checks.finish('photo');
}

/** Defocus: a standard deviation of half a percent of the longer side. */
const DEFOCUS = 0.005;
/** Camera shake: movement during the exposure, as a fraction of the longer side. */
const SHAKE = 0.02;

const copies: Record<Copy, (context: Context, photo: ImageBitmap, longer: number) => void> = {
  original: (context, photo) => context.drawImage(photo, 0, 0),
  blurred: (context, photo, longer) => {
    const radius = DEFOCUS * longer;
    const {width, height} = photo;
    context.filter = `blur(${radius}px)`;
    // Draws beyond the edges, which would otherwise be mixed with black.
    const beyond = 3 * radius;
    context.drawImage(photo, -beyond, -beyond, width + 2 * beyond, height + 2 * beyond);
  },
  moved: (context, photo, longer) => {
    const steps = Math.ceil(SHAKE * longer);
    for (let step = 0; step < steps; step++) {
      context.globalAlpha = 1 / (step + 1);
      context.drawImage(photo, step - steps / 2, 0);
    }
  },
  dark: (context, photo) => {
    context.filter = 'brightness(0.15)';
    context.drawImage(photo, 0, 0);
  },
  overexposed: (context, photo) => {
    context.filter = 'brightness(2.6)';
    context.drawImage(photo, 0, 0);
  },
};

const stones = canvasOf(4000, 3000, (context) => {
  for (let stone = 0; stone < 4000; stone++) {
    context.fillStyle = `hsl(${(stone * 37) % 360} 40% ${20 + ((stone * 13) % 60)}%)`;
    context.fillRect((stone * 7919) % 4000, (stone * 104_729) % 3000, 90, 70);
  }
});

const bench: QualityBench = {
  time() {
    // Makes sure that everything is drawn, as after encoding.
    stones.getContext('2d')?.getImageData(0, 0, 1, 1);
    const checks = new QualityChecks();
    checks.begin('photo')(stones);
    const start = performance.now();
    checks.finish('photo');
    return performance.now() - start;
  },
  async judge(base64) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const photo = await createImageBitmap(new Blob([bytes]));
    const {width, height} = photo;
    const judged = Object.entries(copies).map(([copy, draw]) => {
      const longer = Math.max(width, height);
      const quality = measured(canvasOf(width, height, (context) => draw(context, photo, longer)));
      const problem = quality && problemOf(quality);
      return [copy, {problem, sharpness: quality?.sharpness}] as const;
    });
    return Object.fromEntries(judged) as Record<Copy, Judged>;
  },
};
Object.assign(globalThis, {bench});
