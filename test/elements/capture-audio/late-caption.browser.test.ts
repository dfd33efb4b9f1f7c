import {expect, waitUntil} from '@open-wc/testing';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {change, drawn, focusedIn} from '../kit.js';
import {RecordingsFixture} from './recordings-fixture.js';

/** Rejects as a full storage does. */
function failing(): Promise<never> {
  const failed = Promise.reject(new Error('full'));
  failed.catch(() => undefined);
  return failed;
}

describe('the caption of a recording that has ended', () => {
  let list: RecordingsFixture;
  let element: CaptureAudio;

  const begin = async (actions: Parameters<typeof RecordingsFixture.create>[0] = {}) => {
    list = await RecordingsFixture.create(actions);
    ({element} = list);
    list.protection.firstProgress = {name: 'held', awaits: 'caption'};
    await change(element, {captionField: true});
  };
  beforeEach(() => begin());

  const field = () => list.recorder.find<HTMLInputElement>('.late-caption [part=caption]');
  const isOpen = () => list.recorder.has('.late-caption');
  const button = () => list.recorder.find('.late-caption button');
  const status = () => list.recorder.text('[role=status]');
  const type = async (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event('input', {bubbles: true}));
    await element.updateComplete;
  };
  const finish = async () => {
    field().dispatchEvent(new Event('change', {bubbles: true}));
    await list.recorder.settled();
  };
  /** What was done about captions, in order. */
  const calls = () => list.protection.calls.filter((call) => /^(tag|withhold|let go)/.test(call));
  const held = (id: string) => `withhold ${id} caption`;
  const tagged = (id: string, caption?: string) => `tag ${id} ${JSON.stringify({caption})}`;
  const released = (id: string) => `let go ${id} caption`;

  it('can be written before it is sealed; the state is shown, and announced once', async () => {
    const id = await list.recorder.recorded();
    expect(calls()).to.eql([held(id)]);
    expect(list.recorder.text('.seal')).to.equal('Recording: not sealed yet');
    expect(status()).to.equal(
      'Recording stopped. It is not sealed yet: you can still add a caption.',
    );
    expect(list.recorder.text('.late-caption p')).to.equal(
      'You can still add a caption. The recording is sealed 30 seconds after you stop writing.',
    );
    await expect(element).to.be.accessible();
    await type('The door');
    expect(calls(), 'nothing is done while a person writes').to.eql([held(id)]);
    await finish();
    expect(calls()).to.eql([held(id), tagged(id, 'The door'), released(id)]);
    expect(isOpen()).to.be.false;
    expect(list.recorder.text('.caption-text')).to.equal('The door');
    expect(element.caption, 'the next one has its own').to.equal('');
  });

  it('is the one that was typed before the stop, for correction, and nothing is stored if it stays', async () => {
    await list.recorder.record(2);
    await change(element, {caption: 'The dor'});
    const {captureId: id} = await element.stopRecording();
    await element.updateComplete;
    expect(field().value).to.equal('The dor');
    button().click();
    await list.recorder.settled();
    expect(calls()).to.eql([held(id), released(id)]);

    await change(element, {caption: 'The dor'});
    const other = await list.recorder.recorded();
    await type('');
    await finish();
    expect(calls().slice(2)).to.eql([held(other), tagged(other), released(other)]);
  });

  it('is finished by Enter, also without a change', async () => {
    const id = await list.recorder.recorded();
    field().dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    await list.recorder.settled();
    expect(calls()).to.eql([held(id), released(id)]);
    expect(isOpen()).to.be.false;
  });

  it('is sealed as it is after a time without a keystroke, which each keystroke starts anew', async () => {
    await begin({quietMs: 150});
    const id = await list.recorder.recorded();
    for (const text of ['T', 'Th', 'The', 'The ', 'The d']) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await type(text);
    }
    expect(calls(), 'it is being written').to.eql([held(id)]);
    await waitUntil(() => !isOpen(), 'it is sealed');
    expect(calls()).to.eql([held(id), tagged(id, 'The d'), released(id)]);
  });

  it('includes what is typed while it is being stored', async () => {
    const id = await list.recorder.recorded();
    let store: (isAdded: boolean) => void = () => undefined;
    list.protection.tagsAdded = new Promise((resolve) => (store = resolve));
    await type('The');
    await finish();
    await type('The door');
    expect(calls()).to.eql([held(id), tagged(id, 'The')]);
    store(true);
    await list.recorder.settled();
    expect(calls().slice(1)).to.eql([tagged(id, 'The'), tagged(id, 'The door'), released(id)]);
  });

  it('is stored a second after a keystroke, which does not finish it', async () => {
    const id = await list.recorder.recorded();
    await type('The');
    await waitUntil(() => calls().length > 1, 'it is stored', {timeout: 5000});
    await type('The door');
    await waitUntil(() => calls().length > 2, 'it is stored again', {timeout: 5000});
    expect(calls()).to.eql([held(id), tagged(id, 'The'), tagged(id, 'The door')]);
    expect(isOpen()).to.be.true;
    expect(field().value).to.equal('The door');
    await finish();
    expect(calls().slice(3)).to.eql([released(id)]);
  });

  it('is stored at once when the page is hidden, and only then', async () => {
    const id = await list.recorder.recorded();
    await type('The');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(calls(), 'it is visible').to.eql([held(id)]);
    Object.defineProperty(document, 'hidden', {configurable: true, value: true});
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
    expect(calls()).to.eql([held(id), tagged(id, 'The')]);
    await list.recorder.settled();
    expect(isOpen()).to.be.true;
  });

  it('is stored at once when the page is left', async () => {
    const id = await list.recorder.recorded();
    await type('The');
    window.dispatchEvent(new Event('pagehide'));
    expect(calls()).to.eql([held(id), tagged(id, 'The')]);
    window.dispatchEvent(new Event('pageshow'));
    await list.recorder.settled();
    expect(isOpen()).to.be.true;
  });

  it('ends once another page has sealed or deleted the recording', async () => {
    for (const change of [
      (): typeof list.protection.captures =>
        list.protection.captures.map((capture) => ({
          ...capture,
          progress: {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'},
        })),
      () => [],
    ]) {
      const id = await list.recorder.recorded();
      expect(isOpen()).to.be.true;
      list.protection.captures = change();
      list.protection.client.onChange();
      await drawn(element);
      await list.recorder.settled();
      expect(isOpen()).to.be.false;
      expect(calls().at(-1)).to.equal(released(id));
    }
  });

  // WebKit has no moveBefore yet, so nothing is kept there.
  const itWithMoveBefore = 'moveBefore' in Element.prototype ? it : () => undefined;
  itWithMoveBefore('goes on when the element is moved by moveBefore', async () => {
    const id = await list.recorder.recorded();
    await type('The d');
    const target: HTMLElement & {moveBefore?(node: Node, before: null): void} =
      document.createElement('div');
    list.recorder.page.append(target);
    target.moveBefore?.(element, null);
    await list.recorder.settled();
    expect(isOpen()).to.be.true;
    await type('The door');
    await finish();
    expect(calls()).to.eql([held(id), tagged(id, 'The door'), released(id)]);
  });

  it('leaves a notice that is not about it', async () => {
    await list.find('old');
    await list.recorder.recorded();
    await list.press(
      list.rows.findIndex((row) => /0:09/.test(row)),
      '.entry',
    );
    const notice = list.recorder.text('.notice');
    expect(notice).to.contain('cannot be played');
    button().click();
    await list.recorder.settled();
    expect(isOpen()).to.be.false;
    expect(list.recorder.text('.notice')).to.equal(notice);
  });

  it('is sealed as it is when another recording starts, and that one has its own', async () => {
    const first = await list.recorder.recorded();
    await type('First');
    const second = await list.recorder.recorded();
    expect(calls()).to.eql([held(first), tagged(first, 'First'), released(first), held(second)]);
    expect(field().value).to.equal('');
    await type('Second');
    await finish();
    expect(calls().slice(4)).to.eql([tagged(second, 'Second'), released(second)]);
  });

  it('does not release the first recording by the second, whose start is slower than the storage', async () => {
    const first = await list.recorder.recorded();
    let store: (isAdded: boolean) => void = () => undefined;
    list.protection.tagsAdded = new Promise((resolve) => (store = resolve));
    await type('First');
    const second = await list.recorder.recorded();
    expect(calls()).to.eql([held(first), tagged(first, 'First'), held(second)]);
    store(true);
    await list.recorder.settled();
    expect(calls().slice(3)).to.eql([released(first)]);
    expect(isOpen(), 'the second is still open').to.be.true;
  });

  for (const [how, leave] of [
    ['removed', () => element.remove()],
    ['disabled', () => void (element.disabled = true)],
    ['found to block its form', () => element.dispatchEvent(new Event('invalid'))],
  ] as const) {
    it(`is sealed as it is when the element is ${how}`, async () => {
      const id = await list.recorder.recorded();
      const {protection} = list;
      await type('The d');
      leave();
      await list.recorder.settled();
      await list.recorder.settled();
      const done = protection.calls.filter((call) => call.includes(id));
      expect(done).to.eql([held(id), tagged(id, 'The d'), released(id)]);
    });
  }

  it('is released when the recording is deleted, and Undo still holds it', async () => {
    const id = await list.recorder.recorded();
    await type('The d');
    await list.recorder.press('[part=discard]');
    await waitUntil(() => list.recorder.has('.undo'), 'it can be taken back');
    await list.recorder.settled();
    expect(calls()).to.eql([held(id), `withhold ${id}`, tagged(id, 'The d'), released(id)]);
    await list.recorder.press('.undo');
    expect(calls().at(-1)).to.equal(`let go ${id}`);
    expect(isOpen()).to.be.false;
  });

  it('goes on in the same place if the recording ends while a person writes', async () => {
    await list.recorder.record(2);
    const before = list.recorder.find<HTMLInputElement>('[part=caption]');
    before.focus();
    before.value = 'The door';
    before.dispatchEvent(new Event('input', {bubbles: true}));
    before.setSelectionRange(3, 3);
    await drawn(element, list.recorder.microphone.show({name: 'finishing'}));
    await drawn(element, list.recorder.microphone.end('silent'));
    expect(field().value).to.equal('The door');
    expect(focusedIn(element)).to.equal(field());
    expect(field().selectionStart).to.equal(3);
  });

  it('says that it came too late, and that it could not be stored', async () => {
    const id = await list.recorder.recorded();
    list.protection.tagsAdded = Promise.resolve(false);
    await type('Late');
    await finish();
    const late = 'The caption was not added: the seal was already asked for.';
    expect(list.recorder.text('.notice')).to.equal(late);
    expect(status()).to.equal(late);
    expect(calls().at(-1)).to.equal(released(id));

    const other = await list.recorder.recorded();
    list.protection.tagsAdded = failing();
    await type('Kept');
    await finish();
    expect(list.recorder.text('.notice')).to.equal('The caption was not stored. Try again.');
    expect(field().value, 'nothing is lost').to.equal('Kept');
    expect(calls().at(-1)).to.equal(tagged(other, 'Kept'));
    list.protection.tagsAdded = Promise.resolve(true);
    button().click();
    await list.recorder.settled();
    expect(calls().slice(-2)).to.eql([tagged(other, 'Kept'), released(other)]);
    expect(list.recorder.has('.notice')).to.be.false;
  });

  it('is released although it cannot be stored once nobody writes any more', async () => {
    await begin({quietMs: 50});
    const id = await list.recorder.recorded();
    list.protection.tagsAdded = failing();
    await type('Lost');
    await waitUntil(() => calls().at(-1) === released(id), 'it is sealed');
    await element.updateComplete;
    expect(list.recorder.text('.notice')).to.equal(
      'The caption could not be stored. The recording is sealed without your change.',
    );
  });

  it('has no field, and holds nothing, in all other cases', async () => {
    await change(element, {captionField: false});
    await list.recorder.recorded();
    expect(calls()).to.eql([]);
    await change(element, {captionField: true, autoProtect: false});
    await list.recorder.recorded();
    expect(calls()).to.eql([]);
    expect(status()).to.equal('Recording stopped. It is not sealed yet.');
    await change(element, {autoProtect: true});
    const end = async (...how: Parameters<typeof list.recorder.microphone.end>) => {
      await list.recorder.record(2);
      await drawn(element, list.recorder.microphone.show({name: 'finishing'}));
      return await drawn(element, list.recorder.microphone.end(...how));
    };
    await end('failed', {recovered: true});
    expect(calls()).to.eql([]);
    await end('device-lost');
    await list.recorder.settled();
    expect(calls().map((call) => call.replace(/ \S+-\S+/, ''))).to.eql([
      'withhold caption',
      'let go caption',
    ]);
    expect(isOpen()).to.be.false;
    for (const reason of ['full', 'silent'] as const) {
      await end(reason);
      expect(isOpen(), reason).to.be.true;
    }
  });
});
