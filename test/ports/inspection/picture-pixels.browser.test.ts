import {expect} from '@open-wc/testing';
import {WorkerSealReader} from '../../../src/ports/inspection/seal-reader.js';

const never = new AbortController().signal;

/** A picture of many colors; `spot` is the color of one pixel. */
async function painted(type: string, spot = 'red', ground = 'navy'): Promise<Blob> {
  const canvas = new OffscreenCanvas(300, 200);
  const context = canvas.getContext('2d')!;
  const colors = context.createLinearGradient(0, 0, 300, 200);
  colors.addColorStop(0, ground);
  colors.addColorStop(1, 'teal');
  context.fillStyle = colors;
  context.fillRect(0, 0, 300, 200);
  context.fillStyle = spot;
  context.fillRect(17, 150, 1, 1);
  return canvas.convertToBlob({type, quality: 0.9});
}

/** The PNG with a text chunk after its header; no browser checks the checksum of a chunk that it ignores. */
const withText = (png: Blob): Blob => {
  const chunk = new Uint8Array([0, 0, 0, 3, ...new TextEncoder().encode('tEXta\0b'), 0, 0, 0, 0]);
  return new Blob([png.slice(0, 33), chunk, png.slice(33)]);
};

/** The PNG with a chunk after its header. */
const withChunk = (png: Blob, name: string, size: number): Blob => {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, size);
  head.set(new TextEncoder().encode(name), 4);
  return new Blob([png.slice(0, 33), head, new Uint8Array(size + 4), png.slice(33)]);
};

/** The JPEG with a segment after its first one. */
const withApp2 = (jpeg: Blob, text: string): Blob => {
  const content = new TextEncoder().encode(text);
  const header = new Uint8Array([0xff, 0xe2, 0, content.length + 2]);
  return new Blob([jpeg.slice(0, 20), header, content, jpeg.slice(20)], {type: 'image/jpeg'});
};

/** The JPEG with an application segment after its first one; Firefox reads none with one before that. */
const withSegment = (jpeg: Blob): Blob =>
  new Blob([jpeg.slice(0, 20), new Uint8Array([0xff, 0xeb, 0, 6, 1, 2, 3, 4]), jpeg.slice(20)], {
    type: 'image/jpeg',
  });

describe('the pixels of a picture', () => {
  const reader = new WorkerSealReader();

  it('are equal for a PNG, and the same PNG with a text in it', async () => {
    const png = await painted('image/png');
    const pixels = await reader.pixels(png, never);
    expect([pixels?.width, pixels?.height]).to.eql([300, 200]);
    expect(pixels?.sha256).to.match(/^[\da-f]{64}$/);
    expect(await reader.pixels(withText(png), never)).to.eql(pixels);
  });

  it('are equal for a JPEG, and the same JPEG with another segment', async () => {
    const jpeg = await painted('image/jpeg');
    const pixels = await reader.pixels(jpeg, never);
    expect(pixels?.width).to.equal(300);
    expect(await reader.pixels(withSegment(jpeg), never)).to.eql(pixels);
  });

  it('are different if one of them is', async () => {
    const one = await reader.pixels(await painted('image/png', 'rgb(255 0 0)'), never);
    const other = await reader.pixels(await painted('image/png', 'rgb(254 0 0)'), never);
    expect(one?.sha256).not.to.equal(other?.sha256);
    expect(one?.sha256).to.be.a('string');
  });

  it('are other pixels with another color profile', async () => {
    const jpeg = await painted('image/jpeg');
    const png = await painted('image/png');
    for (const [plain, profiled] of [
      [jpeg, withApp2(jpeg, 'ICC_PROFILE\0\x01\x01 of another screen')],
      [png, withChunk(png, 'gAMA', 4)],
    ] as const) {
      const [one, other] = [
        await reader.pixels(plain, never),
        await reader.pixels(profiled, never),
      ];
      expect(other?.sha256).to.be.a('string');
      expect(other?.sha256).not.to.equal(one?.sha256);
    }
  });

  it('are unknown for a picture with more than one, wherever the file says so', async () => {
    const png = await painted('image/png');
    const far = withChunk(withChunk(png, 'acTL', 8), 'tEXt', 200_000);
    expect(await reader.pixels(far, never)).to.equal(undefined);
    const jpeg = await painted('image/jpeg');
    expect(await reader.pixels(withApp2(jpeg, 'MPF\0II*\0'), never)).to.equal(undefined);
  });

  it('are unknown for transparent and unreadable pictures, and other files', async () => {
    const clear = await painted('image/png', 'red', 'rgb(0 0 0 / 50%)');
    for (const file of [clear, new Blob(['no picture']), clear.slice(0, 60)]) {
      expect(await reader.pixels(file, never)).to.equal(undefined);
    }
  });

  it('are not read after the signal is aborted', async () => {
    const given = new AbortController();
    const reading = reader.pixels(await painted('image/png'), given.signal);
    given.abort();
    const code = await reading.catch((error: {code?: unknown}) => error.code);
    expect(code).to.equal('aborted');
  });
});
