import {expect, waitUntil} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {answers, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part, valueOf} from './fixture.js';
import {textOf} from '../kit.js';

const microphone = {
  deviceName: 'Built-in microphone',
  sampleRate: 48_000,
  channels: 1,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};
/** The answer changed into that of a recording: without camera and plate. */
function asRecording(answer: InspectionResult): InspectionResult {
  const rest = {...answer};
  delete rest.camera;
  delete rest.features;
  return answer.labelState === 'none' ? rest : {...rest, microphone};
}

async function recording(): Promise<File> {
  const file = await fetch('/test/elements/media/tone.mp3');
  return new File([await file.arrayBuffer()], 'statement.mp3', {type: 'audio/mpeg'});
}

async function showing(answer: InspectionResult, file?: File): Promise<SealInspector> {
  const element = await inspectorWith(new FakeClient(() => Promise.resolve(answer)));
  await element.inspect(file ?? (await recording()));
  return element;
}

const button = (element: SealInspector) =>
  part(element, 'player')?.querySelector<HTMLButtonElement>('button');
const says = (element: SealInspector) => button(element)?.getAttribute('aria-label');

describe('<seal-inspector> with a recording', () => {
  it('shows a player in place of the preview, and plays when a person presses it', async () => {
    const element = await showing(asRecording(valid));
    const times = () => textOf(part(element, 'player')?.querySelector('.times'));
    await waitUntil(() => times() === '0:00 / 0:02', 'its duration is shown', {timeout: 5000});
    expect(valueOf(element, 'Duration'), 'with the file').to.equal('0:02');
    expect(says(element)).to.equal('Play');
    button(element)?.click();
    await waitUntil(() => says(element) === 'Pause', 'it plays', {timeout: 8000});
    // A sound device that is suspended takes time to start.
    const moves = () => Number(part(element, 'player')?.querySelector('input')?.value) > 0;
    await waitUntil(moves, 'it moves', {timeout: 8000});
    await expect(element).to.be.accessible();
  });

  it('shows the bookmarks, both with the microphone and in the player', async () => {
    const marked = {...microphone, bookmarks: [0.5, 1.25]};
    const element = await showing({...asRecording(valid), microphone: marked});
    expect(valueOf(element, 'Bookmarks')).to.equal('0:00, 0:01');
    const marks = part(element, 'player')?.querySelectorAll('.bookmarks button') ?? [];
    expect([...marks].map(textOf)).to.eql(['0:00', '0:01']);
    await expect(element).to.be.accessible();
  });

  it('shows the names of the bookmarks beside their times', async () => {
    const marked = {...microphone, bookmarks: [0.5, 1.25], bookmarkNames: ['', 'The\u202edoor']};
    const element = await showing({...asRecording(valid), microphone: marked});
    expect(valueOf(element, 'Bookmarks')).to.match(/^0:00, 0:01 The.+door$/);
    expect(valueOf(element, 'Bookmarks'), 'no hidden character').not.to.include('\u202e');
    const marks = part(element, 'player')?.querySelectorAll('.bookmarks button') ?? [];
    expect(textOf(marks[1])).to.match(/^0:01 The.+door$/);
    for (const names of ['The door', [7, null], {}]) {
      const other = {...marked, bookmarkNames: names as string[]};
      const shown = await showing({...asRecording(valid), microphone: other});
      expect(valueOf(shown, 'Bookmarks')).to.equal('0:00, 0:01');
    }
  });

  it('shows under the player of a broken seal that nothing confirms the recording', async () => {
    const words = 'Not confirmed: this may not be what was recorded.';
    for (const state of ['valid', 'untrusted', 'invalid', 'none'] as const) {
      const element = await showing(asRecording(answers[state]));
      expect(says(element), state).to.equal('Play');
      expect(textOf(part(element, 'preview')).includes(words), state).to.equal(state !== 'valid');
      await expect(element).to.be.accessible();
    }
  });

  it('shows the recording device and the sound processing', async () => {
    const element = await showing(asRecording(valid));
    expect(valueOf(element, 'Name')).to.equal('Built-in microphone');
    expect(valueOf(element, 'Sample rate')).to.equal('48 kHz');
    expect(valueOf(element, 'Channels')).to.equal('Mono');
    expect(valueOf(element, 'Echo cancellation')).to.equal('No');
    expect(valueOf(element, 'Noise suppression')).to.equal('No');
    expect(valueOf(element, 'Automatic gain')).to.equal('Yes');
    const other = {...microphone, sampleRate: 44_100, channels: 2};
    const stereo = await showing({...asRecording(valid), microphone: other});
    expect(valueOf(stereo, 'Sample rate')).to.equal('44.1 kHz');
    expect(valueOf(stereo, 'Channels')).to.equal('Stereo');
    const many = await showing({...asRecording(valid), microphone: {channels: 6}});
    expect(valueOf(many, 'Channels')).to.equal('6');
    expect(valueOf(many, 'Sound missing')).to.equal(undefined);
    const torn = {...asRecording(valid), microphone: {...microphone, missing: 0.33}};
    expect(valueOf(await showing(torn), 'Sound missing')).to.equal('0.33 s');
  });

  it('explains in plain words why microphone data are missing', async () => {
    const denied = {unavailableReason: 'disabled'} as const;
    const element = await showing({...asRecording(valid), microphone: denied});
    expect(valueOf(element, 'Microphone')).to.equal('It was switched off.');
  });

  it('tells a caption from the page’s tags: it is what somebody said', async () => {
    const said = {...asRecording(valid), tags: {case: '4711', caption: 'Heard at the door'}};
    const element = await showing(said);
    expect(valueOf(element, 'Caption, in somebody’s words')).to.equal('Heard at the door');
    expect(valueOf(element, 'case')).to.equal('4711');
    expect(valueOf(element, 'caption')).to.equal(undefined);
  });

  it('expects no camera in a recording, and no microphone in a photo', async () => {
    const bare = {...answers.none, labelValid: true, labelState: 'valid', tags: {a: 'b'}} as const;
    const missed = async (file: File) =>
      textOf(part(await showing(bare, file), 'sections')?.querySelector('p.quiet'));
    expect(await missed(await recording())).to.equal(
      'Not in this seal: Where, When, Microphone, Device, Network, Attitude and motion.',
    );
    expect(await missed(fileNamed('photo.jpg'))).to.equal(
      'Not in this seal: Where, When, Camera, Device, Network, Attitude and motion, Plate.',
    );
  });

  it('stops when another file is inspected, and has no player for a photo', async () => {
    const element = await showing(asRecording(valid));
    button(element)?.click();
    await waitUntil(() => says(element) === 'Pause');
    await element.inspect(fileNamed('photo.jpg'));
    expect(part(element, 'player')).to.be.null;
    await element.inspect(await recording());
    expect(says(element)).to.equal('Play');
  });

  it('shows a message if a recording cannot be played here, and the verdict anyway', async () => {
    const element = await showing(asRecording(valid), fileNamed('statement.mp3', 'audio/mpeg'));
    await waitUntil(() => textOf(part(element, 'preview')).startsWith('It cannot be played here'));
    expect(textOf(part(element, 'verdict')?.querySelector('h2'))).to.equal('Seal intact.');
  });
});
