import {expect} from '@open-wc/testing';
import {chosenFile, LARGEST_CHOSEN} from '../../../src/worker/chosen/chosen-file.js';

const {signal} = new AbortController();
const chosen = (file: Blob) => chosenFile(file, crypto.subtle, signal);

/** A picture of 40 by 30 pixels. */
async function picture(type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [40, 30];
  canvas.getContext('2d')?.fillRect(5, 5, 10, 10);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), type));
}

const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs='), (letter) =>
  letter.charCodeAt(0),
);

describe('a file that a person has chosen', () => {
  for (const type of ['image/jpeg', 'image/png'] as const) {
    it(`stays as it is: ${type}, also under a wrong type`, async () => {
      const given = await picture(type);
      for (const file of [given, new Blob([given], {type: 'text/plain'})]) {
        const ready = await chosen(file);
        if (ready.name !== 'ready') return expect.fail(ready.why);
        expect(ready.mediaType).to.equal(type);
        expect(ready.blob.type).to.equal(type);
        expect(ready.imported).to.eql({});
        const bytes = new Uint8Array(await ready.blob.arrayBuffer());
        expect(bytes).to.eql(new Uint8Array(await given.arrayBuffer()));
        expect(ready.quality?.meanLuminance).to.be.within(0, 1);
      }
    });
  }

  it('is stored as it was checked, also if the file changes or goes meanwhile', async () => {
    const checked = await picture('image/png');
    const file = new File(['what was written to the memory card later'], 'photo.png');
    file.arrayBuffer = () => checked.arrayBuffer();
    const ready = await chosen(file);
    if (ready.name !== 'ready') return expect.fail(ready.why);
    expect(new Uint8Array(await ready.blob.arrayBuffer())).to.eql(
      new Uint8Array(await checked.arrayBuffer()),
    );
  });

  it('stays as it is with too many pixels to be measured, and is refused if it would have to be converted', async () => {
    const ofPixels = (file: Blob, most: number) => chosenFile(file, crypto.subtle, signal, most);
    const large = await ofPixels(await picture('image/jpeg'), 40 * 30 - 1);
    if (large.name !== 'ready') return expect.fail(large.why);
    expect([large.mediaType, large.quality]).to.eql(['image/jpeg', undefined]);
    const animated = new Blob([gif], {type: 'image/gif'});
    expect(await ofPixels(animated, 0)).to.eql({name: 'refused', why: 'too-many-pixels'});
  });

  it('becomes a JPEG of the same size if it is another picture, and names its type and hash', async () => {
    const ready = await chosen(new Blob([gif], {type: 'image/gif'}));
    if (ready.name !== 'ready') return expect.fail(ready.why);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', gif));
    const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(ready.mediaType).to.equal('image/jpeg');
    expect(ready.imported).to.eql({original: {mediaType: 'image/gif', sha256}});
    expect(ready.lost).to.eql([]);
    const {width, height} = await createImageBitmap(ready.blob);
    expect([width, height]).to.eql([1, 1]);
  });

  it('is refused if it is empty, too large, no photo, damaged, or of a kind that the browser cannot open', async () => {
    const whole = await picture('image/png');
    const heic = new Blob(['\0\0\0\x18ftypheic\0\0\0\0mif1heic', new Uint8Array(100)]);
    const large = new Blob([new Uint8Array(LARGEST_CHOSEN + 1)]);
    const why = async (file: Blob) => {
      const answer = await chosen(file);
      return answer.name === 'refused' ? answer.why : answer.name;
    };
    expect(await why(new Blob([], {type: 'image/jpeg'}))).to.equal('empty');
    expect(await why(large)).to.equal('too-large');
    expect(await why(new Blob(['text'], {type: 'text/plain'}))).to.equal('no-photo');
    expect(await why(new Blob(['text'], {type: 'image/jpeg'}))).to.equal('no-photo');
    expect(await why(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))).to.equal('no-photo');
    expect(await why(new Blob(['\0\0\0\x18ftypisom', new Uint8Array(90)]))).to.equal('no-photo');
    expect(await why(whole.slice(0, 60, 'image/png'))).to.equal('damaged');
    expect(await why(heic)).to.equal('unreadable');
  });
});
