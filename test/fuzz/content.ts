/** Boxes that no seal of an ISO base media file protects; `uuid` if it is that of the seal. */
const UNPROTECTED = ['ftyp', 'free', 'skip', 'mfra'];
const C2PA_BOX = 'd8fec3d61b0e483c92975828877ec481';

/** The boxes of an ISO base media file that its seal protects. */
export function bmffContent(file: Uint8Array): Uint8Array {
  const all = Buffer.from(file);
  const kept: Uint8Array[] = [];
  for (let at = 0; at < all.length;) {
    const short = at + 8 <= all.length ? all.readUInt32BE(at) : 0;
    const large =
      short === 1 && at + 16 <= all.length ? Number(all.readBigUInt64BE(at + 8)) : short;
    const size = large < 8 ? all.length - at : large;
    const type = all.toString('latin1', at + 4, at + 8);
    const isSeal = type === 'uuid' && all.toString('hex', at + 8, at + 24) === C2PA_BOX;
    if (!isSeal && !UNPROTECTED.includes(type)) kept.push(all.subarray(at, at + size));
    at += size;
  }
  return Buffer.concat(kept);
}
