import type {Random} from './random.js';

interface Street {
  random: Random;
  /** Center of the plate. */
  centre: {x: number; y: number};
  /** In pixels; the car is drawn to its scale. */
  plateWidth: number;
}

/** Paints a street with houses, a shop sign, a lawn and a car from behind: lines and letters that are not a plate. */
export function paintStreet(
  pen: OffscreenCanvasRenderingContext2D,
  {random, centre, plateWidth}: Street,
): void {
  const {width, height} = pen.canvas;
  const horizon = height * 0.45;
  const sky = pen.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, '#7fa6cf');
  sky.addColorStop(1, '#dbe5ee');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, horizon);
  pen.fillStyle = '#6f7174';
  pen.fillRect(0, horizon, width, height - horizon);
  houses(pen, random, horizon);
  pen.fillStyle = '#4e6b37';
  for (let blade = 0; blade < 900; blade++) {
    const x = random.between(0, width);
    pen.fillRect(x, horizon + random.between(-6, 30), 3, random.between(6, 22));
  }
  sign(pen, random);
  car(pen, random, centre, plateWidth);
}

function houses(pen: OffscreenCanvasRenderingContext2D, random: Random, horizon: number): void {
  const {width} = pen.canvas;
  for (let x = 0; x < width;) {
    const wide = random.between(150, 320);
    const high = random.between(0.5, 0.95) * horizon;
    pen.fillStyle = `hsl(${random.between(10, 50)} ${random.between(10, 40)}% ${random.between(45, 75)}%)`;
    pen.fillRect(x, horizon - high, wide, high);
    pen.fillStyle = '#39424d';
    for (let y = horizon - high + 20; y < horizon - 50; y += 70) {
      for (let window = x + 18; window < x + wide - 40; window += 62) {
        pen.fillRect(window, y, 34, 44);
      }
    }
    x += wide;
  }
}

/** Letters and digits that do not belong to a car. */
function sign(pen: OffscreenCanvasRenderingContext2D, random: Random): void {
  const {width, height} = pen.canvas;
  const text = random.pick(['BAKERY', 'AUTOHAUS 24', 'PHARMACIE', 'OPEN 9-18', 'CAFE', 'PARKING']);
  const x = random.between(0.02, 0.7) * width;
  const y = random.between(0.08, 0.25) * height;
  pen.fillStyle = random.pick(['#8c1f1f', '#1f4f8c', '#226b3a']);
  pen.fillRect(x, y, width * 0.2, height * 0.06);
  pen.fillStyle = '#fff';
  pen.font = `bold ${height * 0.042}px sans-serif`;
  pen.textAlign = 'left';
  pen.fillText(text, x + 12, y + height * 0.045, width * 0.19);
}

function car(
  pen: OffscreenCanvasRenderingContext2D,
  random: Random,
  {x, y}: {x: number; y: number},
  plateWidth: number,
): void {
  const unit = plateWidth;
  const hue = random.between(0, 360);
  const paint = pen.createLinearGradient(0, y - 2 * unit, 0, y + unit);
  const light = random.between(20, 60);
  paint.addColorStop(0, `hsl(${hue} 35% ${light + 20}%)`);
  paint.addColorStop(0.5, `hsl(${hue} 40% ${light}%)`);
  paint.addColorStop(1, `hsl(${hue} 45% ${light - 12}%)`);
  pen.fillStyle = '#111';
  pen.fillRect(x - 1.65 * unit, y + 0.3 * unit, 0.45 * unit, 0.75 * unit);
  pen.fillRect(x + 1.2 * unit, y + 0.3 * unit, 0.45 * unit, 0.75 * unit);
  pen.fillStyle = paint;
  pen.beginPath();
  pen.roundRect(x - 1.75 * unit, y - 0.95 * unit, 3.5 * unit, 1.7 * unit, 0.25 * unit);
  pen.roundRect(x - 1.35 * unit, y - 1.9 * unit, 2.7 * unit, 1.2 * unit, 0.4 * unit);
  pen.fill();
  pen.fillStyle = '#20272e';
  pen.beginPath();
  pen.roundRect(x - 1.15 * unit, y - 1.75 * unit, 2.3 * unit, 0.7 * unit, 0.2 * unit);
  pen.fill();
  pen.fillStyle = '#a3161a';
  for (const side of [-1.7, 1.25]) {
    pen.beginPath();
    pen.roundRect(x + side * unit, y - 0.6 * unit, 0.45 * unit, 0.35 * unit, 0.08 * unit);
    pen.fill();
  }
  pen.fillStyle = '#1b1c1e';
  pen.fillRect(x - 1.7 * unit, y + 0.45 * unit, 3.4 * unit, 0.22 * unit);
  pen.fillStyle = '#c9ccd0';
  pen.font = `bold ${0.12 * unit}px sans-serif`;
  pen.textAlign = 'left';
  pen.fillText(
    random.pick(['320d', 'GTI', '1.6 TDI', 'HYBRID', 'S60']),
    x + 0.9 * unit,
    y - 0.7 * unit,
  );
}
