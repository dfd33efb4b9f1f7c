import {expect, fixture, html, waitUntil} from '@open-wc/testing';
import {sendMouse} from '@web/test-runner-commands';
import {
  Waveform,
  type Frames,
  type WaveformOptions,
} from '../../../../src/elements/capture-audio/waveform/waveform.js';

/** Draws a frame when the test advances the time. */
class FakeFrames implements Frames {
  time = 0;
  drawings: {at: number; draw: () => void}[] = [];

  now() {
    return this.time;
  }

  after(milliseconds: number, draw: () => void) {
    const drawing = {at: this.time + milliseconds, draw};
    this.drawings.push(drawing);
    return () => void (this.drawings = this.drawings.filter((other) => other !== drawing));
  }

  pass(milliseconds: number) {
    this.time += milliseconds;
    const due = this.drawings.filter(({at}) => at <= this.time);
    this.drawings = this.drawings.filter((drawing) => !due.includes(drawing));
    for (const {draw} of due) draw();
    return due.length;
  }
}

const black = 'rgb(0, 0, 0)';

async function waveform(options: Partial<WaveformOptions> = {}, width = 300) {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.style.width = `${width}px`;
  const frames = new FakeFrames();
  const drawn = new Waveform(container, {height: 64, waveColor: black, ...options}, frames);
  return {container, frames, drawn};
}

/** The canvas layer of the waveform, or of the played part. */
const canvasIn = (container: HTMLElement, layer = 'canvases'): HTMLCanvasElement => {
  const canvas = container.firstElementChild?.shadowRoot?.querySelector<HTMLCanvasElement>(
    `.${layer} canvas`,
  );
  if (!canvas) throw new Error('nothing is drawn');
  return canvas;
};

/** Number of pixels that are not empty in each column, left to right. */
function columns(canvas: HTMLCanvasElement): number[] {
  const {width, height} = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  return Array.from({length: width}, (_, x) => {
    let filled = 0;
    for (let y = 0; y < height; y++) if (data[4 * (y * width + x) + 3]) filled++;
    return filled;
  });
}

const peaks = (...values: number[]) => Float32Array.from(values);

/** The peak value for a level in decibels; 0 is the loudest. */
const decibels = (level: number): number => 10 ** (level / 20);

