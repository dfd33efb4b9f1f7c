/** What the picture of a closing record says. */
export interface ClosingWords {
  title: string;
  /** The page's own name for the job, in whatever language and of any length. */
  job: string;
  moment: string;
  note: string;
  /** The language of the other texts, as a tag of BCP 47. */
  language: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
/** Line height, as a multiple of the font's size. */
const LEADING = 1.35;
/** Sizes of the job's name: the first one with which it fits. */
const JOB_SIZES = [72, 60, 48, 40, 34, 28, 24, 20];
const QUALITY = 0.9;

/**
 * Draws the picture of a closing record as a JPEG. It says only what stays true: what the job consists of is in the seal of the
 * picture.
 */
export async function closingPicture(words: ClosingWords): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: WIDTH,
    height: HEIGHT,
    // Chinese characters have other shapes in Japanese.
    lang: words.language,
  });
  const context = canvas.getContext('2d');
  if (context) draw(context, words);
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (!picture) throw new DOMException('No picture could be drawn.', 'EncodingError');
  return picture;
}

function draw(context: CanvasRenderingContext2D, {title, job, moment, note}: ClosingWords) {
  const isRightToLeft = directionOf(title) === 'rtl';
  const width = WIDTH - 2 * MARGIN;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = '#c3c9d2';
  context.lineWidth = 4;
  context.strokeRect(32, 32, WIDTH - 64, HEIGHT - 64);
  context.textBaseline = 'top';
  context.textAlign = isRightToLeft ? 'right' : 'left';
  const write = (text: string, top: number, size: number, colour: string, weight = 400) => {
    const lines = linesOf(context, text, width, size, weight);
    context.fillStyle = colour;
    // Each text has its own direction, and all have the edge of the title.
    context.direction = directionOf(text);
    for (const [index, line] of lines.entries()) {
      const x = isRightToLeft ? WIDTH - MARGIN : MARGIN;
      context.fillText(line.trim(), x, top + index * size * LEADING);
    }
  };
  const heightOf = (text: string, size: number, weight = 400): number =>
    linesOf(context, text, width, size, weight).length * size * LEADING;
  write(title, MARGIN, 34, '#565d69', 600);
  const noteTop = HEIGHT - MARGIN - heightOf(note, 28);
  const momentTop = noteTop - 16 - heightOf(moment, 32);
  write(moment, momentTop, 32, '#14171c');
  write(note, noteTop, 28, '#565d69');
  const [top, bottom] = [MARGIN + heightOf(title, 34, 600) + 12, momentTop - 24];
  const size = JOB_SIZES.find((one) => heightOf(job, one, 700) <= bottom - top) ?? 16;
  write(job, (top + bottom - heightOf(job, size, 700)) / 2, size, '#14171c', 700);
}

/** Breaks a text between its words; a word that is wider than a line, and a text without spaces, between characters. */
function linesOf(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
  size: number,
  weight: number,
): string[] {
  context.font = `${weight} ${size}px system-ui, sans-serif`;
  const isTooWide = (line: string) => context.measureText(line.trim()).width > width;
  const lines = [''];
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (!isTooWide(lines.at(-1) + word)) lines[lines.length - 1] += word;
    else if (!isTooWide(word)) lines.push(word);
    else {
      for (const character of charactersOf(word)) {
        const line = lines.at(-1) + character;
        // A line never begins with a closing mark, which may be in the margin instead.
        if (isTooWide(line) && !/^[\p{Pe}\p{Pf}\p{Po}]+\s*$/u.test(character))
          lines.push(character);
        else lines[lines.length - 1] = line;
      }
    }
  }
  return lines.filter(Boolean);
}

/** Characters as a person sees them: an accent or a skin tone is part of the one before it. */
function charactersOf(word: string): string[] {
  const segments = new Intl.Segmenter(undefined, {granularity: 'grapheme'}).segment(word);
  return Array.from(segments, ({segment}) => segment);
}

/** The direction of the first letter, as of `dir="auto"`. */
const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  )
    ? 'rtl'
    : 'ltr';
