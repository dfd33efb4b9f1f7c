/** The faster encoder's worker: one self-contained script, including its WebAssembly. */
import wasm from 'wasm-media-encoders/wasm/mp3?url&inline';
import {makeLameWasm} from './mp3/lame-wasm.js';
import {serveEncoder, type EncoderScope} from './mp3/serve-encoder.js';

// Decoded here, because a policy that allows this script may forbid to fetch data: addresses.
const bytes = Uint8Array.from(atob(wasm.slice(wasm.indexOf(',') + 1)), (character) =>
  character.charCodeAt(0),
);

serveEncoder(self as unknown as EncoderScope, makeLameWasm(bytes));
