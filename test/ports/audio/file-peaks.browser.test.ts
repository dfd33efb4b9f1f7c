import {expect} from '@open-wc/testing';
import {filePeaks} from '../../../src/ports/audio/mp3/file-peaks.js';

const never = new AbortController().signal;

/** All peaks of the file, and the sizes of the pieces that were decoded. */
async function peaksOf(file: Blob, signal = never) {
  const pieces: Float32Array[] = [];
  for await (const peaks of filePeaks(file, signal)) pieces.push(peaks);
  return pieces;
}

const tone = async () =>
  await (await fetch(new URL('../../elements/media/tone.mp3', import.meta.url))).blob();

describe('the peaks of a recorded file', () => {
  it('are those of its sound, one for each twentieth of a second', async () => {
    const file = await tone();
    const audio = new Audio(URL.createObjectURL(file));
    await new Promise((resolve) => (audio.onloadedmetadata = resolve));
    const [peaks = new Float32Array(), ...more] = await peaksOf(file);
    expect(more).to.eql([]);
    expect(peaks.length).to.be.closeTo(20 * audio.duration, 3);
    const middle = peaks.subarray(2, -2);
    expect(Math.min(...middle)).to.be.greaterThan(0.01);
    expect(Math.max(...middle)).to.be.at.most(1);
  });

  it('are computed piece by piece for a long file, without a gap', async () => {
    const file = await tone();
    const [once = new Float32Array()] = await peaksOf(file);
    const times = Math.ceil(2_300_000 / file.size);
    const long = new Blob(Array<Blob>(times).fill(file), {type: file.type});
    const pieces = await peaksOf(long);
    expect(pieces.length).to.equal(3);
    const total = pieces.reduce((sum, {length}) => sum + length, 0);
    expect(total).to.be.closeTo(times * once.length, 0.03 * times * once.length);
  });

  it('are not computed any further after the signal aborts, nor for a file that is no sound', async () => {
    const aborted = await peaksOf(await tone(), AbortSignal.abort()).catch(String);
    expect(aborted).to.match(/AbortError/);
    const wrong = await peaksOf(new Blob(['no sound'])).catch(() => 'rejected');
    expect(wrong).to.equal('rejected');
  });
});
