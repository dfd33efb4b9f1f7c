import {expect, waitUntil} from '@open-wc/testing';
import {SealPictures} from '../../../src/elements/seal-inspector/papers/seal-pictures.js';
import {picture} from './facts.js';

const quiet = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};

describe('the pictures in a seal', () => {
  it('are each drawn once, and the host is notified when one is ready', async () => {
    let updates = 0;
    const pictures = new SealPictures({
      addController: () => undefined,
      removeController: () => undefined,
      requestUpdate: () => updates++,
      updateComplete: Promise.resolve(true),
    });
    const thumbnail = await picture('teal', [160, 120]);
    expect(pictures.of(thumbnail)).to.be.undefined;
    await waitUntil(() => updates === 1);
    const drawn = pictures.of(thumbnail);
    expect([drawn?.width, drawn?.height]).to.eql([160, 120]);
    expect(pictures.of(thumbnail)).to.equal(drawn);
    expect(updates).to.equal(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(updates).to.equal(1);
  });

  it('are drawn small, and larger on request', async () => {
    const pictures = new SealPictures(quiet);
    const thumbnail = await picture('teal', [600, 300]);
    const width = () => pictures.of(thumbnail)?.canvas.width;
    await waitUntil(() => width() === 192);
    expect(pictures.of(thumbnail, 480)?.canvas.width).to.equal(192);
    await waitUntil(() => width() === 480);
  });

  it('are not drawn after another file is shown, and drawn again if it is shown again', () => {
    const given: AbortSignal[] = [];
    const pictures = new SealPictures(quiet, (_file, signal) => {
      given.push(signal!);
      return new Promise(() => undefined);
    });
    const thumbnail = new Blob();
    pictures.of(thumbnail);
    pictures.of(thumbnail);
    expect(given).to.have.length(1);
    pictures.forget();
    expect(given[0]?.aborted).to.be.true;
    pictures.of(thumbnail);
    expect(given.map(({aborted}) => aborted)).to.eql([true, false]);
    pictures.hostDisconnected();
    expect(given[1]?.aborted).to.be.true;
  });
});
