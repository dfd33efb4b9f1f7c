import {expect, waitUntil} from '@open-wc/testing';
import {LitElement, render} from 'lit';
import type {FileInspection, Inspections} from '../../../src/core/inspection/inspections.js';
import type {View} from '../../../src/elements/metadata/view.js';
import {renderJson} from '../../../src/elements/seal-inspector/report/json-panel.js';
import {jsonOf} from '../../../src/elements/seal-inspector/report/json-text.js';
import {FilePreviews} from '../../../src/elements/seal-inspector/preview/preview.js';
import {ResultView} from '../../../src/elements/seal-inspector/result-view.js';
import {valid} from './answers.js';
import {picture} from './facts.js';
import {fileNamed} from './fixture.js';

customElements.define('previews-holder', class extends LitElement {});

describe('the pictures of files', () => {
  /** Decodes when the test allows it. */
  function held() {
    const bitmaps: ImageBitmap[] = [];
    const started: (() => Promise<void>)[] = [];
    const previews = new FilePreviews((file) => {
      return new Promise((resolve) => {
        started.push(async () => {
          const bitmap = await createImageBitmap(file);
          bitmaps.push(bitmap);
          resolve(bitmap);
        });
      });
    });
    return {previews, bitmaps, started};
  }

  it('are decoded one after the other and closed; requests aborted meanwhile are not decoded', async () => {
    const {previews, bitmaps, started} = held();
    const file = await picture('navy', [40, 30]);
    const works = Array.from({length: 5}, () => new AbortController());
    const drawn = works.map(({signal}) => previews.draw(file, signal));
    await waitUntil(() => started.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(started).to.have.length(1);
    works.slice(1, 4).forEach((work) => work.abort());
    await started[0]?.();
    await waitUntil(() => started.length === 2);
    await started[1]?.();
    const [first, second, , , last] = await Promise.all(drawn);
    expect([first?.width, second, last?.width]).to.eql([40, undefined, 40]);
    expect(started).to.have.length(2);
    expect(bitmaps.map(({width}) => width)).to.eql([0, 0]);
  });

  it('are closed and not drawn if they are aborted while they are decoded', async () => {
    const {previews, bitmaps, started} = held();
    const work = new AbortController();
    const drawn = previews.draw(await picture('navy', [40, 30]), work.signal);
    await waitUntil(() => started.length === 1);
    work.abort();
    await started[0]?.();
    expect(await drawn).to.be.undefined;
    expect(bitmaps[0]?.width).to.equal(0);
  });

  it('are drawn after one that cannot be decoded', async () => {
    const previews = new FilePreviews();
    const broken = previews.draw(fileNamed('broken.jpg'));
    const after = previews.draw(await picture('navy', [40, 30]));
    expect(await broken).to.be.undefined;
    expect((await after)?.width).to.equal(40);
  });

  it('are aborted for all files but the last if many are shown quickly in a row', async () => {
    const signals: AbortSignal[] = [];
    const host = document.createElement('previews-holder') as LitElement;
    document.body.append(host);
    const view = new ResultView(host, (_file, signal) => {
      signals.push(signal!);
      return new Promise(() => undefined);
    });
    for (let id = 0; id < 40; id++) {
      const opinions = {result: valid, service: valid};
      const facts = {name: 'waiting' as const};
      const looked: FileInspection = {
        id,
        file: fileNamed(`${id}.jpg`),
        progress: {name: 'done', opinions, facts, at: 0},
      };
      view.follow({files: [looked], looked} as unknown as Inspections);
    }
    await waitUntil(() => signals.length === 40);
    host.remove();
    expect(signals.filter(({aborted}) => !aborted)).to.eql([signals[39]]);
  });
});

describe('an answer as JSON', () => {
  it('is shown as far as possible if it is nested too deeply', async () => {
    const levels = 20_000;
    const deep = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as object;
    expect(await jsonOf({labelState: 'valid', deep})).to.contain('"labelState": "valid"');
    const root = document.createElement('div');
    document.body.append(root);
    const view = {term: (word: string) => word} as View;
    render(renderJson({labelState: 'valid', deep}, view), root);
    const panel = root.querySelector('details');
    if (panel) panel.open = true;
    await waitUntil(() => root.querySelector('pre')?.textContent?.includes('"valid"'));
    expect(root.querySelector('pre')?.textContent).to.contain('…');
    root.remove();
  });
});
