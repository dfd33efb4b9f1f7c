import {expect, oneEvent, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {LicensePlateEvent, ProtectErrorEvent} from '../../../src/elements/events.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {CaptureImageFixture} from './fixture.js';
import {live, photo, type FakeCore} from '../fake-core.js';
import {all, drawn, textOf} from '../kit.js';

const plate = {
  detectedPlateNumber: 'M AB 1284',
  boundingBox: {x: 100, y: 100, width: 200, height: 50},
};

describe('the license plate of a photo', () => {
  let fixture: CaptureImageFixture;
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await CaptureImageFixture.create();
    ({core, element} = fixture);
    element.licensePlateDetector = {detect: () => Promise.resolve(undefined)};
    core.protection.firstProgress = {name: 'held', awaits: 'license-plate'};
    await fixture.show(live());
  });

  const take = async () => {
    const {captureId} = await element.takePicture();
    await element.updateComplete;
    return captureId;
  };
  const read = async (captureId: string, info?: typeof plate) => {
    await drawn(element, core.protection.readPlate(captureId, info));
  };
  const input = () => fixture.find<HTMLInputElement>('.plate input');
  const type = async (text: string) => {
    input().focus();
    input().select();
    await drawn(element, sendKeys({type: text}));
  };
  const said = () => fixture.text('[role=status]');
  const noPlate = () => fixture.find('.plate button[type=button]');
  const confirmed = () => core.protection.calls.filter((call) => call.startsWith('confirm'));

  it('is asked for while it is being read, without moving the focus or blocking the camera', async () => {
    fixture.find('[part=shutter]').focus();
    await take();
    expect(said()).to.equal('Photo taken. Reading the plate.');
    expect(fixture.text('.plate p')).to.equal('Reading the plate…');
    expect(element.shadowRoot?.activeElement?.className).to.equal('shutter');
    const {bottom} = fixture.find('.plate').getBoundingClientRect();
    expect(bottom).to.be.at.most(fixture.find('[part=shutter]').getBoundingClientRect().top);
    await take();
    expect(element.pendingLicensePlates).to.have.length(2);
  });

  it('is shown as it was read, with its part of the picture, and reported as an event', async () => {
    const captureId = await take();
    const told: Promise<LicensePlateEvent> = oneEvent(fixture.page, 'license-plate');
    await read(captureId, plate);
    const event = await told;
    expect(event.detail).to.eql({captureId, mode: 'image', licensePlateInfo: plate});
    expect(event).to.include({captureId, mode: 'image'});
    expect(input().value).to.equal('M AB 1284');
    expect(said()).to.equal('Plate read: M AB 1284. Confirm or correct it.');
    await waitUntil(() => fixture.has('.plate canvas'), 'the excerpt is drawn');
    const {width, height} = fixture.find<HTMLCanvasElement>('.plate canvas');
    expect(width / height).to.be.closeTo(250 / 100, 0.05);
  });

  it('is confirmed unchanged with Enter', async () => {
    const captureId = await take();
    await read(captureId, plate);
    input().focus();
    await sendKeys({press: 'Enter'});
    await waitUntil(() => !fixture.has('.plate'), 'the form has gone');
    expect(confirmed()).to.eql([`confirm ${captureId} M AB 1284`]);
    expect(said()).to.equal('Plate saved.');
    expect(element.shadowRoot?.activeElement?.className).to.equal('shutter');
  });

  it('keeps the typed text when the detector answers and when another photo is taken', async () => {
    const first = await take();
    await type('BXY-7');
    const second = await take();
    await read(second, plate);
    await read(first, plate);
    expect(input().value).to.equal('BXY-7');
    expect(element.shadowRoot?.activeElement).to.equal(input());
    expect(fixture.find('.plate').textContent).to.contain('1 more photo to confirm');
    fixture.find('.plate .primary').click();
    await waitUntil(() => input().value === 'M AB 1284', 'the second is asked for');
    expect(confirmed()).to.eql([`confirm ${first} BXY-7`]);
    expect(element.pendingLicensePlates.map(({captureId}) => captureId)).to.eql([second]);
    await waitUntil(
      () => element.shadowRoot?.activeElement?.className === 'plate',
      'the next form has the focus',
    );
  });

  it('is confirmed as missing with one press; a double click does not affect the next photo', async () => {
    const first = await take();
    await take();
    const press = (detail: number) => {
      noPlate().dispatchEvent(new MouseEvent('click', {detail, bubbles: true, cancelable: true}));
    };
    press(1);
    await waitUntil(() => element.pendingLicensePlates.length === 1, 'the first is confirmed');
    await element.updateComplete;
    press(2);
    expect(confirmed()).to.eql([`confirm ${first} `]);
  });

  it('cannot be confirmed while it is read, and keeps what is typed meanwhile', async () => {
    const captureId = await take();
    await type('BXY-7');
    const button = fixture.find('.plate .primary');
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    button.click();
    await sendKeys({press: 'Enter'});
    expect(confirmed()).to.eql([]);
    await expect(element).to.be.accessible();
    await read(captureId, plate);
    expect(button.getAttribute('aria-disabled')).to.equal('false');
    button.click();
    expect(confirmed()).to.eql([`confirm ${captureId} BXY-7`]);
  });

  it('is not asked for after a retake, which can be undone', async () => {
    const captureId = await take();
    const button = () => all(element, '.plate button').find((one) => textOf(one) === 'Retake');
    button()?.click();
    await waitUntil(() => !fixture.has('.plate'), 'the form has gone');
    await waitUntil(
      () => element.shadowRoot?.activeElement?.className === 'shutter',
      'the shutter has the focus',
    );
    expect(said()).to.equal('1 photo deleted');
    expect(core.protection.captures.map((capture) => capture.captureId)).to.eql([captureId]);
    await drawn(element, fixture.find('.undo').click());
    expect(fixture.has('.plate'), 'it is asked for again').to.be.true;
  });

  it('is not sealed with an empty field by mistake', async () => {
    await read(await take());
    const button = fixture.find<HTMLButtonElement>('.plate .primary');
    expect(button.disabled, 'nothing is typed').to.be.true;
    await type(' ');
    expect(button.disabled).to.be.true;
    button.click();
    await sendKeys({press: 'Enter'});
    expect(confirmed()).to.eql([]);
    await type('B');
    expect(button.disabled).to.be.false;
  });

  it('that was not found has to be typed, or confirmed as missing', async () => {
    await read(await take());
    expect(fixture.text('.plate p')).to.equal(
      'Couldn’t read a plate. Type it, or choose “No plate”.',
    );
    expect(said()).to.equal('Couldn’t read a plate. Type it, or choose “No plate”.');
    await waitUntil(() => fixture.has('.plate canvas'), 'the whole picture is drawn');
  });

  it('is asked for again after a reload, with what was read and when it was taken', async () => {
    core.protection.captures = [
      {
        captureId: 'earlier',
        mode: 'image',
        capturedAt: '2026-11-20T15:04:00Z',
        progress: {name: 'held', awaits: 'license-plate'},
        licensePlateInfo: plate,
      },
    ];
    await fixture.show({name: 'off'});
    await drawn(element, core.protection.client.onChange());
    expect(input().value).to.equal('M AB 1284');
    expect(fixture.find('.plate time').getAttribute('datetime')).to.equal(
      '2026-11-20T15:04:00.000Z',
    );
    expect(fixture.has('.plate p')).to.be.false;
    await expect(element).to.be.accessible();
  });

  it('that could not be stored is still asked for, and the failure is reported', async () => {
    await read(await take(), plate);
    core.protection.refusal = new SealedCaptureError('storage_full', 'No space is left.');
    const told: Promise<ProtectErrorEvent> = oneEvent(element, 'protect-error');
    fixture.find('.plate .primary').click();
    expect((await told).code).to.equal('storage_full');
    core.protection.refusal = undefined;
    await element.updateComplete;
    fixture.find('.plate .primary').click();
    await waitUntil(() => !fixture.has('.plate'), 'it is noted now');
  });

  it('that was confirmed elsewhere is not reported as a failure', async () => {
    const captureId = await take();
    await read(captureId, plate);
    const before = said();
    const told: ProtectErrorEvent[] = [];
    element.addEventListener('protect-error', (event) => told.push(event));
    core.protection.refusal = new SealedCaptureError('capture_unknown', 'Not held back.');
    fixture.find('.plate .primary').click();
    await waitUntil(() => confirmed().length === 1, 'it was tried');
    core.protection.advance(captureId, {name: 'sealing'});
    await waitUntil(() => !fixture.has('.plate'), 'the form has gone');
    expect(told).to.eql([]);
    expect(said()).to.equal(before);
  });

  it('is asked for beside its own picture, also while it is read', async () => {
    const colours = ['#ff0000', '#0000ff'];
    for (const colour of colours) {
      core.camera.develop = () => photo(colour, 640, 360, colour);
      await take();
    }
    const shown = async () => {
      await waitUntil(() => fixture.has('.plate canvas'), 'the picture is drawn');
      const canvas = fixture.find<HTMLCanvasElement>('.plate canvas');
      const pixels = canvas.getContext('2d')?.getImageData(2, canvas.height - 2, 1, 1).data ?? [];
      return [...pixels].map((value) => value > 127);
    };
    expect(fixture.text('.plate p')).to.equal('Reading the plate…');
    expect(await shown()).to.eql([true, false, false, true]);
    const first = fixture.find('.plate');
    noPlate().click();
    await waitUntil(() => fixture.find('.plate') !== first, 'the second is asked for');
    expect(fixture.text('.plate p')).to.equal('Reading the plate…');
    expect(await shown()).to.eql([false, false, true, true]);
  });

  it('is stored, not sealed, if the page seals later itself', async () => {
    element.autoProtect = false;
    await read(await take(), plate);
    expect(fixture.text('.plate .primary')).to.equal('Use this plate');
  });

  it('can be asked for by the page in its own way, without our form', async () => {
    const own = document.createElement('div');
    own.slot = 'license-plate';
    own.textContent = 'Which plate?';
    element.append(own);
    const captureId = await take();
    expect(own.assignedSlot?.name).to.equal('license-plate');
    expect(fixture.find('.plate').checkVisibility()).to.be.false;
    await element.confirmLicensePlate(captureId, 'M AB 1');
    expect(confirmed()).to.eql([`confirm ${captureId} M AB 1`]);
    await element.updateComplete;
    expect(own.assignedSlot).to.be.null;
  });

  it('keeps the photo marked until it is confirmed', async () => {
    await fixture.takePicture();
    expect(fixture.find('.thumbnail').getAttribute('aria-label')).to.equal(
      'Last photo: waits for its plate',
    );
  });

  it('closes the list of what will be sealed, which can be opened over the form', async () => {
    await drawn(element, fixture.find('.pill').click());
    await take();
    expect([fixture.has('.contents'), fixture.has('.plate')]).to.eql([false, true]);
    await type('BXY-7');
    await drawn(element, fixture.find('.pill').click());
    expect([fixture.has('.contents'), fixture.has('.plate')]).to.eql([true, false]);
    await drawn(element, fixture.find('.close').click());
    expect(input().value).to.equal('BXY-7');
  });

  it('is shown completely, with both answers, also in a narrow page with text of twice the size', async () => {
    element.style.inlineSize = '320px';
    document.documentElement.style.fontSize = '200%';
    try {
      await read(await take());
      await take();
      await waitUntil(() => fixture.has('.plate canvas'), 'the picture is drawn');
      await type('M AB 1284');
      expect(input().scrollWidth).to.be.at.most(input().clientWidth);
      const form = fixture.find('.plate');
      expect(form.scrollHeight, 'nothing has to be scrolled').to.equal(form.clientHeight);
      const {bottom} = form.getBoundingClientRect();
      const shutter = fixture.find('[part=shutter]').getBoundingClientRect();
      expect(bottom).to.be.at.most(shutter.top);
      const frame = fixture.find('.frame').getBoundingClientRect();
      expect(shutter.bottom).to.be.at.most(frame.bottom);
      noPlate().click();
      expect(confirmed()).to.have.length(1);
    } finally {
      document.documentElement.style.fontSize = '';
    }
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [280, 700]) {
      it(`has an accessible form in ${scheme}, ${width} pixels wide`, async () => {
        element.style.colorScheme = scheme;
        element.style.inlineSize = `${width}px`;
        await read(await take(), plate);
        await take();
        await waitUntil(() => fixture.has('.plate canvas'), 'the excerpt is drawn');
        const form = fixture.find('.plate');
        expect(form.scrollWidth).to.equal(form.clientWidth);
        await expect(element).to.be.accessible();
      });
    }
  }
});
