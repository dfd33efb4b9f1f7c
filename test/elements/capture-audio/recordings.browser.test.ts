import {expect} from '@open-wc/testing';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {all, drawn, focusedIn, textOf, waitUntil} from '../kit.js';
import {noPeaks, RecordingsFixture} from './recordings-fixture.js';

const sound = () => new Blob(['sound'], {type: 'audio/mpeg'});
/** A sound that the browser plays. */
const tone = async () => await (await fetch(new URL('../media/tone.mp3', import.meta.url))).blob();
const sealedAt = '2026-11-20T15:05:00Z';
const sealed = {name: 'sealed', sealedAt} as const;
const uploaded = {name: 'delivered', sealedAt, deliveredAt: sealedAt, uploaded: true} as const;

describe('the list of recordings', () => {
  let list: RecordingsFixture;

  beforeEach(async () => {
    list = await RecordingsFixture.create();
  });

  const status = () => list.recorder.text('[role=status]');
  const notices = () => all(list.element, '.notice').map(textOf);

  it('is shown as soon as there is a recording beside the shown one, with all of them, the newest first', async () => {
    await list.recorder.recorded(5);
    expect(list.recorder.has('[part=recordings]')).to.be.false;
    await list.recorder.recorded(72);
    expect(list.recorder.text('[part=recordings] h2')).to.equal('2 recordings');
    expect(list.rows).to.have.length(2);
    expect(list.rows[0]).to.match(/Sealing 1:12$/);
    expect(list.rows[1]).to.match(/Sealing 0:05$/);
    expect(list.row(0).getAttribute('aria-current')).to.equal('true');
    await expect(list.element).to.be.accessible();
  });

  it('names a recording by its caption, and else by the time when it was made', async () => {
    await list.find('a', {tags: {caption: 'Interview with a witness'}});
    await list.find('b');
    const time = list.button(0, 'b').textContent;
    expect(time).to.match(/2026/);
    expect(list.rows[0]).to.equal(`Play: ${time} Sealing 0:09`);
    expect(list.rows[1]).to.equal(`Play: Interview with a witness Sealing ${time} · 0:09`);
    expect(list.button(1, '.delete').ariaLabel).to.equal(
      'Delete the recording “Interview with a witness”',
    );
  });

  it('shows what would turn a caption around by its number', async () => {
    await list.find('a', {tags: {caption: 'Witness\u202Eeno'}});
    await list.find('b');
    expect(list.rows[1]).to.contain('Witness[U+202E]eno');
  });

  it('formats no time again while sound is recorded', async () => {
    await list.find('a', {progress: sealed});
    await list.find('b', {progress: sealed});
    await list.recorder.record(1);
    const {DateTimeFormat} = Intl;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, values) {
        made++;
        return Reflect.construct(target, values) as object;
      },
    });
    try {
      await drawn(list.element, list.recorder.microphone.hear(1));
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
    expect(list.rows).to.have.length(2);
    expect(made).to.equal(0);
  });

  it('plays an earlier recording of this visit above the list, and pauses it', async () => {
    const first = await list.recorder.recorded(5);
    await list.recorder.recorded(72);
    await list.press(1, '.entry');
    expect(list.recorder.text('[role=timer]')).to.equal('0:05');
    expect(list.recorder.has('.wave > *')).to.be.true;
    expect(list.row(1).getAttribute('aria-current')).to.equal('true');
    expect(list.row(0).hasAttribute('aria-current')).to.be.false;
    expect(list.protection.calls).not.to.include(`picture ${first}`);
  });

  it('reads a recording of an earlier visit, with its bookmarks, when it is played', async () => {
    await list.find('a', {recovered: true});
    list.protection.pictures.set('a', await tone());
    list.protection.metadataOf.set('a', {microphone: {bookmarks: [2, 4.5]}});
    expect(list.recorder.has('.outcome')).to.be.false;
    await list.press(0, '.entry');
    await waitUntil(() => list.recorder.has('.bookmarks'), 'its bookmarks are shown');
    expect(all(list.element, '.bookmarks button').map(textOf)).to.eql(['0:02', '0:04']);
    expect(list.recorder.text('.ended')).to.equal('Interrupted recording recovered.');
    expect(list.recorder.has('[part=recordings]'), 'it is the only one').to.be.false;
  });

  it('says why a recording cannot be played, until the next action', async () => {
    await list.find('a');
    await list.press(0, '.entry');
    const lost = 'The recording cannot be played: its file is no longer on this device.';
    expect(notices()).to.eql([lost]);
    expect(status()).to.equal(lost);
    list.protection.picture = () => Promise.reject(new Error('storage'));
    list.protection.sealedFile = () => Promise.resolve(undefined);
    await list.press(0, '.entry');
    const unreadable = 'The recording cannot be played now. It has not been deleted.';
    expect(notices()).to.eql([unreadable]);
    list.protection.picture = () => Promise.resolve(sound());
    await list.press(0, '.entry');
    expect(notices()).to.eql([]);
    expect(list.recorder.has('.player')).to.be.true;
  });

  describe('while the file of a recording is read', () => {
    /** Ends the reading of each file, in the order of the presses. */
    let found: ((file: Blob) => void)[];
    /** The number of times that a sound was asked to play. */
    let plays: number;
    const play = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')!;

    beforeEach(async () => {
      found = [];
      plays = 0;
      list.protection.picture = () => new Promise((resolve) => found.push(resolve));
      HTMLMediaElement.prototype.play = () => {
        plays++;
        return Promise.reject(new DOMException('No gesture', 'NotAllowedError'));
      };
      await list.find('a', {duration: 1});
      await list.find('b', {duration: 2});
    });
    afterEach(() => {
      Object.defineProperty(HTMLMediaElement.prototype, 'play', play);
    });

    const arrive = async (index: number) => {
      found[index]?.(sound());
      await list.recorder.settled();
      await drawn(list.element);
    };
    const shown = () => list.recorder.find('.row[aria-current] .quiet').textContent;

    it('the last press counts, whichever file arrives first', async () => {
      await list.press(1, '.entry');
      await list.press(0, '.entry');
      await arrive(1);
      await arrive(0);
      expect(shown()).to.equal('0:02');
      expect(plays).to.equal(1);
    });

    it('a second press does not pause what the first one plays', async () => {
      await list.press(0, '.entry');
      await list.press(0, '.entry');
      await arrive(0);
      expect(list.recorder.has('.player')).to.be.false;
      await arrive(1);
      expect(shown()).to.equal('0:02');
      expect(plays).to.equal(1);
    });

    it('its player is shown with the button that plays it, if the browser wants another press', async () => {
      await list.press(0, '.entry');
      await arrive(0);
      expect(plays).to.equal(1);
      expect(list.recorder.find('.player button').ariaLabel).to.equal('Play');
      list.recorder.find('.player button').click();
      expect(plays).to.equal(2);
    });

    it('it is not shown after it was deleted', async () => {
      await list.press(0, '.entry');
      await list.delete(0);
      await arrive(0);
      await list.press(0, '.entry');
      await list.recorder.press('.undo');
      expect(list.rows).to.have.length(2);
      await arrive(1);
      expect(list.recorder.has('.outcome'), 'another one is shown').to.be.true;
      expect(shown()).to.equal('0:01');
      expect(plays).to.equal(1);
    });

    it('it is not shown after another recording was made', async () => {
      await list.press(0, '.entry');
      await list.recorder.recorded(5);
      await arrive(0);
      expect(shown()).to.equal('0:05');
      expect(plays).to.equal(0);
    });

    it('nothing is shown or said after the element was removed', async () => {
      await list.press(0, '.entry');
      list.element.remove();
      await arrive(0);
      list.recorder.page.append(list.element);
      await drawn(list.element);
      expect(list.recorder.has('.outcome')).to.be.false;
      expect(status()).to.equal('');
      expect(plays).to.equal(0);
    });
  });

  it('saves the sealed file, or the sound without a seal', async () => {
    await list.find('a', {progress: sealed});
    await list.find('b');
    list.protection.sealedFiles.set('a', sound());
    list.protection.pictures.set('b', sound());
    expect(list.button(1, '.save').title).to.equal('Save');
    expect(list.button(0, '.save').title).to.equal('Save without seal');
    await list.press(1, '.save');
    await list.choose('files');
    expect(status()).to.match(/^Saved, \d/);
    expect(list.rows[1]).to.match(/Saved, \d\d?:\d\d( [AP]M)?$/);
    await list.press(0, '.save');
    expect(list.rows[0]).to.match(/Saved, .*, not yet sealed here$/);
    const name = 'recording 2026-11-20T15-04-00Z.mp3';
    expect(list.saved.map(([saved]) => saved)).to.eql([name, name]);
    expect(list.saved.map(([, file]) => file.type)).to.eql(['audio/mpeg', 'audio/mpeg']);
  });

  it('shares a sealed recording where the browser can', async () => {
    list = await RecordingsFixture.create({canShare: true});
    await list.find('a', {progress: sealed});
    list.protection.sealedFiles.set('a', sound());
    expect(list.button(0, '.save').title).to.equal('Share');
    await list.press(0, '.save');
    expect(list.recorder.text('.sharing')).to.contain(
      'Apps that convert a recording remove its seal.',
    );
    await list.choose('files');
    expect(list.shared.map(({name}) => name)).to.eql(['recording 2026-11-20T15-04-00Z.mp3']);
    expect(list.saved).to.eql([]);
    expect(list.rows[0]).to.match(/Shared, \d\d?:\d\d( [AP]M)?$/);
    await expect(list.element).to.be.accessible();
  });

  it('shares a recording as a ZIP', async () => {
    list = await RecordingsFixture.create({canShare: true});
    await list.find('a', {progress: sealed});
    list.protection.sealedFiles.set('a', sound());
    await list.press(0, '.save');
    await list.choose('zip');
    await waitUntil(() => list.shared.length === 1, 'it is shared');
    expect(list.shared[0]?.name).to.equal('recording 2026-11-20T15-04-00Z.zip');
    await waitUntil(() => /Shared as ZIP, \d/.test(list.rows[0] ?? ''), 'its row says so');
  });

  it('says what could not be saved', async () => {
    await list.find('a', {progress: sealed});
    await list.press(0, '.save');
    await list.choose('files');
    expect(notices()).to.eql(['Not saved: the file is no longer on this device.']);
  });

  it('says of an uploaded recording that it is on the server, and offers to save it only while it is kept here', async () => {
    const captureId = await list.recorder.recorded(5);
    await list.recorder.recorded(3);
    await drawn(
      list.element,
      list.protection.advance(captureId, {...uploaded, keptUntil: sealedAt}),
    );
    expect(list.rows[1]).to.include('Sealed and uploaded');
    expect(list.button(1, '.save').title).to.equal('Save');
    await drawn(list.element, list.protection.advance(captureId, uploaded));
    expect(list.rows[1]).to.match(/Sealed, on the server 0:05$/);
    expect(() => list.button(1, '.save')).to.throw();
    expect(list.button(1, 'button.entry'), 'this page has its sound').to.exist;
    await expect(list.element).to.be.accessible();
    await list.find('earlier', {progress: uploaded});
    expect(() => list.button(0, 'button.entry'), 'nothing has its sound').to.throw();
    await list.find('taken', {progress: {name: 'delivered', sealedAt, deliveredAt: sealedAt}});
    expect(list.rows[0]).to.match(/Sealed 0:09 · no longer on this device$/);
  });

  it('deletes recordings, and undo brings all of them back', async () => {
    await list.recorder.recorded(5);
    await list.recorder.recorded(3);
    await list.recorder.recorded(2);
    await list.delete(2);
    expect(focusedIn(list.element)?.className).to.equal('undo');
    expect(list.recorder.text('[role=timer]'), 'another one is shown').to.equal('0:02');
    await list.delete(0);
    expect(list.recorder.has('.outcome')).to.be.false;
    expect(list.recorder.text('[part=recordings] h2')).to.equal('1 recording');
    expect(notices()).to.eql(['2 recordings deleted Undo']);
    await list.recorder.press('.undo');
    expect(list.rows).to.have.length(3);
    expect(list.recorder.text('[role=timer]')).to.equal('0:02');
  });

  it('undo does not hide a recording that was started meanwhile', async () => {
    await list.recorder.recorded(5);
    await list.recorder.press('[part=discard]');
    await waitUntil(() => list.recorder.has('.undo'), 'it can be taken back');
    await list.recorder.record(3);
    await list.recorder.press('.undo');
    expect(list.recorder.has('.outcome')).to.be.false;
    expect(list.recorder.find('.record').ariaLabel).to.equal('Stop recording');
    expect(list.rows).to.have.length(1);
  });

  it('does not report what is being deleted as waiting', async () => {
    const failure = {code: 'network_failed', message: '', retryable: true} as const;
    const captureId = await list.recorder.recorded(5);
    const offline = {name: 'waiting', failure} as const;
    await drawn(list.element, list.protection.advance(captureId, offline));
    await list.recorder.press('[part=discard]');
    await waitUntil(() => list.recorder.has('.undo'), 'it can be taken back');
    expect(notices()).to.eql(['1 recording deleted Undo']);
  });

  it('stays while another recording is made, and plays none of them then', async () => {
    await list.recorder.recorded(5);
    await list.recorder.record(3);
    expect(list.rows).to.have.length(1);
    expect(() => list.button(0, 'button.entry')).to.throw();
    await list.delete(0);
    expect(list.recorder.find('.record').ariaLabel).to.equal('Stop recording');
    await drawn(list.element, list.element.stopRecording());
    expect(list.recorder.text('[role=timer]')).to.equal('0:03');
  });

  it('lists recordings that were recovered while another one was made', async () => {
    await list.recorder.record(2);
    const recovered = {captureId: 'a', mode: 'audio', blob: sound(), recovered: true} as const;
    list.protection.add({...recovered, capturedAt: '2026-11-20T15:04:00Z', duration: 9});
    await drawn(list.element);
    expect(list.recorder.has('[role=meter]')).to.be.true;
    await drawn(list.element, list.element.stopRecording());
    expect(list.recorder.has('.ended')).to.be.false;
    await list.press(1, '.entry');
    expect(list.recorder.text('.ended')).to.match(/recovered/);
  });

  it('saves the shown recording with a button beside its state', async () => {
    const captureId = await list.recorder.recorded(5);
    expect(list.recorder.text('.outcome .save')).to.equal('Save without seal');
    await drawn(list.element, list.protection.advance(captureId, sealed));
    list.protection.sealedFiles.set(captureId, sound());
    expect(list.recorder.text('.outcome .save')).to.equal('Save');
    await list.recorder.press('.outcome .save');
    await list.choose('files');
    expect(list.saved).to.have.length(1);
    await drawn(list.element, list.protection.advance(captureId, uploaded));
    expect(list.recorder.has('.outcome .save')).to.be.false;
  });

  it('is not lost with a recording that another page has deleted', async () => {
    await list.find('a');
    list.protection.sealedFile = () =>
      Promise.reject(new SealedCaptureError('capture_unknown', 'No such capture.'));
    list.protection.captures = [];
    await list.press(0, '.entry');
    expect(notices()).to.eql([
      'The recording cannot be played: its file is no longer on this device.',
    ]);
  });
});

