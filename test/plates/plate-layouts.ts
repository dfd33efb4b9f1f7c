import type {Random} from './random.js';

/** The design of a plate, seen from the front. */
export interface PlateLayout {
  country: 'DE' | 'GB' | 'FR' | 'US';
  /** Ratio of width to height. */
  aspect: number;
  patterns: readonly string[];
  draw(pen: OffscreenCanvasRenderingContext2D, plate: {text: string; font: string}): void;
}

/** Condensed and bold fonts of Debian, each with a fallback that every system has. */
const fonts = [
  '"Liberation Sans Narrow", "Arial Narrow", sans-serif',
  '"DejaVu Sans Condensed", sans-serif',
  '"Nimbus Sans Narrow", "Arial Narrow", sans-serif',
  '"Liberation Sans", Arial, sans-serif',
  '"URW Gothic", sans-serif',
] as const;

export const plateFont = (random: Random): string => random.pick(fonts);

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Writes text that fills the area's height, limited by its width. The area is given as fractions of the plate's size.
 */
function write(
  pen: OffscreenCanvasRenderingContext2D,
  text: string,
  font: string,
  {left, right, top, bottom}: Area,
): void {
  const {width, height} = pen.canvas;
  // The height of capital letters is about 0.72 of the font size.
  const size = ((bottom - top) * height) / 0.72;
  pen.font = `bold ${size}px ${font}`;
  const room = (right - left) * width;
  const stretch = Math.min(1.15, room / pen.measureText(text).width);
  pen.save();
  pen.translate(((left + right) / 2) * width, bottom * height);
  pen.scale(stretch, 1);
  pen.textAlign = 'center';
  pen.fillText(text, 0, 0);
  pen.restore();
}

function board(pen: OffscreenCanvasRenderingContext2D, colour: string, ink: string): void {
  const {width, height} = pen.canvas;
  const line = height * 0.03;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = ink;
  pen.lineWidth = line;
  pen.strokeRect(line, line, width - 2 * line, height - 2 * line);
  pen.fillStyle = ink;
}

/** The blue band at one end with the letter of the country or region. */
function band(pen: OffscreenCanvasRenderingContext2D, letter: string, from = 0): void {
  const {width, height} = pen.canvas;
  const {fillStyle} = pen;
  pen.fillStyle = '#0b3b9c';
  pen.fillRect(from * width, 0, 0.085 * width, height);
  pen.fillStyle = '#f4d000';
  for (let star = 0; star < 12; star++) {
    const angle = (star / 12) * 2 * Math.PI;
    const [x, y] = [Math.cos(angle) * 0.025, Math.sin(angle) * 0.11];
    pen.fillRect((from + 0.042 + x) * width, (0.28 + y) * height, height / 30, height / 30);
  }
  pen.fillStyle = '#fff';
  write(pen, letter, 'sans-serif', {left: from, right: from + 0.085, top: 0.62, bottom: 0.85});
  pen.fillStyle = fillStyle;
}

export const layouts: readonly PlateLayout[] = [
  {
    country: 'DE',
    aspect: 520 / 110,
    patterns: ['A AA 000', 'AA A 0000', 'AAA AA 000', 'AA AA 000E', 'A A 0000'],
    draw(pen, {text, font}) {
      board(pen, '#fbfbf8', '#16161a');
      band(pen, 'D');
      const [district = '', letters = '', digits = ''] = text.split(' ');
      const middle = 0.13 + 0.1 * district.length;
      write(pen, district, font, {left: 0.11, right: middle, top: 0.18, bottom: 0.84});
      const {fillStyle} = pen;
      const {width, height} = pen.canvas;
      for (const [colour, y] of [
        ['#7d4a9a', 0.3],
        ['#9aa3ab', 0.68],
      ] as const) {
        pen.fillStyle = colour;
        pen.beginPath();
        pen.arc((middle + 0.04) * width, y * height, 0.13 * height, 0, 7);
        pen.fill();
      }
      pen.fillStyle = fillStyle;
      const rest = {left: middle + 0.085, right: 0.97, top: 0.18, bottom: 0.84};
      write(pen, `${letters} ${digits}`, font, rest);
    },
  },
  {
    country: 'GB',
    aspect: 520 / 111,
    patterns: ['BB00 BBB'],
    draw(pen, {text, font}) {
      board(pen, text.charCodeAt(0) % 2 ? '#f6c400' : '#f7f7f2', '#101010');
      write(pen, text, font, {left: 0.05, right: 0.95, top: 0.16, bottom: 0.84});
    },
  },
  {
    country: 'FR',
    aspect: 520 / 110,
    patterns: ['BB-000-BB'],
    draw(pen, {text, font}) {
      board(pen, '#f9f9f6', '#141418');
      band(pen, 'F');
      band(pen, String(10 + (text.charCodeAt(1) % 80)), 0.915);
      write(pen, text, font, {left: 0.11, right: 0.89, top: 0.18, bottom: 0.84});
    },
  },
  {
    country: 'US',
    aspect: 2,
    patterns: ['0AAA000', 'AAA 0000', 'AAA-0000', 'AA 00000'],
    draw(pen, {text, font}) {
      const [state, motto, colour, ink] = [
        ['CALIFORNIA', 'dmv.ca.gov', '#fafafa', '#1d2a63'],
        ['NEW YORK', 'EXCELSIOR', '#f2f2ee', '#14305e'],
        ['TEXAS', 'The Lone Star State', '#eef1f4', '#161616'],
        ['OREGON', 'Pacific Wonderland', '#dfeaf5', '#0d2f22'],
      ][text.charCodeAt(2) % 4] as [string, string, string, string];
      board(pen, colour, ink);
      write(pen, state, 'sans-serif', {left: 0.2, right: 0.8, top: 0.09, bottom: 0.2});
      write(pen, text, font, {left: 0.06, right: 0.94, top: 0.31, bottom: 0.75});
      write(pen, motto, 'sans-serif', {left: 0.3, right: 0.7, top: 0.84, bottom: 0.92});
    },
  },
];
