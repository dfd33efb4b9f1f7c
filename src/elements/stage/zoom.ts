/** Scale and position of a picture that fits its stage; `x` and `y` in CSS pixels from the stage's center. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

/** A size in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

export const fitted: Zoom = {scale: 1, x: 0, y: 0};
/** The scale after a double tap. */
export const ENLARGED = 2.5;
/** The largest scale of a picture whose pixels nobody needs to see one by one. */
const MOST = 8;
/** Device pixels of one pixel of the picture, up to which it can be enlarged to see its pixels one by one. */
const LARGEST_PIXEL = 4;

/** The scale at which the whole picture fills the stage, in CSS pixels for each of its pixels. */
export const fitOf = (stage: Size, picture: Size): number =>
  Math.min(stage.width / picture.width, stage.height / picture.height);

/** The largest scale of a picture whose pixels can be seen one by one. */
export const mostFor = (stage: Size, picture: Size): number =>
  Math.max(MOST, LARGEST_PIXEL / (fitOf(stage, picture) * devicePixelRatio));

/** Enlarges by the factor, and keeps the point, relative to the stage's center, in place. */
export function zoomedBy(zoom: Zoom, factor: number, at = {x: 0, y: 0}, most = MOST): Zoom {
  const scale = Math.min(most, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return {scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown};
}

export const movedBy = ({scale, x, y}: Zoom, dx: number, dy: number): Zoom => ({
  scale,
  x: x + dx,
  y: y + dy,
});

/** Limits the position, so that the picture leaves no empty space on one side only. */
export function within(zoom: Zoom, stage: Size, picture: Size): Zoom {
  const {scale, x, y} = zoom;
  const fit = fitOf(stage, picture);
  const limited = (offset: number, shown: number, room: number) => {
    const most = Math.max(0, (shown - room) / 2);
    return Math.min(most, Math.max(-most, offset));
  };
  return {
    scale,
    x: limited(x, picture.width * fit * scale, stage.width),
    y: limited(y, picture.height * fit * scale, stage.height),
  };
}