describe('the waveform of a recording that was not made just now', () => {
  /** Yields these pieces, each when the test allows it. */
  function source(...pieces: number[][]) {
    const read: Blob[] = [];
    const signals: AbortSignal[] = [];
    async function* peaks(file: Blob, signal: AbortSignal) {
      read.push(file);
      signals.push(signal);
      for (const piece of pieces) {
        await Promise.resolve();
        yield Float32Array.from(piece);
      }
    }
    return {peaks, read, signals};
  }
  const recover = (list: RecordingsFixture, captureId: string, blob = sound()) => {
    const detail = {captureId, mode: 'audio', blob, recovered: true} as const;
    list.protection.add({...detail, capturedAt: '2026-11-20T15:04:00Z', duration: 0.2});
    return drawn(list.element);
  };

  it('is read from the file of a recovered recording, and drawn, with its bookmarks', async () => {
    const {peaks, read} = source([1, 0.5], [0.25, 0.1]);
    const list = await RecordingsFixture.create({peaks});
    list.protection.metadataOf.set('a', {microphone: {bookmarks: [0.1]}});
    await recover(list, 'a', await tone());
    await waitUntil(() => list.recorder.has('.wave > *'), 'it is drawn');
    await waitUntil(() => list.recorder.has('.bookmarks'), 'its bookmark is shown');
    expect(read).to.have.length(1);
    expect(await list.recorder.drawing()).to.have.property('height');
  });

  it('is read once, and not for a recording that was made just now', async () => {
    const {peaks, read} = source([1, 1, 1, 1]);
    const list = await RecordingsFixture.create({peaks});
    await list.recorder.recorded(5);
    await list.recorder.recorded(3);
    await list.press(1, '.entry');
    expect(read).to.have.length(0);
    await list.find('old');
    list.protection.pictures.set('old', sound());
    for (const row of [0, 1, 0, 1, 0]) await list.press(row, '.entry');
    expect(read).to.have.length(1);
  });

  it('is not read any further after another recording is shown', async () => {
    const {peaks, signals} = source([1], [1]);
    const list = await RecordingsFixture.create({peaks});
    await recover(list, 'a');
    expect(signals.map(({aborted}) => aborted)).to.eql([false]);
    await list.element.startRecording();
    await drawn(list.element);
    expect(signals.map(({aborted}) => aborted)).to.eql([true]);
  });

  it('is missing if the browser cannot decode the file, which can be played anyway', async () => {
    const list = await RecordingsFixture.create({peaks: noPeaks});
    await recover(list, 'a');
    await list.recorder.settled();
    expect(list.recorder.has('.wave > *')).to.be.false;
    expect(list.recorder.has('.player')).to.be.true;
  });
});
