// The engine alone, without a service around it: what the service is compared with.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {Worker} from 'node:worker_threads';
import {initSync, WasmBuilder, WasmReader} from '@contentauth/c2pa-wasm';
import {signClaim} from '../../src/seal/cose.js';
import {sandboxCertificates} from '../../src/service/certificates.js';
import {createSigner} from '../../src/service/signer.js';

const SIGNATURE_SIZE = 6144;
const DIGITAL_CAPTURE = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
const {resolve} = createRequire(import.meta.url);

/** A Blob over bytes in memory, which the engine's synchronous reader can slice. */
class BlobOfBytes extends Blob {
  readonly content: Uint8Array;

  constructor(content: Uint8Array, type: string) {
    super([], {type});
    this.content = content;
  }

  override get size(): number {
    return this.content.length;
  }

  override slice(start = 0, end = this.content.length, type = this.type): Blob {
    return new BlobOfBytes(this.content.subarray(start, end), type);
  }
}

class ReaderOfBytes {
  readAsArrayBuffer(blob: BlobOfBytes): ArrayBuffer {
    return new Uint8Array(blob.content).buffer;
  }
}

export function startEngine(): void {
  initSync({module: readFileSync(resolve('@contentauth/c2pa-wasm/c2pa.wasm'))});
  // The engine's browser build asks for it, and Node has none.
  Object.assign(globalThis, {FileReaderSync: ReaderOfBytes});
}

export const engineSettings = (trustAnchors: string): string =>
  JSON.stringify({
    version: 1,
    trust: {trust_anchors: trustAnchors},
    verify: {
      verify_trust: true,
      verify_timestamp_trust: true,
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
    builder: {thumbnail: {enabled: false}},
  });

/** Reads a sealed JPEG as far as any verdict needs; answers the engine's verdict. */
export async function readBare(file: Uint8Array, settings: string): Promise<string> {
  const reader = await WasmReader.fromBytes('image/jpeg', file, settings);
  const {validation_state: verdict} = reader.manifestStore() as {validation_state: string};
  reader.crJson();
  reader.free();
  return verdict;
}

/** Seals whole JPEGs by the engine, with the key and time stamps that the service has in this folder. */
export async function bareSealer(
  dataFolder: string,
  settings: string,
): Promise<(file: Uint8Array) => Promise<Uint8Array>> {
  const {identity} = await sandboxCertificates(dataFolder, Date.now());
  const signer = createSigner(identity);
  return async (file) => {
    const definition = {
      claim_generator_info: [{name: 'bench', version: '1'}],
      assertions: [{label: 'org.example.capture', created: true, data: {tags: {run: 'bench'}}}],
    };
    const builder = WasmBuilder.fromJson(JSON.stringify(definition), settings);
    builder.setIntent({create: DIGITAL_CAPTURE});
    const sealed = await builder.sign(
      {
        alg: 'es256',
        reserveSize: SIGNATURE_SIZE,
        async sign(claim) {
          const signature = await signClaim(claim, signer, SIGNATURE_SIZE);
          if (!signature) throw new Error('The signature came out too large.');
          return new Uint8Array(signature);
        },
      },
      [],
      'image/jpeg',
      new BlobOfBytes(file, 'image/jpeg'),
    );
    builder.free();
    return sealed;
  };
}

/** Reads per second of so many threads that do nothing else. */
export async function readsPerSecond(
  threads: number,
  file: Uint8Array,
  settings: string,
  seconds: number,
): Promise<number> {
  const thread = new URL('./bare-reader-thread.mjs', import.meta.url);
  const workers = Array.from(
    {length: threads},
    () => new Worker(thread, {workerData: {file, settings}}),
  );
  const told = <T>(worker: Worker): Promise<T> =>
    new Promise((resolveTold, reject) => {
      worker.once('message', resolveTold);
      worker.once('error', reject);
    });
  await Promise.all(workers.map(told));
  const counts = workers.map((worker) => {
    const count = told<number>(worker);
    worker.postMessage(seconds * 1000);
    return count;
  });
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  await Promise.all(workers.map((worker) => worker.terminate()));
  return total / seconds;
}
