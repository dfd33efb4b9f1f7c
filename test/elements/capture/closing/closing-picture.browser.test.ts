import {expect} from '@open-wc/testing';
import {closingPicture} from '../../../../src/elements/capture/closing/closing-picture.js';

const english = {
  title: 'Closing record',
  moment: '29 November 2026 at 10:15 CET, by this device’s clock',
  note: 'The list of what belongs to this job is in the seal of this picture. Inspect it together with the job’s photos and recordings.',
  language: 'en',
};
const arabic = {
  title: 'سجل الإغلاق',
  moment: '29 نوفمبر 2026 في 10:15، حسب ساعة هذا الجهاز',
  note: 'قائمة ما ينتمي إلى هذه المهمة موجودة في ختم هذه الصورة. افحص الصورة مع صور المهمة وتسجيلاتها.',
  language: 'ar',
};

/** Whether something dark is drawn in columns, at each pixel of the picture's width. */
async function columns(picture: Blob): Promise<boolean[]> {
  const bitmap = await createImageBitmap(picture);
  const {width, height} = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const {data} = context!.getImageData(0, 60, width, height - 120);
  const dark = Array.from({length: width}, () => false);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! < 120) dark[(at / 4) % width] = true;
  }
  return dark;
}

describe('The picture of a closing record', () => {
  const jobs = {
    'a short name': 'claim 4711',
    'a long name': 'Schadenfall '.repeat(21),
    'one word of 256 characters': 'W'.repeat(256),
    'a long Japanese name': '案件番号。'.repeat(51),
    'a long Arabic name': 'مطالبة رقم ٤٧١١ '.repeat(16),
  };
  for (const [name, job] of Object.entries(jobs)) {
    it(`has ${name} within its margins, in a language of either direction`, async () => {
      for (const words of [english, arabic]) {
        const dark = await columns(await closingPicture({...words, job}));
        expect(dark.slice(40, 70).some(Boolean), `${words.language}: left margin`).to.be.false;
        // A closing mark may be in the margin.
        expect(dark.slice(-45, -38).some(Boolean), `${words.language}: right margin`).to.be.false;
        const first = words === arabic ? dark.slice(1000, 1122) : dark.slice(78, 200);
        expect(first.some(Boolean), `${words.language}: begins at its edge`).to.be.true;
      }
    });
  }
});
