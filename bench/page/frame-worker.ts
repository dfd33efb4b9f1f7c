// The fastest possible path for a picture: a camera frame that is drawn and encoded in a worker.
import {JPEG_QUALITY} from '../../src/ports/camera/picture.js';

let canvas: OffscreenCanvas | undefined;

self.addEventListener('message', ({data: frame}: MessageEvent<VideoFrame>) => {
  void encode(frame);
});

async function encode(frame: VideoFrame): Promise<void> {
  const {displayWidth: width, displayHeight: height} = frame;
  canvas ??= new OffscreenCanvas(width, height);
  canvas.getContext('2d', {alpha: false})?.drawImage(frame, 0, 0, width, height);
  frame.close();
  self.postMessage(await canvas.convertToBlob({type: 'image/jpeg', quality: JPEG_QUALITY}));
}
