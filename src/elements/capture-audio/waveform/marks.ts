/** The bookmarks of a recording, as far as they are known. */
export interface Marks {
  /** Seconds. */
  bookmarks?: readonly number[];
  /** The name of each; empty for none. */
  bookmarkNames?: readonly string[];
}

/** CSS pixels. */
const FONT_SIZE = 12;
/** Less room than this many letters shows nothing of a name. */
const FEWEST_LETTERS = 4;

/**
 * Draws a line with a head at each bookmark, in the colour that is set, and its name beside it as far as there is room until
 * the next one. `ratio` has the canvas pixels of a CSS pixel; `leftOf` returns the left edge of a place.
 */
export function drawMarks(
  context: CanvasRenderingContext2D,
  {bookmarks: places = [], bookmarkNames: names = []}: Marks,
  {barWidth, ratio}: {barWidth: number; ratio: number},
  leftOf: (seconds: number) => number,
) {
  const {width, height} = context.canvas;
  const lefts = places.map(leftOf);
  const size = Math.round(FONT_SIZE * ratio);
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  for (const [index, left] of lefts.entries()) {
    const end = Math.min(width, lefts[index + 1] ?? width);
    // Neither the line nor the name is in the picture. Most marks of a long recording are not, and measuring takes time.
    if (left > width + barWidth || (end < 0 && left < -2 * barWidth)) continue;
    const start = left + 3 * barWidth;
    const room = end - start - 2 * barWidth;
    const name = fitting(context, names[index] ?? '', room, size);
    if (name) {
      // Bars behind the letters would make them hard to read.
      context.clearRect(start - barWidth, 0, context.measureText(name).width + 2 * barWidth, size);
      context.fillText(name, start, 0);
    }
    context.fillRect(left, 0, barWidth, height);
    context.fillRect(left - barWidth, 0, 3 * barWidth, 3 * barWidth);
  }
}

/** The name, or its beginning with an ellipsis; undefined if there is no room for it. */
function fitting(context: CanvasRenderingContext2D, name: string, room: number, size: number) {
  const isWithin = (text: string) => context.measureText(text).width <= room;
  if (!name || isWithin(name)) return name;
  if (room < (FEWEST_LETTERS * size) / 2) return undefined;
  const letters = [...name];
  const beginning = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`;
  // The longest beginning that fits, searched by halves: it is drawn many times a second.
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const count = (fits + tooMany) >> 1;
    if (isWithin(beginning(count))) fits = count;
    else tooMany = count;
  }
  return fits > 0 ? beginning(fits) : undefined;
}
