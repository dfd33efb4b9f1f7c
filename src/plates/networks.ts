import type * as Runtime from 'onnxruntime-web/wasm';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {FileAddresses} from './plate-calls.js';
import type {Networks} from './plate-reader.js';

/** Loads the networks and their runtime. Rejects with `worker_unavailable`, naming the missing file. */
export async function loadNetworks(files: FileAddresses): Promise<Networks> {
  // The first failure is reported; the other requests are aborted.
  const loading = new AbortController();
  try {
    const [runtime, wasm, detection, recognition, dictionary] = await Promise.all([
      loadRuntime(files.runtime),
      loadBytes(files.wasm, loading.signal),
      loadBytes(files.detection, loading.signal),
      loadBytes(files.recognition, loading.signal),
      loadBytes(files.dictionary, loading.signal),
    ]);
    // More threads would require shared memory, for which few pages are isolated, and workers from blobs.
    Object.assign(runtime.env.wasm, {numThreads: 1, proxy: false, wasmBinary: wasm.buffer});
    return {
      detection: await runtime.InferenceSession.create(detection),
      recognition: await runtime.InferenceSession.create(recognition),
      dictionary: new TextDecoder().decode(dictionary),
      tensor: (data, shape) => new runtime.Tensor('float32', data, shape),
    };
  } finally {
    loading.abort();
  }
}

async function loadRuntime(address: string): Promise<typeof Runtime> {
  try {
    return (await import(/* @vite-ignore */ address)) as typeof Runtime;
  } catch (cause) {
    throw notServed(address, 'not a script that may run here', cause);
  }
}

async function loadBytes(address: string, signal: AbortSignal): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(address, {signal});
  } catch (cause) {
    throw notServed(address, 'no answer', cause);
  }
  if (!response.ok) throw notServed(address, `status ${response.status}`);
  // Many sites answer an unknown address with their start page.
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    throw notServed(address, 'a page instead of the file');
  }
  return new Uint8Array(await response.arrayBuffer());
}

const notServed = (address: string, why: string, cause?: unknown): SealedCaptureError =>
  new SealedCaptureError(
    'worker_unavailable',
    `The plate detector could not load ${address} (${why}). Serve its files there, see docs/license-plates.md.`,
    {cause},
  );
