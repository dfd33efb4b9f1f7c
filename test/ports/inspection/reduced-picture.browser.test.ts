import {expect} from '@open-wc/testing';
import {WorkerSealReader} from '../../../src/ports/inspection/seal-reader.js';

const never = new AbortController().signal;

async function painted(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'red';
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({type: 'image/png'});
}

describe('a picture in small', () => {
  const reader = new WorkerSealReader();

  it('has the size of the whole and its reduced pixels', async () => {
    const reduced = await reader.reduced(await painted(1024, 512), never);
    expect(reduced).to.include({width: 1024, height: 512, columns: 256, rows: 128});
    expect([...(reduced?.data.subarray(0, 4) ?? [])]).to.eql([255, 0, 0, 255]);
    expect(reduced?.data).to.have.length(256 * 128 * 4);
  });

  it('is not enlarged, and has at least one pixel', async () => {
    expect(await reader.reduced(await painted(40, 30), never)).to.include({columns: 40, rows: 30});
    expect(await reader.reduced(await painted(600, 1), never)).to.include({columns: 256, rows: 1});
  });

  it('is unknown for what cannot be decoded', async () => {
    expect(await reader.reduced(new Blob(['no picture']), never)).to.equal(undefined);
  });

  it('is not read after the signal is aborted', async () => {
    const given = new AbortController();
    const reading = reader.reduced(await painted(40, 30), given.signal);
    given.abort();
    const code = await reading.catch((error: {code?: unknown}) => error.code);
    expect(code).to.equal('aborted');
  });
});
