import {initSync, WasmBuilder} from '@contentauth/c2pa-wasm';
import {engineMessage} from './engine-errors.js';

export interface EngineOptions {
  /** Root certificates that signers and time-stamp authorities are trusted under, PEM; empty: nobody is. */
  trustAnchors: string;
}

/** The engine of this thread with whom it trusts. */
export interface Engine {
  /** Its settings as JSON, in snake_case: others are ignored without a word. */
  readonly settings: string;
}

/** Extended key usages that may seal or stamp, as the engine's own list has them. */
const KEY_USAGES = [
  '1.3.6.1.5.5.7.3.4', // email protection
  '1.3.6.1.5.5.7.3.36', // document signing
  '1.3.6.1.5.5.7.3.8', // time stamping
  '1.3.6.1.5.5.7.3.9', // OCSP signing
  '1.3.6.1.4.1.311.76.59.1.9', // C2PA signing, Microsoft
  '1.3.6.1.4.1.62558.2.1', // C2PA signing
].join('\n');

/**
 * Starts the engine on this thread, from a module compiled elsewhere or its bytes. A thread has one instance: a
 * second call only makes other settings. Neither remote manifests nor OCSP responders are ever asked.
 * Throws RangeError for trust anchors that are not PEM.
 */
export function createEngine(
  module: WebAssembly.Module | BufferSource,
  {trustAnchors}: EngineOptions,
): Engine {
  initSync({module});
  const settings = JSON.stringify({
    version: 1,
    trust: {
      ...(trustAnchors.trim() !== '' && {trust_anchors: trustAnchors}),
      trust_config: KEY_USAGES,
    },
    verify: {
      verify_trust: true,
      verify_timestamp_trust: true,
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
    builder: {thumbnail: {enabled: false}},
  });
  assertAccepted(settings);
  return {settings};
}

/** Wrong settings would otherwise show only as files that cannot be read. */
function assertAccepted(settings: string): void {
  try {
    WasmBuilder.new(settings).free();
  } catch (thrown) {
    const message = 'The engine does not accept these trust anchors.';
    throw new RangeError(message, {cause: engineMessage(thrown)});
  }
}
