import {initSync, WasmBuilder} from '@contentauth/c2pa-wasm';
import {type TrustAnchors} from '../../model/inspection/trust-anchors.js';
import {readTrust, type ReadTrust} from '../trust/anchors.js';
import {SIGNER_USAGES} from '../trust/signer-usages.js';
import {engineMessage} from './refusals/engine-errors.js';

export interface EngineOptions {
  /** Trust anchors; without any certificate nobody is trusted. */
  trust: TrustAnchors;
}

/** The engine of this thread with its trust anchors. */
export interface Engine {
  readonly trust: ReadTrust;
  /** Bytes of its memory, which never shrinks. */
  memory(): number;
}

/** Extended key usages for sealing, time stamping and OCSP, as in the engine's own list. */
const KEY_USAGES = [
  ...SIGNER_USAGES,
  '1.3.6.1.5.5.7.3.8', // time stamping
  '1.3.6.1.5.5.7.3.9', // OCSP signing
].join('\n');

/**
 * The engine's settings with these anchors (PEM), as JSON in snake_case: other names are ignored silently. The
 * engine never requests remote manifests or OCSP answers.
 */
export const settingsWith = (anchors: string): string =>
  JSON.stringify({
    version: 1,
    trust: {...(anchors !== '' && {trust_anchors: anchors}), trust_config: KEY_USAGES},
    verify: {
      verify_trust: true,
      verify_timestamp_trust: true,
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
  });

/**
 * Starts the engine on this thread, from a compiled module or its bytes. A thread has one instance: a second call
 * returns the same engine with other trust anchors. Throws RangeError for trust anchors that are not PEM.
 */
export function createEngine(
  module: WebAssembly.Module | BufferSource,
  {trust}: EngineOptions,
): Engine {
  const read = readTrust(trust);
  const {memory} = initSync({module});
  assertAccepted(settingsWith(''));
  return {trust: read, memory: () => memory.buffer.byteLength};
}

/** Wrong settings would otherwise only show as files that cannot be read. */
function assertAccepted(settings: string): void {
  try {
    WasmBuilder.new(settings).free();
  } catch (thrown) {
    const message = 'The engine does not accept its settings.';
    throw new RangeError(message, {cause: engineMessage(thrown)});
  }
}
