import {expect, waitUntil} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {answers, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part, valueOf} from './fixture.js';
import {textOf} from '../kit.js';

/** A short film of one colour. */
async function film(): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 48];
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(25), {mimeType: 'video/webm'});
  const parts: Blob[] = [];
  recorder.ondataavailable = ({data}) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  for (let i = 0; i < 10; i++) {
    context?.fillRect(i, 0, 64, 48);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await stopped;
  return new File(parts, 'clip.webm', {type: 'video/webm'});
}

describe('<seal-inspector> with a file that is no photo', () => {
  const showing = async (file: File, answer = valid): Promise<SealInspector> => {
    const element = await inspectorWith(new FakeClient(() => Promise.resolve(answer)));
    await element.inspect(file);
    return element;
  };
  const video = (element: SealInspector) => part(element, 'preview')?.querySelector('video');

  it('shows a video with the controls of the browser, and its size', async () => {
    const element = await showing(await film());
    await waitUntil(() => video(element), 'the video is shown');
    expect(video(element)?.controls).to.be.true;
    expect(video(element)?.autoplay).to.be.false;
    const pixels = () => valueOf(element, 'Width × height');
    await waitUntil(() => pixels() === '64 × 48 px', 'its size', {timeout: 5000});
    await expect(element).to.be.accessible();
  });

  it('says of a video with a broken seal that it may not be what was recorded', async () => {
    const element = await showing(await film(), answers.invalid);
    await waitUntil(() => video(element), 'the video is shown');
    expect(textOf(part(element, 'preview'))).to.contain('Not confirmed');
  });

  it('releases the video when the element is removed, and shows it again', async () => {
    const element = await showing(await film());
    await waitUntil(() => video(element));
    const first = video(element);
    const isReadable = () =>
      fetch(String(first?.src)).then(
        () => true,
        () => false,
      );
    expect(await isReadable()).to.be.true;
    const home = element.parentElement;
    element.remove();
    home?.append(element);
    await waitUntil(() => video(element) && video(element) !== first, 'another one');
    expect(await isReadable()).to.be.false;
  });

  it('shows the kind of a file that the browser cannot show', async () => {
    for (const [name, type, says] of [
      ['clip.mp4', 'video/mp4', 'MP4 No preview'],
      ['paper.pdf', 'application/pdf', 'PDF No preview'],
      ['raw.DNG', '', 'DNG No preview'],
      ['', 'image/x-adobe-dng', 'DNG No preview'],
    ] as const) {
      const element = await showing(fileNamed(name, type));
      await waitUntil(() => textOf(part(element, 'preview')) === says, `${name} ${type}`);
      await expect(element).to.be.accessible();
    }
  });
});
