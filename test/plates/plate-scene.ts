import {layouts, plateFont, type PlateLayout} from './plate-layouts.js';
import {paintStreet} from './street.js';
import {Random} from './random.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A plate in a scene. Angles in degrees. */
export interface ShownPlate {
  layout: PlateLayout;
  /** The text on the plate, with gaps. */
  text: string;
  font: string;
  /** Width as a fraction of the picture's width. */
  width: number;
  /** Rotation in the picture plane. */
  roll: number;
  /** Rotation to the side. */
  yaw: number;
  /** Rotation up or down. */
  pitch: number;
}

/** The effects of a camera. */
export interface Conditions {
  /** Radius in pixels. */
  blur: number;
  /** Standard deviation of a pixel's channel, on a scale of 255. */
  noise: number;
  /** Brightness; 1 is daylight. */
  light: number;
}

export interface Scene {
  seed: number;
  width: number;
  height: number;
  plate?: ShownPlate;
  conditions: Conditions;
}

export interface Rendered {
  picture: OffscreenCanvas;
  /** The box of the plate in the picture, if there is one. */
  box?: Box;
}

export const clear: Conditions = {blur: 0, noise: 0, light: 1};

/** The letters and digits of the plate without other characters. */
export const charactersOf = (text: string): string => text.replace(/[^A-Z0-9]/g, '');

type Range = readonly [from: number, to: number];

/** The ranges of the scenes in a set. Every fifth scene has the low light. */
interface Variation {
  width: Range;
  angle: number;
  blur: Range;
  noise: Range;
  light: Range;
  lowLight: Range;
}

export const variations = {
  /** A careful photo of a car. */
  ordinary: {
    width: [0.08, 0.4],
    angle: 25,
    blur: [0, 1.8],
    noise: [1, 10],
    light: [0.7, 1.1],
    lowLight: [0.18, 0.35],
  },
  /** A bad photo: from far away or from the side, out of focus, at night. */
  hard: {
    width: [0.04, 0.12],
    angle: 40,
    blur: [1, 3.5],
    noise: [8, 25],
    light: [0.4, 1.2],
    lowLight: [0.08, 0.2],
  },
} satisfies Record<string, Variation>;

/** One scene of a set; the same number makes the same scene. */
export function sceneOf(seed: number, kind: keyof typeof variations): Scene {
  const random = new Random(seed * 7919);
  const layout = layouts[seed % layouts.length]!;
  const {width, angle, blur, noise, light, lowLight} = variations[kind];
  return {
    seed,
    width: 1920,
    height: 1080,
    plate: {
      layout,
      text: random.spell(random.pick(layout.patterns)),
      font: plateFont(random),
      width: random.between(...width),
      roll: random.between(-0.6 * angle, 0.6 * angle),
      yaw: random.between(-angle, angle),
      pitch: random.between(-0.6 * angle, 0.6 * angle),
    },
    conditions: {
      blur: random.between(...blur),
      noise: random.between(...noise),
      light: random.between(...(seed % 5 === 4 ? lowLight : light)),
    },
  };
}

/** Paints a street with a car from behind, with its plate in perspective. */
export function render({seed, width, height, plate, conditions}: Scene): Rendered {
  const picture = new OffscreenCanvas(width, height);
  const pen = picture.getContext('2d', {willReadFrequently: true})!;
  const random = new Random(seed);
  const centre = {
    x: width * random.between(0.42, 0.58),
    y: height * random.between(0.55, 0.68),
  };
  const plateWidth = (plate?.width ?? 0.2) * width;
  paintStreet(pen, {random, centre, plateWidth});
  const box = plate && paintPlate(pen, plate, centre, plateWidth);
  degrade(pen, conditions, random);
  return {picture, box};
}

interface Point {
  x: number;
  y: number;
}

function paintPlate(
  pen: OffscreenCanvasRenderingContext2D,
  plate: ShownPlate,
  centre: Point,
  width: number,
): Box {
  // Twice the resolution of the picture, so that it is smooth when it is scaled down.
  const board = new OffscreenCanvas(
    Math.round(width * 2),
    Math.round((width * 2) / plate.layout.aspect),
  );
  plate.layout.draw(board.getContext('2d')!, plate);
  const project = projection(plate, centre, width / board.width);
  const {width: w, height: h} = board;
  const corners = [
    [0, 0],
    [w, 0],
    [0, h],
    [w, h],
  ].map(([x, y]) => project(x! - w / 2, y! - h / 2));
  const xs = corners.map(({x}) => x);
  const ys = corners.map(({y}) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  // A fine mesh of cells, each close enough to a parallelogram for one transform.
  const cell = 8;
  for (let y = 0; y < h; y += cell) {
    for (let x = 0; x < w; x += cell) {
      const origin = project(x - w / 2, y - h / 2);
      const right = project(x + cell - w / 2, y - h / 2);
      const below = project(x - w / 2, y + cell - h / 2);
      pen.setTransform(
        (right.x - origin.x) / cell,
        (right.y - origin.y) / cell,
        (below.x - origin.x) / cell,
        (below.y - origin.y) / cell,
        origin.x,
        origin.y,
      );
      // A little larger than the cell, to avoid visible seams.
      const size = [Math.min(cell + 1, w - x), Math.min(cell + 1, h - y)] as const;
      pen.drawImage(board, x, y, ...size, 0, 0, ...size);
    }
  }
  pen.resetTransform();
  return {x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top};
}

/** The projection of a point of the plate, relative to its center, into the picture. */
function projection(
  {roll, yaw, pitch}: ShownPlate,
  centre: Point,
  scale: number,
): (x: number, y: number) => Point {
  const [r, t, p] = [roll, yaw, pitch].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const distance = 2600;
  return (x, y) => {
    const [turnedX, turnedY] = [
      x * Math.cos(r) - y * Math.sin(r),
      x * Math.sin(r) + y * Math.cos(r),
    ];
    const depth = turnedX * Math.sin(t) + turnedY * Math.sin(p);
    const shrink = (scale * distance) / (distance + depth);
    return {
      x: centre.x + turnedX * Math.cos(t) * shrink,
      y: centre.y + turnedY * Math.cos(p) * shrink,
    };
  };
}

function degrade(
  pen: OffscreenCanvasRenderingContext2D,
  {blur, noise, light}: Conditions,
  random: Random,
): void {
  const {width, height} = pen.canvas;
  if (blur > 0) {
    pen.filter = `blur(${blur}px)`;
    pen.drawImage(pen.canvas, 0, 0);
    pen.filter = 'none';
  }
  if (noise === 0 && light === 1) return;
  const pixels = pen.getImageData(0, 0, width, height);
  const {data} = pixels;
  for (let i = 0; i < data.length; i += 4) {
    const grain = random.normal() * noise;
    for (let c = 0; c < 3; c++) data[i + c] = data[i + c]! * light + grain;
  }
  pen.putImageData(pixels, 0, 0);
}
