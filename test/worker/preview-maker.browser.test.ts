import {expect} from '@open-wc/testing';
import {PreviewMaker} from '../../src/worker/preview-maker.js';

async function photo(width: number, height: number): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'rgb(200 40 40)';
  context.fillRect(0, 0, width, height);
  return (await canvas.convertToBlob({type: 'image/jpeg'})).arrayBuffer();
}

/** A maker whose store is the map. */
function made(): {previews: PreviewMaker; stored: Map<string, Blob>; budgets: number[]} {
  const stored = new Map<string, Blob>();
  const budgets: number[] = [];
  const previews = new PreviewMaker({
    addPreview(captureId, picture, budget) {
      stored.set(captureId, new Blob([picture], {type: 'image/jpeg'}));
      budgets.push(budget);
      return Promise.resolve();
    },
  });
  return {previews, stored, budgets};
}

async function sizeOf(preview: Blob | undefined): Promise<number[] | undefined> {
  if (!preview) return undefined;
  const {width, height} = await createImageBitmap(preview);
  return [width, height];
}

describe('previews', () => {
  it('have at most 1600 pixels on the longer side, and show the photo', async () => {
    const {previews, stored, budgets} = made();
    const photos = {wide: [3200, 1200], tall: [1000, 4000], small: [640, 480]} as const;
    for (const [captureId, [width, height]] of Object.entries(photos)) {
      previews.make({captureId, photo: await photo(width, height), budget: 7});
    }
    await previews.idle;
    expect(await sizeOf(stored.get('wide'))).to.eql([1600, 600]);
    expect(await sizeOf(stored.get('tall'))).to.eql([400, 1600]);
    expect(await sizeOf(stored.get('small'))).to.eql([640, 480]);
    expect(budgets).to.eql([7, 7, 7]);
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context?.drawImage(await createImageBitmap(stored.get('wide') ?? new Blob()), 0, 0, 1, 1);
    const [red = 0, green = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    expect(red - green).to.be.greaterThan(100);
  });

  it('have no room while photos of 64 MiB wait, and then have it again', async () => {
    const {previews} = made();
    previews.make({captureId: 'a', photo: new ArrayBuffer(2 ** 26 - 1), budget: 7});
    expect(previews.hasRoom).to.be.true;
    previews.make({captureId: 'b', photo: new ArrayBuffer(1), budget: 7});
    expect(previews.hasRoom).to.be.false;
    await previews.idle;
    expect(previews.hasRoom).to.be.true;
  });

  it('wait while a picture is being taken', async () => {
    const {previews, stored} = made();
    let done: () => void = () => undefined;
    const taken = previews.after(new Promise<void>((resolve) => (done = resolve)));
    previews.make({captureId: 'a', photo: await photo(64, 64), budget: 7});
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(stored.size).to.equal(0);
    done();
    await taken;
    await previews.idle;
    expect(stored.size).to.equal(1);
  });

  it('that cannot be made or stored keep no other from being made', async () => {
    const {previews, stored} = made();
    previews.make({captureId: 'spoilt', photo: new ArrayBuffer(9), budget: 7});
    previews.make({captureId: 'whole', photo: await photo(64, 64), budget: 7});
    await previews.idle;
    expect([...stored.keys()]).to.eql(['whole']);
  });

  it('are not made of more photos than may wait in memory', async () => {
    const {previews, stored} = made();
    const file = await photo(64, 64);
    const large = new Uint8Array(40 * 1024 * 1024);
    large.set(new Uint8Array(file));
    for (const captureId of ['first', 'second']) {
      previews.make({captureId, photo: large.buffer, budget: 7});
    }
    previews.make({captureId: 'third', photo: file, budget: 7});
    await previews.idle;
    expect([...stored.keys()]).to.eql(['first', 'third']);
  });
});
