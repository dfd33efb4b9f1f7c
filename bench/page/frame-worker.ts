// The fastest possible path for a picture: a camera frame that is drawn and encoded in a worker and, if asked, stored.
import {openDB, type IDBPDatabase} from 'idb';
import {JPEG_QUALITY} from '../../src/ports/camera/picture.js';

/** `isStored`: the picture is announced after IndexedDB has written it to the disk, as the element promises. */
export interface FrameRequest {
  frame: VideoFrame;
  isStored: boolean;
}

let canvas: OffscreenCanvas | undefined;
let opening: Promise<IDBPDatabase> | undefined;

self.addEventListener('message', ({data}: MessageEvent<FrameRequest>) => {
  void encode(data);
});

async function encode({frame, isStored}: FrameRequest): Promise<void> {
  const {displayWidth: width, displayHeight: height} = frame;
  canvas ??= new OffscreenCanvas(width, height);
  canvas.getContext('2d', {alpha: false})?.drawImage(frame, 0, 0, width, height);
  frame.close();
  const blob = await canvas.convertToBlob({type: 'image/jpeg', quality: JPEG_QUALITY});
  if (isStored) await store(blob);
  self.postMessage(blob);
}

async function store(blob: Blob): Promise<void> {
  const database = await (opening ??= openDB('bare-pictures', 1, {
    upgrade(created) {
      created.createObjectStore('pictures', {autoIncrement: true});
    },
  }));
  const transaction = database.transaction('pictures', 'readwrite', {durability: 'strict'});
  await Promise.all([transaction.store.add(blob), transaction.done]);
}
