const COMMENT = 0xfe;
const LARGEST_COMMENT = 0xffff - 2;

const comment = (bytes: Uint8Array<ArrayBuffer>): BlobPart[] => {
  const length = bytes.length + 2;
  return [Uint8Array.of(0xff, COMMENT, length >> 8, length & 0xff), bytes];
};
const random = (length: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(length));

let encoded: Promise<Blob> | undefined;
let filler: BlobPart[] = [];

/** A real picture with comments of random bytes, so that each picture is different and has the requested size. */
export async function picture(size: number): Promise<Blob> {
  encoded ??= encode();
  const shown = await encoded;
  const comments = Math.ceil(size / LARGEST_COMMENT);
  while (filler.length < 2 * comments) filler.push(...comment(random(LARGEST_COMMENT)));
  filler = filler.slice(0, 2 * comments);
  const parts = [shown.slice(0, 2), ...comment(random(32)), ...filler, shown.slice(2)];
  return new Blob(parts, {type: shown.type});
}

function encode(): Promise<Blob> {
  const canvas = new OffscreenCanvas(16, 16);
  canvas.getContext('2d')?.fillRect(2, 2, 9, 9);
  return canvas.convertToBlob({type: 'image/jpeg'});
}
