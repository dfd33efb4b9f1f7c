import {change, rendered, waitUntil} from '../kit.js';
import {GuidedFixture} from './shots-fixture.js';

/** Where the live picture is, without the black beside it. */
function pictureOf(video: HTMLVideoElement) {
  const {videoWidth, videoHeight} = video;
  const {left, top, width, height} = video.getBoundingClientRect();
  const scale = Math.min(width / videoWidth, height / videoHeight);
  const [x, y] = [
    left + (width - scale * videoWidth) / 2,
    top + (height - scale * videoHeight) / 2,
  ];
  return new DOMRect(x, y, scale * videoWidth, scale * videoHeight);
}

describe('The outline of a shot', () => {
  const sizes = [
    ['an upright frame', 360, 640],
    ['a wide frame', 900, 500],
    ['a low frame', 724, 300],
  ] as const;
  const shapes = [
    ['wide', 640, 360],
    ['upright', 360, 640],
  ] as const;

  for (const [frame, inline, block] of sizes) {
    it(`lies on the picture in ${frame}, also when that gets another shape`, async () => {
      const fixture = await GuidedFixture.create([{id: 'a', label: 'A', overlay: 'document'}]);
      const {element} = fixture;
      element.style.cssText = `inline-size: ${inline}px; block-size: ${block}px`;
      for (const [shape, width, height] of shapes) {
        const video = await fixture.showPicture(width, height);
        for (const overlay of ['document', 'vehicle-side', 'face'] as const) {
          await change(element, {shots: [{id: overlay, label: 'A', overlay}]});
          await rendered(element);
          const isOnIt = () => {
            const picture = pictureOf(video);
            const lines = fixture.find('.outline path').getBoundingClientRect();
            return (
              lines.height > 20 &&
              lines.left >= picture.left &&
              lines.right <= picture.right &&
              lines.top >= picture.top &&
              lines.bottom <= picture.bottom
            );
          };
          await waitUntil(isOnIt, `${overlay} lies on the ${shape} picture`);
        }
      }
    });
  }

  it('follows the frame to another size', async () => {
    const fixture = await GuidedFixture.create([{id: 'a', label: 'A', overlay: 'document'}]);
    const {element} = fixture;
    const video = fixture.find<HTMLVideoElement>('video');
    await waitUntil(() => video.videoWidth > 0, 'there is a picture');
    const top = () =>
      fixture.find('.outline path').getBoundingClientRect().top - pictureOf(video).top;
    for (const size of [640, 500]) {
      element.style.cssText = `inline-size: 360px; block-size: ${size}px`;
      await waitUntil(() => top() > 5 && top() < 20, `it begins below the upper edge: ${size}`);
    }
  });
});
