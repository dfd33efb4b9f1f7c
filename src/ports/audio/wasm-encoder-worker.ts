/** The faster encoder's worker: one self-contained script, its WebAssembly included. */
import wasm from 'wasm-media-encoders/wasm/mp3?url&inline';
import {makeLameWasm} from './mp3/lame-wasm.js';
import {serveEncoder, type EncoderScope} from './mp3/serve-encoder.js';

// Decoded here, as a policy that lets this script run need not let data: be fetched.
const bytes = Uint8Array.from(atob(wasm.slice(wasm.indexOf(',') + 1)), (character) =>
  character.charCodeAt(0),
);

serveEncoder(self as unknown as EncoderScope, makeLameWasm(bytes));
