import {expect} from '@open-wc/testing';
import type {LitElement} from 'lit';
import {CaptureAudioFixture} from './capture-audio/fixture.js';
import {CaptureImageFixture} from './capture-image/fixture.js';
import {live} from './fake-core.js';
import {all, drawn} from './kit.js';
import {valid} from './seal-inspector/answers.js';
import {FakeClient, fileNamed, inspectorWith} from './seal-inspector/fixture.js';

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const context = canvas.getContext('2d', {willReadFrequently: true}) as CanvasRenderingContext2D;

/** Parses a computed color in any notation into channels from 0 to 255. */
function colorOf(notation: string): Color {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = notation;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data] as unknown as Color;
}

const over = ([red, green, blue, alpha]: Color, below: Color): Color => {
  const mixed = [red, green, blue].map(
    (channel, index) => (channel * alpha + (below[index] ?? 0) * (255 - alpha)) / 255,
  );
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0, 255];
};

/** Relative luminance as in WCAG 2. */
function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The background behind an element: the colors of its ancestors, blended. */
function groundOf(element: Element | null, page: Color): Color {
  const parent = element?.parentElement ?? (element?.getRootNode() as ShadowRoot | null)?.host;
  const below = parent instanceof Element ? groundOf(parent, page) : page;
  return element ? over(colorOf(getComputedStyle(element).backgroundColor), below) : below;
}

const CONTROLS = 'button, input:not([type=range]):not([hidden]), select, a.button, .intake';

/** Controls whose edge does not contrast with their background. */
function faint(element: LitElement, page: Color): string[] {
  return all(element, CONTROLS).flatMap((control) => {
    const {borderTopWidth, borderTopStyle, borderTopColor, backgroundColor} =
      getComputedStyle(control);
    if (borderTopWidth === '0px' || borderTopStyle === 'none') return [];
    const around = groundOf(control.parentElement, page);
    const inside = over(colorOf(backgroundColor), around);
    const border = over(colorOf(borderTopColor), inside);
    // A filled control is visible by its background.
    const edge = Math.max(contrast(border, around), contrast(inside, around));
    return edge >= 3 ? [] : [`${control.className || control.localName}: ${edge.toFixed(2)}`];
  });
}

describe('controls have an edge with a contrast of at least 3 : 1', () => {
  const white: Color = [255, 255, 255, 255];
  const night: Color = [20, 23, 28, 255];

  for (const [scheme, page] of [
    ['light', white],
    ['dark', night],
  ] as const) {
    it(`in <seal-inspector>, ${scheme}`, async () => {
      const element = await inspectorWith(new FakeClient(() => Promise.resolve(valid)));
      element.style.colorScheme = scheme;
      expect(faint(element, page)).to.eql([]);
      await element.inspect([fileNamed('one.jpg'), fileNamed('two.jpg')]);
      expect(all(element, CONTROLS).length).to.be.above(5);
      expect(faint(element, page)).to.eql([]);
    });

    it(`in <capture-audio>, ${scheme}`, async () => {
      const fixture = await CaptureAudioFixture.create();
      const {element} = fixture;
      element.style.colorScheme = scheme;
      await fixture.record(2);
      expect(faint(element, page)).to.eql([]);
      await drawn(element, element.pauseRecording());
      expect(faint(element, page)).to.eql([]);
      await element.stopRecording();
      await element.updateComplete;
      expect(all(element, CONTROLS).length).to.be.above(2);
      expect(faint(element, page)).to.eql([]);
    });

    it(`in <capture-image>, ${scheme}`, async () => {
      const fixture = await CaptureImageFixture.create();
      const {element} = fixture;
      element.style.colorScheme = scheme;
      await fixture.show({name: 'off'});
      expect(faint(element, page)).to.eql([]);
      await fixture.show(live());
      expect(all(element, CONTROLS).length).to.be.above(1);
      expect(faint(element, page), 'over the black around the picture').to.eql([]);
    });
  }

  it('on a page with custom colors', async () => {
    const element = await inspectorWith(new FakeClient(() => Promise.resolve(valid)));
    element.style.cssText = '--sc-surface: #fdf6e3; --sc-text: #333; --sc-line: #eee8d5';
    await element.inspect(fileNamed('one.jpg'));
    expect(faint(element, colorOf('#fdf6e3'))).to.eql([]);
  });
});