describe('the waveform of a recording', () => {
  it('scales heights in decibels: an ordinary voice fills half, and below 60 dB only a line is drawn', async () => {
    const {container, drawn, frames} = await waveform();
    drawn.showLive(peaks(decibels(-15), decibels(-30), decibels(-59), decibels(-80)));
    frames.pass(0);
    const filled = columns(canvasIn(container)).filter((count) => count > 0);
    expect(filled).to.eql([48, 48, 32, 32, 2, 2, 2, 2]);
  });

  it('draws the newest peak at the right edge, and older ones left of it', async () => {
    const {container, drawn, frames} = await waveform();
    drawn.showLive(peaks(1, decibels(-30), 0));
    frames.pass(0);
    const filled = columns(canvasIn(container));
    expect(filled.length).to.equal(300);
    expect(filled.slice(-8)).to.eql([64, 64, 0, 32, 32, 0, 2, 2]);
    expect(
      filled.slice(0, -8).every((count) => count === 0),
      'nothing before',
    ).to.be.true;
    drawn.showLive(peaks(1, decibels(-30), 0, decibels(-45)));
    frames.pass(100);
    expect(columns(canvasIn(container)).slice(-11)).to.eql([64, 64, 0, 32, 32, 0, 2, 2, 0, 16, 16]);
  });

  it('drops the oldest peaks when it is full', async () => {
    const {container, drawn, frames} = await waveform();
    drawn.showLive(peaks(...Array<number>(200).fill(1), ...Array<number>(100).fill(decibels(-30))));
    frames.pass(0);
    expect(Math.max(...columns(canvasIn(container)))).to.equal(32);
  });

  it('draws at most ten times a second, and always the newest peaks', async () => {
    const {container, drawn, frames} = await waveform();
    let draws = 0;
    for (let told = 0; told < 100; told++) {
      drawn.showLive(peaks(told / 100));
      draws += frames.pass(20);
    }
    expect(draws).to.be.within(18, 20);
    drawn.showLive(peaks(1));
    frames.pass(100);
    expect(columns(canvasIn(container)).at(-1)).to.equal(64);
  });

  it('shows the whole recording over the full width, with the loudest peak of the time of each bar', async () => {
    const {container, drawn} = await waveform();
    const whole = new Float32Array(1000).fill(decibels(-45));
    whole[999] = 1;
    drawn.showWhole(whole);
    const filled = columns(canvasIn(container));
    expect(filled.slice(0, 3)).to.eql([0, 16, 16]);
    expect(filled.at(-1)).to.equal(64);
    expect(filled.filter((count) => count > 0).length).to.equal(200);
  });

  it('fits short and long recordings, and draws nothing without one', async () => {
    const {container, drawn} = await waveform();
    drawn.showWhole(peaks(1, decibels(-30)));
    const filled = columns(canvasIn(container)).filter((count) => count > 0);
    expect(filled.slice(0, 100).every((count) => count === 64)).to.be.true;
    expect(filled.slice(100).every((count) => count === 32)).to.be.true;
    drawn.showWhole(peaks());
    expect(Math.max(...columns(canvasIn(container)))).to.equal(0);
  });

  it('draws bookmarks as lines with heads, where they were set', async () => {
    const marked = (canvas: HTMLCanvasElement) => {
      const filled = columns(canvas);
      return filled.flatMap((count, x) => (count === 64 ? [x] : []));
    };
    const {container, drawn, frames} = await waveform({progressColor: '#0000ff'});
    const quiet = new Float32Array(40).fill(decibels(-45));
    // The last peak is at the right edge, and the one 19 peaks before it is that of the first second.
    drawn.showLive(quiet, {bookmarks: [1]});
    frames.pass(0);
    expect(marked(canvasIn(container))).to.eql([298 - 19 * 3, 299 - 19 * 3]);
    drawn.showLive(quiet, {bookmarks: [2]});
    frames.pass(100);
    expect(marked(canvasIn(container)), 'in a pause').to.eql([298, 299]);
    const [red, green, blue] =
      canvasIn(container).getContext('2d')?.getImageData(299, 2, 1, 1).data ?? [];
    expect([red, green, blue]).to.eql([0, 0, 255]);
    drawn.showLive(new Float32Array(3000).fill(decibels(-45)), {bookmarks: [1]});
    frames.pass(100);
    expect(marked(canvasIn(container)), 'no longer in view').to.eql([]);
    drawn.showWhole(quiet, {bookmarks: [1]});
    expect(marked(canvasIn(container))).to.eql([149, 150]);
  });

  it('draws the name of a bookmark beside its line, as far as there is room until the next one', async () => {
    const {container, drawn, frames} = await waveform();
    const silent = new Float32Array(100);
    const draw = (bookmarks: number[], bookmarkNames: string[]) => {
      drawn.showLive(silent, {bookmarks, bookmarkNames});
      frames.pass(100);
      // Above the middle there are only the letters, the lines, and their heads.
      const {data} = canvasIn(container).getContext('2d')?.getImageData(0, 8, 300, 8) ?? {};
      return Array.from({length: 300}, (_, x) => {
        let filled = 0;
        for (let y = 0; y < 8; y++) if (data?.[4 * (300 * y + x) + 3]) filled++;
        return filled;
      });
    };
    const letters = (columns: number[]) => columns.filter((count) => count > 0 && count < 8).length;
    expect(letters(draw([2], []))).to.equal(0);
    const short = letters(draw([2], ['The door']));
    expect(short).to.be.greaterThan(20);
    const long = draw([2], ['The door '.repeat(12)]);
    expect(letters(long)).to.be.greaterThan(short);
    const cut = letters(draw([2, 4], ['The door '.repeat(12)]));
    expect(cut).to.be.greaterThan(20);
    // 2 seconds are 120 pixels.
    expect(cut).to.be.lessThan(120);
    expect(letters(draw([2, 2.2], ['The door'])), 'no room').to.equal(0);
    drawn.showWhole(silent, {bookmarks: [2], bookmarkNames: ['The door']});
    expect(columns(canvasIn(container)).filter((count) => count > 2).length).to.be.greaterThan(20);
  });

  it('measures only the names of bookmarks in the picture, and few beginnings of each', async () => {
    const {drawn, frames} = await waveform();
    const measured: string[] = [];
    const {prototype} = CanvasRenderingContext2D;
    const before = Object.getOwnPropertyDescriptor(prototype, 'measureText') ?? {};
    const measureText = before.value as (this: unknown, text: string) => TextMetrics;
    prototype.measureText = function (text) {
      measured.push(text);
      return measureText.call(this, text);
    };
    try {
      const bookmarks = Array.from({length: 100}, (_, index) => index + 1);
      const bookmarkNames = bookmarks.map((second) => `${second} ${'The door '.repeat(10)}`);
      drawn.showLive(new Float32Array(2000), {bookmarks, bookmarkNames});
      frames.pass(100);
      // 300 pixels are 5 seconds.
      expect(new Set(measured.map((text) => text.slice(0, 3))).size).to.be.within(4, 7);
      expect(measured.length).to.be.within(5, 70);
    } finally {
      Object.defineProperty(prototype, 'measureText', before);
    }
  });

  it('follows the width of its container', async () => {
    const {container, drawn} = await waveform();
    drawn.showWhole(peaks(1));
    container.style.width = '150px';
    await waitUntil(() => canvasIn(container).width === 150, 'it is drawn again');
    expect(columns(canvasIn(container)).at(-1)).to.equal(64);
  });

  it('draws as soon as its container is visible', async () => {
    const {container, drawn, frames} = await waveform();
    container.hidden = true;
    drawn.showLive(peaks(1));
    frames.pass(0);
    container.hidden = false;
    await waitUntil(() => container.firstElementChild?.shadowRoot?.querySelector('canvas'));
    expect(columns(canvasIn(container)).at(-1)).to.equal(64);
  });

  it('uses the given colors, including currentcolor', async () => {
    const {container, drawn} = await waveform({
      waveColor: 'currentColor',
      progressColor: '#0000ff',
    });
    container.style.color = 'rgb(255, 0, 0)';
    drawn.showWhole(peaks(1));
    const colour = (layer: string) => [
      ...(canvasIn(container, layer).getContext('2d')?.getImageData(299, 32, 1, 1).data ?? []),
    ];
    expect(colour('canvases')).to.eql([255, 0, 0, 255]);
    expect(colour('progress')).to.eql([0, 0, 255, 255]);
  });

  it('shows how much was played, and starts again with another recording', async () => {
    const {container, drawn, frames} = await waveform();
    const played = () => canvasIn(container, 'progress').closest('.progress')?.clientWidth;
    drawn.showWhole(peaks(1));
    drawn.showProgress(0.5);
    expect(played()).to.equal(150);
    drawn.showLive(peaks(1));
    frames.pass(100);
    drawn.showProgress(0.5);
    expect(played()).to.equal(0);
  });

  it('lets a person seek in a finished recording, and not in one that is being made', async () => {
    const chosen: number[] = [];
    const {container, drawn, frames} = await waveform({onSeek: (place) => chosen.push(place)});
    const {left, top} = container.getBoundingClientRect();
    const press = (x: number) =>
      sendMouse({type: 'click', position: [Math.round(left) + x, Math.round(top) + 30]});
    drawn.showLive(peaks(1));
    frames.pass(0);
    await press(150);
    expect(chosen).to.eql([]);
    drawn.showWhole(peaks(1));
    await press(75);
    expect(chosen).to.have.length(1);
    expect(chosen[0]).to.be.closeTo(0.25, 0.01);
    await sendMouse({type: 'move', position: [Math.round(left) + 100, Math.round(top) + 30]});
    await sendMouse({type: 'down'});
    await sendMouse({type: 'move', position: [Math.round(left) + 150, Math.round(top) + 30]});
    await sendMouse({type: 'move', position: [Math.round(left) + 210, Math.round(top) + 30]});
    await sendMouse({type: 'up'});
    expect(chosen.at(-1)).to.be.closeTo(0.7, 0.01);
  });

  it('is hidden from assistive technology', async () => {
    const {container} = await waveform();
    expect(container.firstElementChild?.getAttribute('aria-hidden')).to.equal('true');
  });

  it('restores its container when it is removed, and stops drawing', async () => {
    const {container, drawn, frames} = await waveform();
    drawn.showLive(peaks(1));
    drawn.destroy();
    expect(container.childNodes.length).to.equal(0);
    expect(frames.drawings).to.be.empty;
  });

  it('works in a shadow root under the strictest policy without a violation', async () => {
    const frame = document.createElement('iframe');
    const script = new URL('waveform-frame.ts', import.meta.url).href;
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="default-src 'none';
      script-src ${location.origin}; style-src ${location.origin}; require-trusted-types-for 'script'; trusted-types lit-html">
      <script type="module" src="${script}"></script>`;
    document.body.append(frame);
    const told = () => frame.contentDocument?.documentElement?.dataset;
    await waitUntil(() => told()?.['done'], 'it is drawn', {timeout: 10_000});
    expect(told()?.['violations']).to.equal('');
    expect(told()?.['done']).to.equal('64 64');
    frame.remove();
  });
});
