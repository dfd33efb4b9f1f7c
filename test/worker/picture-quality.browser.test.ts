import {expect} from '@open-wc/testing';
import {problemOf} from '@sealed-capture/seal/model/picture-quality.js';
import {QualityChecks} from '../../src/worker/quality-checks.js';

type Draw = (context: OffscreenCanvasRenderingContext2D) => void;

function canvasOf(draw: Draw, width = 1600, height = 1200): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', {alpha: false});
  if (!context) throw new Error('no canvas');
  draw(context);
  return canvas;
}

/** Reproducible random numbers from 0 to 1. */
function random(seed = 1): () => number {
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** A stone wall and a page of lines, in medium brightness. */
const scene: Draw = (context) => {
  const next = random();
  context.fillStyle = '#777';
  context.fillRect(0, 0, 1600, 1200);
  for (let stone = 0; stone < 1500; stone++) {
    const grey = 40 + 140 * next();
    context.fillStyle = `rgb(${grey} ${grey} ${grey})`;
    context.fillRect(1600 * next(), 1200 * next(), 20 + 60 * next(), 20 + 60 * next());
  }
};

/** Blurs by scaling down and up, because not every engine supports `filter`. */
const blurred =
  (factor: number): Draw =>
  (context) => {
    let [width, height] = [1600, 1200];
    let picture = canvasOf(scene);
    for (; factor > 1; factor /= 2) {
      const from = picture;
      [width, height] = [width / 2, height / 2];
      picture = canvasOf((small) => small.drawImage(from, 0, 0, width, height), width, height);
    }
    context.imageSmoothingQuality = 'high';
    for (let left = 0; width < 1600; left++) {
      const from = picture;
      [width, height] = [width * 2, height * 2];
      picture = canvasOf((large) => large.drawImage(from, 0, 0, width, height), width, height);
    }
    context.drawImage(picture, 0, 0);
  };

/** Makes the whole picture brighter or darker. */
const exposed =
  (gain: number, draw: Draw = scene): Draw =>
  (context) => {
    draw(context);
    const image = context.getImageData(0, 0, 1600, 1200);
    image.data.forEach((value, at) => (image.data[at] = gain * value));
    context.putImageData(image, 0, 0);
  };

const noisy =
  (draw: Draw): Draw =>
  (context) => {
    draw(context);
    const next = random(7);
    const image = context.getImageData(0, 0, 1600, 1200);
    image.data.forEach((value, at) => (image.data[at] = value + 24 * (next() - 0.5)));
    context.putImageData(image, 0, 0);
  };

const wall: Draw = (context) => {
  const light = context.createLinearGradient(0, 0, 1600, 1200);
  light.addColorStop(0, '#d8d8d4');
  light.addColorStop(1, '#9c9c98');
  context.fillStyle = light;
  context.fillRect(0, 0, 1600, 1200);
};

function measure(draw: Draw) {
  const checks = new QualityChecks();
  checks.begin('a')(canvasOf(draw));
  const quality = checks.finish('a');
  if (!quality) throw new Error('nothing was measured');
  return {quality, problem: problemOf(quality)};
}

describe('the quality of a picture', () => {
  it('is fine if its edges are sharp, with and without noise', () => {
    for (const draw of [scene, noisy(scene)]) {
      const {quality, problem} = measure(draw);
      expect(problem).to.be.undefined;
      expect(quality.sharpness).to.be.greaterThan(0.6);
      expect(quality.meanLuminance).to.be.within(0.3, 0.6);
      expect(quality.clippedShare).to.be.lessThan(0.01);
    }
  });

  it('is blurred if no edge is sharp, with and without noise', () => {
    for (const draw of [blurred(16), noisy(blurred(16))]) {
      const {quality, problem} = measure(draw);
      expect(problem, String(quality.sharpness)).to.equal('blurred');
    }
  });

  it('is not blurred if a tenth of it is sharp, as before a soft background', () => {
    const {problem} = measure((context) => {
      blurred(16)(context);
      context.drawImage(canvasOf(scene), 400, 300, 800, 600, 400, 300, 800, 600);
    });
    expect(problem).to.be.undefined;
  });

  it('is not blurred if the subject has no edges, such as a wall', () => {
    for (const draw of [wall, noisy(wall)]) {
      const {quality, problem} = measure(draw);
      expect(problem).to.be.undefined;
      expect(quality).not.to.have.property('sharpness');
    }
  });

  it('is too dark, or overexposed', () => {
    expect(measure(exposed(0.15)).problem).to.equal('dark');
    expect(measure(exposed(2.6)).problem).to.equal('overexposed');
  });

  it('is measured once, and before another picture uses the canvas', () => {
    const checks = new QualityChecks();
    const canvas = canvasOf(scene);
    const beforeNext = checks.begin('a')(canvas);
    beforeNext();
    canvas.getContext('2d')?.fillRect(0, 0, 1600, 1200);
    expect(checks.finish('a')?.meanLuminance).to.be.greaterThan(0.3);
    expect(checks.finish('a'), 'asked for before').to.be.undefined;
    expect(checks.finish('b'), 'never begun').to.be.undefined;
  });

  it('is dropped if nothing requests it', () => {
    const checks = new QualityChecks();
    const canvas = canvasOf(wall);
    for (let id = 0; id < 20; id++) checks.begin(String(id))(canvas);
    expect(checks.finish('0')).to.be.undefined;
    expect(checks.finish('19')).not.to.be.undefined;
  });
});
