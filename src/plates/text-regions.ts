/** A line of text in a picture: a rotated rectangle, in pixels. */
export interface TextRegion {
  /** Its centre. */
  x: number;
  y: number;
  /** Length along the line. */
  width: number;
  height: number;
  /** Radians clockwise from the horizontal, in (-π/4, π/4]. */
  angle: number;
}

/** The likelihood for each pixel that it belongs to text, row by row. */
export interface TextMap {
  data: ArrayLike<number>;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** Least likelihood of a pixel of text, and least mean of a region. */
const PIXEL = 0.3;
const REGION = 0.5;
/** Growth of a region, by area over perimeter: the map only shows the cores of lines. */
const GROWTH = 1.6;
const LEAST_PIXELS = 24;

/** The lines of text in a map. Vertical text is ignored. */
export function findTextRegions({data, width, height}: TextMap): TextRegion[] {
  const seen = new Uint8Array(width * height);
  const regions: TextRegion[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || data[start]! < PIXEL) continue;
    const pixels = [start];
    seen[start] = 1;
    let likelihood = 0;
    const edges: Point[] = [];
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next]!;
      likelihood += data[at]!;
      const x = at % width;
      const y = (at - x) / width;
      let inner = 0;
      for (const [dx, dy] of neighbours) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const beside = at + dy * width + dx;
        if (data[beside]! < PIXEL) continue;
        inner++;
        if (seen[beside]) continue;
        seen[beside] = 1;
        pixels.push(beside);
      }
      if (inner < neighbours.length) edges.push({x: x + 0.5, y: y + 0.5});
    }
    if (pixels.length < LEAST_PIXELS || likelihood / pixels.length < REGION) continue;
    const region = grown(smallestRectangle(edges));
    if (region.width > region.height) regions.push(region);
  }
  return regions;
}

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

function grown(region: TextRegion): TextRegion {
  const {width, height} = region;
  const by = (GROWTH * width * height) / (2 * (width + height));
  return {...region, width: width + 2 * by, height: height + 2 * by};
}

/** The smallest rectangle around the points; one of its sides lies on their convex hull. */
function smallestRectangle(points: Point[]): TextRegion {
  const hull = convexHull(points);
  let best: TextRegion | undefined;
  for (const [i, from] of hull.entries()) {
    const to = hull[(i + 1) % hull.length]!;
    const quarter = Math.PI / 2;
    const direction = Math.atan2(to.y - from.y, to.x - from.x);
    const angle = direction - Math.round(direction / quarter) * quarter;
    const around = enclosing(hull, angle);
    if (!best || around.width * around.height < best.width * best.height) best = around;
  }
  return best ?? enclosing(points, 0);
}

function enclosing(points: Point[], angle: number): TextRegion {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const {x, y} of points) {
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    width: right - left + 1,
    height: bottom - top + 1,
    angle,
  };
}

/** Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (from: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of from) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const turn = (a: Point, b: Point, c: Point): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
