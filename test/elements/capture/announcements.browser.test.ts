import {expect, fixtureSync, html} from '@open-wc/testing';
import {LitElement} from 'lit';
import type {
  CaptureProgress,
  CaptureSummary,
  ProtectionClient,
} from '../../../src/core/queue/queue-client.js';
import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {Failures} from '../../../src/elements/capture/failures/failures.js';
import {PhotoAnnouncements} from '../../../src/elements/capture-image/photo-announcements.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {capture} from '../../../src/lang/compiled/en/capture.js';
import {captureImage} from '../../../src/lang/compiled/en/capture-image.js';
import {FakeProtection} from '../fake-core.js';
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
    connection: () => new FakeProtection({} as ProtectionClient),
    options: () => ({}),
    retry: () => undefined,
    discard: () => undefined,
    tell: (text) => this.announcements.announce(text),
    tellLate: (text) => this.announcements.announceLate(text),
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

  async fail(captureId: string, code: ErrorCode = 'unauthorized', willRetryAt?: string) {
    const detail = {code, message: '', retryable: false, attempts: 1, mode: 'image'} as const;
    this.announcements.failed(
      {...detail, captureId, ...(willRetryAt && {willRetryAt})},
      this.failures,
    );
    await this.updateComplete;
  }

  async deliver() {
    this.announcements.delivered(this.failures);
    await this.updateComplete;
  }

  async take(captureId: string) {
    this.announcements.taken(captureId, false, true);
    await this.updateComplete;
  }

  async wait() {
    this.waiting?.();
    await this.updateComplete;
  }
}
customElements.define('announcing-element', Announcing);

const sealing = {name: 'sealing'} as const;
const offline = {
  name: 'waiting',
  failure: {code: 'network_failed', message: '', retryable: true},
} as const;
const silent = {
  name: 'waiting',
  failure: {code: 'timeout', message: '', retryable: true},
} as const;

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

  it('comes before that of a file that is not uploaded, and not over it', async () => {
    element.all = [sealing, sealing, sealing];
    await element.seal('a');
    await element.seal('b');
    await element.fail('a', 'delivery_failed');
    expect(element.heard).to.eql(['2 photos sealed. 1 photo sealed, but not uploaded']);
    expect(element.waiting).to.be.undefined;
  });

  it('does not keep a later upload from being announced', async () => {
    element.all = [sealing, sealing];
    await element.fail('a', 'delivery_failed');
    await element.seal('b');
    expect(element.waiting, 'another one is being sealed').to.exist;
    element.all = [];
    await element.wait();
    expect(element.heard.at(-1)).to.equal('Photo sealed.');
    await element.deliver();
    expect(element.heard.at(-1)).to.equal('Uploaded.');
  });

  it('comes before that of an upload that it has waited for', async () => {
    element.all = [sealing, sealing];
    await element.fail('a', 'delivery_failed');
    await element.seal('b');
    await element.deliver();
    expect(element.heard.at(-1)).to.equal('Photo sealed. Uploaded.');
    expect(element.waiting).to.be.undefined;
  });

  it('does not repeat that a file is not uploaded', async () => {
    element.all = [];
    await element.fail('a', 'delivery_failed', '2026-11-20T15:05:00Z');
    await element.seal('b');
    await element.fail('a', 'delivery_failed');
    expect(element.heard).to.eql(['1 photo sealed, but not uploaded', 'Photo sealed.']);
  });

  it('does not keep the next photo from being announced as waiting', async () => {
    element.all = [sealing, sealing];
    await element.take('a');
    await element.seal('b');
    element.all = [];
    await element.wait();
    expect(element.heard.at(-1)).to.equal('Photo sealed.');
    element.all = [offline];
    element.requestUpdate();
    await element.updateComplete;
    await element.updateComplete;
    expect(element.heard.at(-1)).to.equal('1 photo waiting for the network');
  });
});

describe('The announcement that photos are not sealed', () => {
  let element: Announcing;
  beforeEach(async () => {
    element = fixtureSync(html`<announcing-element></announcing-element>`);
    await element.updateComplete;
  });

  it('warns at once of each photo that is not stored', async () => {
    element.all = [sealing, sealing, sealing];
    await element.fail('a', 'storage_full');
    expect(textOf(element.renderRoot)).to.equal('Photo not sealed. Keep this page open.');
    await element.fail('b', 'storage_full');
    expect(textOf(element.renderRoot)).to.contain('Photo not sealed. Keep this page open.');
    expect(element.waiting).to.be.undefined;
  });

  it('is made of photos of an earlier visit that wait, once', async () => {
    element.all = [silent, silent, {name: 'held'}];
    await element.fail('a', 'timeout');
    const waiting = '2 photos saved on this device, sealed when the service answers';
    expect(element.heard).to.eql([waiting]);
    element.announcements.announce('Recording.');
    await element.fail('b', 'timeout');
    expect(element.heard).to.eql([waiting, 'Recording.']);
  });

  it('is made of a photo that began to wait after something else was announced', async () => {
    element.all = [sealing];
    await element.take('a');
    element.announcements.announce('Storage is low.');
    await element.updateComplete;
    element.all = [offline];
    await element.fail('a', 'network_failed');
    expect(element.heard.at(-1)).to.equal('1 photo waiting for the network');
  });

  it('is not made of a photo that does not wait any more', async () => {
    element.all = [sealing];
    await element.fail('a', 'timeout');
    expect(element.heard).to.eql([]);
  });
});
