import {expect, fixtureSync, html} from '@open-wc/testing';
import {LitElement} from 'lit';
import type {CaptureProgress, CaptureSummary} from '../../../src/core/queue/queue-client.js';
import {Failures} from '../../../src/elements/capture/failures/failures.js';
import {PhotoAnnouncements} from '../../../src/elements/capture-image/photo-announcements.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {capture} from '../../../src/lang/compiled/en/capture.js';
import {captureImage} from '../../../src/lang/compiled/en/capture-image.js';
import {textOf} from '../kit.js';

/** An element that announces photos; the test says when it was quiet for a while. */
class Announcing extends LitElement {
  readonly mode = 'image';
  protections: readonly CaptureSummary[] = [];
  /** What is called when it was quiet. */
  waiting?: () => void;
  readonly heard: string[] = [];
  readonly announcements = new PhotoAnnouncements(
    this,
    new Localize(this, {...capture, ...captureImage}),
  );
  readonly failures = new Failures(this, {
    mode: 'image',
    picture: () => Promise.resolve(undefined),
    retry: () => undefined,
    discard: () => undefined,
    tell: (text) => this.announcements.announce(text),
    later: (act) => {
      this.waiting = act;
      return () => (this.waiting = undefined);
    },
  });

  protected override render() {
    return this.announcements.render();
  }

  protected override updated() {
    const text = textOf(this.renderRoot);
    if (text && text !== this.heard.at(-1)) this.heard.push(text);
  }

  /** Photos in this state, which are called a, b, c and so on. */
  set all(progresses: readonly CaptureProgress[]) {
    this.protections = progresses.map((progress, index) => ({
      captureId: String.fromCharCode(97 + index),
      mode: 'image',
      capturedAt: '2026-11-20T15:04:00Z',
      progress,
    }));
  }

  async seal(captureId: string) {
    this.announcements.sealed(captureId, this.failures);
    await this.updateComplete;
  }

  async fail(captureId: string) {
    const detail = {code: 'unauthorized', message: '', retryable: false, attempts: 1} as const;
    this.announcements.failed({...detail, captureId, mode: 'image'}, this.failures);
    await this.updateComplete;
  }

  async wait() {
    this.waiting?.();
    await this.updateComplete;
  }
}
customElements.define('announcing-element', Announcing);

const sealing = {name: 'sealing'} as const;

describe('The announcement that photos are sealed', () => {
  let element: Announcing;
  beforeEach(async () => {
    element = fixtureSync(html`<announcing-element></announcing-element>`);
    await element.updateComplete;
  });

  it('is made at once for a single photo', async () => {
    element.all = [sealing, {name: 'held'}];
    await element.seal('a');
    expect(element.heard).to.eql(['Photo sealed.']);
    expect(element.waiting).to.be.undefined;
  });

  it('is one sentence for several that are sealed shortly after one another', async () => {
    element.all = [sealing, sealing, sealing, {name: 'waiting'}];
    for (const captureId of ['a', 'b', 'c']) await element.seal(captureId);
    expect(element.heard).to.eql([]);
    await element.wait();
    expect(element.heard).to.eql(['3 photos sealed.']);
    element.all = [{name: 'held'}, {name: 'held'}, {name: 'held'}, sealing];
    await element.seal('d');
    expect(element.heard).to.eql(['3 photos sealed.', 'Photo sealed.']);
  });

  it('waits for those that the service seals now, but not for ever', async () => {
    element.all = [sealing, sealing, sealing];
    await element.seal('a');
    await element.wait();
    await element.seal('b');
    await element.wait();
    expect(element.heard).to.eql([]);
    await element.seal('c');
    expect(element.heard).to.eql(['3 photos sealed.']);
    await element.seal('a');
    for (let waits = 0; waits < 10; waits++) await element.wait();
    expect(element.heard).to.eql(['3 photos sealed.', 'Photo sealed.']);
  });

  it('does not wait after the last one', async () => {
    element.all = [sealing, {name: 'waiting'}];
    await element.seal('a');
    await element.seal('b');
    expect(element.heard).to.eql(['2 photos sealed.']);
  });

  it('comes with that of those that failed meanwhile', async () => {
    element.all = [sealing, sealing, sealing];
    await element.fail('a');
    await element.seal('b');
    await element.fail('c');
    expect(element.heard).to.eql(['2 photos not sealed. Photo sealed.']);
    element.all = [sealing];
    await element.fail('a');
    expect(element.heard.at(-1)).to.equal('Photo not sealed. It is kept here.');
  });

  it('is not made any more after the element was removed', async () => {
    element.all = [sealing, sealing];
    await element.seal('a');
    element.remove();
    expect(element.waiting).to.be.undefined;
  });
});
