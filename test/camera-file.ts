import {open} from 'node:fs/promises';

export interface CameraPicture {
  width: number;
  height: number;
  /** Share of noise in the picture, from 0 to 1; it determines the size of its JPEG. */
  noise: number;
  /** Frames per second. A slow camera leaves more processor time for everything else. */
  frames: number;
}

/** Number of different frames before the video repeats. */
const FILM_LENGTH = 4;

/** Noise that is the same in each run (xorshift32). */
function noiseBytes(length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[i] = state;
  }
  return new Uint8Array(words.buffer, 0, length);
}

/** A smooth gradient with noise, one byte per sample. */
function plane(
  width: number,
  height: number,
  noise: number,
  random: Uint8Array,
  offset: number,
): Uint8Array {
  const samples = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = 128 + 60 * Math.sin((y / height) * 5);
    for (let x = 0; x < width; x++, at++) {
      const shade = row + 40 * Math.sin((x / width) * 7);
      const grain = random[(at + offset) % random.length] ?? 0;
      samples[at] = Math.min(255, Math.max(0, shade * (1 - noise) + grain * noise));
    }
  }
  return samples;
}

/** Writes a video as y4m, for Chromium's `--use-file-for-fake-video-capture`. */
export async function writeCameraFile(path: string, picture: CameraPicture): Promise<void> {
  const {width, height, noise, frames} = picture;
  const random = noiseBytes(width * height);
  const file = await open(path, 'w');
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${frames}:1 Ip A1:1 C420jpeg\n`);
    for (let frame = 0; frame < FILM_LENGTH; frame++) {
      await file.write('FRAME\n');
      await file.write(plane(width, height, noise, random, frame * 7919));
      for (const chroma of [1, 2]) {
        const offset = frame * 7919 + chroma * 104_729;
        await file.write(plane(width / 2, height / 2, noise / 2, random, offset));
      }
    }
  } finally {
    await file.close();
  }
}
