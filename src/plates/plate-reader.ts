import type {InferenceSession, Tensor} from 'onnxruntime-web/wasm';
import type {DetectedLicensePlate} from '@sealed-capture/seal/model/protection-config.js';
import {CharacterDecoder} from './character-decoder.js';
import {mostPlausiblePlate, type PlacedLine, type PlateRules} from './plausible-plate.js';
import {findTextRegions, type TextRegion} from './text-regions.js';

/** The networks, ready to run. */
export interface Networks {
  /** Finds text in a picture. */
  detection: InferenceSession;
  /** Reads one line of text. */
  recognition: InferenceSession;
  /** The recognition's characters, one a line. */
  dictionary: string;
  tensor(data: Float32Array, shape: readonly number[]): Tensor;
}

/**
 * Longer side in pixels of the picture in which text is searched. A larger one finds smaller plates, and takes
 * longer.
 */
const LONGEST_SIDE = 960;
/** The detection requires sides that are multiples of this. */
const STEP = 32;
/** Height in pixels of a line for the recognition, and its least and largest width. */
const LINE_HEIGHT = 48;
const LEAST_LINE_WIDTH = 160;
const MOST_LINE_WIDTH = 640;
/** Most lines that are read, the largest ones: a street has signs. */
const MOST_LINES = 12;

interface Normalization {
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
}

/** Normalization as the networks were trained; the channels' order is blue, green, red. */
const forDetection: Normalization = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
};
const forRecognition: Normalization = {mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5]};

/** Reads the plate of a picture with PaddleOCR's networks: finds the lines of text, reads each, and picks one. */
export class PlateReader {
  readonly #networks: Networks;
  readonly #decoder: CharacterDecoder;

  constructor(networks: Networks) {
    this.#networks = networks;
    this.#decoder = new CharacterDecoder(networks.dictionary);
  }

  async read(picture: ImageBitmap, rules: PlateRules): Promise<DetectedLicensePlate | undefined> {
    const regions = await this.#regions(picture);
    const largest = regions.toSorted((a, b) => b.height - a.height).slice(0, MOST_LINES);
    const lines: PlacedLine[] = [];
    for (const region of largest) lines.push(await this.#line(picture, region));
    const plate = mostPlausiblePlate(lines, rules);
    return plate && {...plate, boundingBox: within(picture, plate.boundingBox)};
  }

  async #regions(picture: ImageBitmap): Promise<TextRegion[]> {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const steps = (length: number): number =>
      Math.max(STEP, Math.round((length * scale) / STEP) * STEP);
    const width = steps(picture.width);
    const height = steps(picture.height);
    const pen = canvas(width, height);
    pen.drawImage(picture, 0, 0, width, height);
    const output = await this.#run(this.#networks.detection, pen, forDetection);
    const map = {data: output.data as Float32Array, width, height};
    const [x, y] = [picture.width / width, picture.height / height];
    return findTextRegions(map).map((region) => ({
      ...region,
      x: region.x * x,
      y: region.y * y,
      width: region.width * x,
      height: region.height * y,
    }));
  }

  async #line(picture: ImageBitmap, region: TextRegion): Promise<PlacedLine> {
    const scale = LINE_HEIGHT / region.height;
    const length = Math.min(MOST_LINE_WIDTH, Math.ceil(region.width * scale));
    const pen = canvas(Math.max(LEAST_LINE_WIDTH, length), LINE_HEIGHT);
    // Fills the rest after the line's end with the networks' middle grey.
    pen.fillStyle = '#7f7f7f';
    pen.fillRect(0, 0, pen.canvas.width, LINE_HEIGHT);
    pen.beginPath();
    pen.rect(0, 0, length, LINE_HEIGHT);
    pen.clip();
    pen.translate(length / 2, LINE_HEIGHT / 2);
    pen.scale(length / region.width, scale);
    pen.rotate(-region.angle);
    pen.drawImage(picture, -region.x, -region.y);
    const output = await this.#run(this.#networks.recognition, pen, forRecognition);
    const [, steps = 0, classes = 0] = output.dims;
    const line = this.#decoder.read({data: output.data as Float32Array, steps, classes});
    output.dispose();
    return {...line, region};
  }

  async #run(
    network: InferenceSession,
    pen: OffscreenCanvasRenderingContext2D,
    normalization: Normalization,
  ): Promise<Tensor> {
    const {width, height} = pen.canvas;
    const planes = toPlanes(pen.getImageData(0, 0, width, height), normalization);
    const input = this.#networks.tensor(planes, [1, 3, height, width]);
    const outputs = await network.run({[network.inputNames[0]!]: input});
    input.dispose();
    return outputs[network.outputNames[0]!]!;
  }
}

function canvas(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const pen = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
  if (!pen) throw new Error('The browser has no canvas for a worker.');
  pen.imageSmoothingQuality = 'high';
  return pen;
}

/** Converts pixels to the networks' input: one plane for each channel. */
function toPlanes({data}: ImageData, {mean, deviation}: Normalization): Float32Array {
  const size = data.length / 4;
  const planes = new Float32Array(3 * size);
  for (let channel = 0; channel < 3; channel++) {
    const [middle, spread] = [mean[channel]! * 255, deviation[channel]! * 255];
    const from = 2 - channel;
    for (let pixel = 0; pixel < size; pixel++) {
      planes[channel * size + pixel] = (data[pixel * 4 + from]! - middle) / spread;
    }
  }
  return planes;
}

type Box = DetectedLicensePlate['boundingBox'];

/** The part of the box within the picture. */
function within({width, height}: ImageBitmap, box: Box): Box {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width) - x,
    height: Math.min(height, box.y + box.height) - y,
  };
}
