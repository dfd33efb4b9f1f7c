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

/** The JPEG with an application segment after its start. */
const withSegment = (jpeg: Blob): Blob =>
  new Blob([jpeg.slice(0, 2), new Uint8Array([0xff, 0xeb, 0, 6, 1, 2, 3, 4]), jpeg.slice(2)]);

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
