import {createEncoder} from 'wasm-media-encoders';
import type {MakeMp3Encoder} from './encoding.js';

/** @param wasm LAME as WebAssembly, as wasm-media-encoders compiles it: `wasm-media-encoders/wasm/mp3` */
export const makeLameWasm =
  (wasm: Uint8Array): MakeMp3Encoder =>
  async ({sampleRate, channels, bitRate}) => {
    const lame = await createEncoder('audio/mpeg', wasm);
    // The library's type lists LAME's bit rates; `nearestBitRate` returns no others.
    lame.configure({
      sampleRate,
      channels,
      bitrate: bitRate as 128,
      outputSampleRate: sampleRate as 48_000,
    });
    return {encode: (sound) => lame.encode(sound), finish: () => lame.finalize()};
  };
