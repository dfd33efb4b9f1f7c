import {Mp3Encoder as Lame} from '@breezystack/lamejs';
import type {MakeMp3Encoder} from './encoding.js';

/** LAME in JavaScript, which needs no permission of a Content Security Policy. */
export const makeLameJs: MakeMp3Encoder = ({sampleRate, channels, bitRate}) => {
  const lame = new Lame(channels, sampleRate, bitRate);
  return {
    encode: ([left = new Float32Array(0), right]) =>
      asBytes(lame.encodeBuffer(asIntegers(left), right && asIntegers(right))),
    finish: () => asBytes(lame.flush()),
  };
};

/** Rounds the samples, because truncation would add noise. A plain loop, because `from` would build a list first. */
function asIntegers(samples: Float32Array): Int16Array {
  const integers = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at++) {
    integers[at] = Math.max(-32_768, Math.min(32_767, Math.round(samples[at]! * 32_767)));
  }
  return integers;
}

/** The library's type says unsigned bytes. */
const asBytes = ({buffer, byteOffset, byteLength}: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
