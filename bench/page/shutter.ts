// Takes pictures of one camera on three paths in turn, and marks each on the page's timeline.
import {JPEG_QUALITY} from '../../src/ports/camera/picture.js';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {FrameRequest} from './frame-worker.js';
import {liveElement, next, pause, preview, until, type Options} from './capture-element.js';

/**
 * element: from the shutter to `capture`. review: the same with `review`, without the time that the person takes to answer.
 * canvas: draw and toBlob. frame: a VideoFrame that is encoded in a worker. stored: the same, then stored in IndexedDB.
 */
export type Path = 'element' | 'review' | 'canvas' | 'frame' | 'stored';

export interface Picture {
  milliseconds: number;
  bytes: number;
}

/** `over` resolves when all work for the picture is done. `waited`: milliseconds in which the person was awaited. */
type Shoot = () => Promise<{blob: Blob; at: number; over?: Promise<unknown>; waited?: number}>;

/** Time in milliseconds that is enough to draw the thumbnail of the last picture. */
const QUIET_MS = 200;

/** Time in milliseconds in which a person reads the question: answers before are ignored. */
const READING_MS = 400;

const nextFrame = (video: HTMLVideoElement): Promise<unknown> =>
  new Promise((resolve) => video.requestVideoFrameCallback(resolve));

function canvasPath(video: HTMLVideoElement): Shoot {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d', {alpha: false});
  return () =>
    new Promise((resolve, reject) => {
      context?.drawImage(video, 0, 0);
      canvas.toBlob(
        (blob) => {
          if (blob) resolve({blob, at: performance.now()});
          else reject(new Error('no JPEG'));
        },
        'image/jpeg',
        JPEG_QUALITY,
      );
    });
}

function framePath(video: HTMLVideoElement, isStored: boolean): Shoot {
  const worker = new Worker('/bench/frame-worker.js', {type: 'module'});
  return () =>
    new Promise((resolve) => {
      worker.onmessage = ({data}: MessageEvent<Blob>) => {
        resolve({blob: data, at: performance.now()});
      };
      const frame = new VideoFrame(video);
      worker.postMessage({frame, isStored} satisfies FrameRequest, [frame]);
    });
}

function elementPath(element: CaptureImage): Shoot {
  return async () => {
    const captured = next(element, 'capture');
    const over = next(element, 'protected');
    void element.takePicture();
    const {detail, at} = await captured;
    return {blob: detail.blob, at, over};
  };
}

function reviewPath(element: CaptureImage): Shoot {
  const use = () =>
    [...(element.shadowRoot?.querySelectorAll('*') ?? [])]
      .map(({shadowRoot}) => shadowRoot?.querySelector<HTMLElement>('.use'))
      .find(Boolean);
  return async () => {
    element.review = true;
    const captured = next(element, 'capture');
    const over = next(element, 'protected');
    await element.takePicture();
    const stored = performance.now();
    await until(() => Boolean(use()));
    await pause(READING_MS);
    const answered = performance.now();
    use()?.click();
    const {detail, at} = await captured;
    element.review = false;
    return {blob: detail.blob, at, over, waited: answered - stored};
  };
}

class ShutterBench {
  #paths?: Record<Path, Shoot>;
  #video?: HTMLVideoElement;

  async start(options: Options): Promise<{width: number; height: number}> {
    const element = await liveElement(options);
    const video = preview(element);
    if (!video) throw new Error('The element shows no camera.');
    this.#video = video;
    this.#paths = {
      element: elementPath(element),
      review: reviewPath(element),
      canvas: canvasPath(video),
      frame: framePath(video, false),
      stored: framePath(video, true),
    };
    return {width: video.videoWidth, height: video.videoHeight};
  }

  /** Takes one picture on each of these paths, between the marks `NAME-start` and `NAME-end` on the timeline. */
  async round(names: readonly Path[]): Promise<[Path, Picture][]> {
    const [paths, video] = [this.#paths, this.#video];
    if (!paths || !video) throw new Error('Start first.');
    const shoot = async (path: Path): Promise<Picture> => {
      // Each starts with a new frame, in a separate task, after the work of the last one is done.
      await pause(QUIET_MS);
      await nextFrame(video);
      await pause(0);
      performance.mark(`${path}-start`);
      const start = performance.now();
      const {blob, at, over, waited = 0} = await paths[path]();
      performance.mark(`${path}-end`);
      await over;
      return {milliseconds: at - start - waited, bytes: blob.size};
    };
    const pictures: [Path, Picture][] = [];
    for (const name of names) pictures.push([name, await shoot(name)]);
    return pictures;
  }
}

export type {ShutterBench};
Object.assign(globalThis, {bench: new ShutterBench()});
