import {expect, waitUntil} from '@open-wc/testing';
import {LitElement} from 'lit';
import {RowPictures} from '../../../src/elements/seal-inspector/intake/row-pictures.js';
import type {FilePreviews} from '../../../src/elements/seal-inspector/preview/preview.js';
import {fileNamed} from './fixture.js';

/** A decoder that never comes to an end; records what it was asked for. */
class Endless {
  readonly asked: {file: Blob; signal?: AbortSignal}[] = [];
  readonly draw: FilePreviews['draw'] = (file, signal) => {
    this.asked.push({file, signal});
    return new Promise(() => {});
  };
}

const decoder = new Endless();
class Rows extends LitElement {
  readonly pictures = new RowPictures(this, decoder);
}
customElements.define('rows-with-pictures', Rows);

/** A list of two files, of which one is in view. */
function listed() {
  const rows = document.createElement('rows-with-pictures') as Rows;
  const box = document.createElement('div');
  box.style.cssText = 'block-size: 60px; overflow: auto';
  const [first, second] = [fileNamed('a.jpg'), fileNamed('b.jpg')];
  for (const file of [first, second]) {
    const row = document.createElement('div');
    row.style.blockSize = '400px';
    row.append(rows.pictures.of(file));
    box.append(row);
  }
  document.body.append(rows, box);
  const remove = () => [rows, box].forEach((element) => element.remove());
  return {rows, box, first, second, remove};
}
const asked = (file: Blob) => decoder.asked.filter((one) => one.file === file);

describe('pictures in the rows of a list', () => {
  it('are decoded while their row is in view, and no longer', async () => {
    const {box, first, second, remove} = listed();
    await waitUntil(() => asked(first).length === 1, 'the first is in view');
    expect(asked(second)).to.have.length(0);
    box.scrollTo(0, 400);
    await waitUntil(() => asked(second).length === 1, 'now the second is');
    expect(asked(first)[0]?.signal?.aborted, 'nobody waits for the first').to.equal(true);
    box.scrollTo(0, 0);
    await waitUntil(() => asked(first).length === 2, 'again');
    remove();
  });

  it('are called off when the list leaves the page, and made anew when it comes back', async () => {
    const {rows, first, remove} = listed();
    await waitUntil(() => asked(first).length === 1, 'it is in view');
    const before = rows.pictures.of(first);
    rows.remove();
    expect(asked(first)[0]?.signal?.aborted).to.equal(true);
    document.body.append(rows);
    const after = rows.pictures.of(first);
    expect(after).to.not.equal(before);
    document.body.append(after);
    await waitUntil(() => asked(first).length === 2, 'it is decoded again');
    after.remove();
    remove();
  });

  it('go on when the list is moved within the page', async () => {
    const {rows, first, remove} = listed();
    await waitUntil(() => asked(first).length === 1, 'it is in view');
    const before = rows.pictures.of(first);
    document.body.append(rows);
    expect(rows.pictures.of(first)).to.equal(before);
    expect(asked(first)[0]?.signal?.aborted).to.equal(false);
    remove();
  });
});
