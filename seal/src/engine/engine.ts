import {initSync, WasmBuilder} from '@contentauth/c2pa-wasm';
import {type TrustAnchors} from '../model/inspection/trust-anchors.js';
import {readTrust, type ReadTrust} from '../trust/anchors.js';
import {settingsWith} from './engine-settings.js';
import {engineMessage} from './refusals/engine-errors.js';

export interface EngineOptions {
  /** Trust anchors; without any certificate nobody is trusted. */
  trust: TrustAnchors;
  /** The time at which certificates are judged without a trusted time stamp, epoch milliseconds. Default: now. */
  now?: () => number;
}

/** The engine of this thread with its trust anchors. */
export interface Engine {
  readonly trust: ReadTrust;
  now: () => number;
  /** Bytes of its memory, which never shrinks. */
  memory(): number;
}

/**
 * Starts the engine on this thread, from a compiled module or its bytes. A thread has one instance: a second call
 * returns the same engine with other trust anchors. Throws RangeError for trust anchors that are not PEM.
 */
export function createEngine(
  module: WebAssembly.Module | BufferSource,
  {trust, now = Date.now}: EngineOptions,
): Engine {
  const read = readTrust(trust);
  const {memory} = initSync({module});
  assertAccepted(settingsWith());
  return {trust: read, now, memory: () => memory.buffer.byteLength};
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
