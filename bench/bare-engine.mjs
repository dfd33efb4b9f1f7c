// The least that reading a sealed JPEG takes: the engine alone, without asking whom to trust.
import {initSync, WasmReader} from '@contentauth/c2pa-wasm';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const settings = JSON.stringify({
  version: 1,
  verify: {
    verify_trust: false,
    verify_timestamp_trust: false,
    remote_manifest_fetch: false,
    ocsp_fetch: false,
  },
});

export function startBareEngine() {
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  initSync({module: readFileSync(path)});
}

/** The engine's result as JSON. */
export async function bareInspection(file) {
  const reader = await WasmReader.fromBytes('image/jpeg', file, settings);
  const {validation_state} = JSON.parse(reader.json());
  const manifests = JSON.parse(reader.crJson());
  reader.free();
  return JSON.stringify({validation_state, manifests});
}
