import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {fill, layOut} from '@sealed-capture/seal/containers/layout.js';
import {bytes, sources} from '../../../seal/test/sources.js';
import {differenceOutsideStore} from './rest.js';

/** As much of a manifest store as says that it is one. */
function storeOf(size: number): Buffer {
  const store = Buffer.alloc(size);
  store.writeUInt32BE(size, 0);
  store.write('jumb', 4, 'latin1');
  store.writeUInt32BE(30, 8);
  store.write('jumd', 12, 'latin1');
  Buffer.from('6332706100110010800000aa00389b71', 'hex').copy(store, 16);
  store.write('\x03c2pa\0', 32, 'latin1');
  return store.fill(0x5a, 38);
}

const SIZE = 70_000;
const sealed = (media: Uint8Array, mediaType: SealableMediaType, filling = 0x5a): Buffer => {
  const store = storeOf(SIZE).fill(filling, 100);
  return Buffer.concat(fill(layOut(Buffer.from(media), mediaType, SIZE), store));
};

/** Sealing has left out the extended header and the footer of a tag: no matter for the judge. */
const kept = sources.filter(({name}) => !/extended header|footer/.test(name));

describe('The judge of the bytes outside of a seal', () => {
  for (const {name, media, mediaType} of kept) {
    const before = Buffer.from(media);

    it(`finds no difference where only a store was added or replaced (${name})`, () => {
      const one = sealed(media, mediaType);
      const other = sealed(media, mediaType, 0x33);
      assert.equal(differenceOutsideStore(mediaType, before, one), undefined);
      assert.equal(differenceOutsideStore(mediaType, one, other), undefined);
    });

    it(`finds every byte that was changed, lost or added (${name})`, () => {
      const good = sealed(media, mediaType);
      const store = good.indexOf('jumb');
      const step = Math.max(1, Math.floor(before.length / 300));
      let tried = 0;
      // The first bytes have lengths, which are left to the inspection: it must be valid.
      for (let at = before.length - 1; at > 40; at -= step) {
        const isBefore = at + 40 < store;
        const found = isBefore ? at : good.length - before.length + at;
        if (!isBefore && found < store + SIZE) continue;
        tried++;
        const changed = Buffer.from(good);
        changed[found]! ^= 1;
        const lost = Buffer.concat([good.subarray(0, found), good.subarray(found + 1)]);
        const added = Buffer.concat([good.subarray(0, found), good.subarray(found - 1)]);
        for (const [what, file] of Object.entries({changed, lost, added})) {
          assert.ok(differenceOutsideStore(mediaType, before, file), `${what} at ${at}`);
        }
      }
      assert.ok(tried > 100, `${tried}`);
    });
  }

  const text = (id: string, value: string) =>
    bytes(id, [0, 0, 0, value.length + 1, 0, 0, 0], value);
  const tag = (version: number, frames: Uint8Array[], padding = 20) => {
    const body = bytes(...frames, new Uint8Array(padding));
    return bytes('ID3', [version, 0, 0, 0, 0, body.length >> 7, body.length & 0x7f], body);
  };
  const audio = bytes([0xff, 0xfb, 0x90, 0x64], new Uint8Array(413));
  const [artist, title] = [text('TPE1', 'An artist'), text('TIT2', 'A title')];
  const before = Buffer.from(bytes(tag(3, [artist, title]), audio));
  const rewritten: [what: string, file: Uint8Array][] = [
    ['another version of the tag', bytes(tag(4, [artist, title]), audio)],
    ['another order of the frames', bytes(tag(3, [title, artist]), audio)],
    ['a frame that is missing', bytes(tag(3, [artist]), audio)],
    ['padding that is missing', bytes(tag(3, [artist, title], 16), audio)],
    ['a tag that is missing', audio],
  ];
  for (const [what, file] of rewritten) {
    it(`finds ${what} in an MP3`, () => {
      const after = sealed(file, 'audio/mpeg');
      assert.ok(differenceOutsideStore('audio/mpeg', before, Buffer.from(file)));
      assert.ok(differenceOutsideStore('audio/mpeg', before, after));
    });
  }
});
