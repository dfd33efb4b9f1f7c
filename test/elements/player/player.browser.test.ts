import {expect, fixture, html as markup, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {html, LitElement} from 'lit';
import {openPlayback, type Playback} from '../../../src/core/wiring/playback.js';
import {Player} from '../../../src/elements/player/player.js';
import {playerStyles} from '../../../src/elements/player/player-styles.js';
import {player as words} from '../../../src/lang/compiled/en/player.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {base, tokens} from '../../../src/elements/design-tokens.js';
import {drawn} from '../kit.js';

/** Waits longer than usual, for a suspended sound device or a busy machine. */
const until = (condition: () => unknown, message?: string): Promise<void> =>
  waitUntil(() => Boolean(condition()), message, {timeout: 8000});

/** Two and a half seconds of a tone, with the duration in the file as in our recordings. */
const recording = async (): Promise<Blob> =>
  new Blob([await (await fetch('/test/elements/media/tone.mp3')).arrayBuffer()], {
    type: 'audio/mpeg',
  });

class PlayerHost extends LitElement {
  static override readonly styles = [tokens, base, playerStyles];
  readonly opened: (Playback & {url: string})[] = [];
  readonly heard: number[] = [];
  bookmarks: readonly number[] = [];
  names?: readonly string[];
  readonly #localize = new Localize(this, words);
  readonly player = new Player(
    this,
    (fraction) => this.heard.push(fraction),
    (blob) => {
      const playback = openPlayback(blob);
      this.opened.push({...playback, url: playback.audio.src});
      return playback;
    },
  );

  get sound(): HTMLAudioElement {
    const audio = this.opened.at(-1)?.audio;
    if (!audio) throw new Error('nothing was opened');
    return audio;
  }

  get said(): string {
    return (this.renderRoot.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  find<Found extends Element = HTMLElement>(selector: string): Found {
    const found = this.renderRoot.querySelector<Found>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  }

  protected override render() {
    return html`${this.player.render(this.#localize, this.bookmarks, this.names)}`;
  }
}
customElements.define('player-host', PlayerHost);

const host = () => fixture<PlayerHost>(markup`<player-host lang="en"></player-host>`);

/** Resolves with a player that has loaded the recording and shows its duration. */
async function loaded(blob?: Blob): Promise<PlayerHost> {
  const element = await host();
  element.player.load(blob ?? (await recording()));
  await waitUntil(() => element.sound.duration > 0, 'the duration is known', {timeout: 5000});
  await element.updateComplete;
  return element;
}

const isGone = async (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe('the player of a recording', () => {
  it('plays from left to right, also on a right-to-left page', async () => {
    const element = await loaded();
    element.dir = 'rtl';
    const left = (selector: string) => element.find(selector).getBoundingClientRect().left;
    expect(left('button')).to.be.below(left('input'));
    expect(left('input')).to.be.below(left('.times'));
    const slider = element.find<HTMLInputElement>('input');
    slider.focus();
    await sendKeys({press: 'ArrowRight'});
    expect(slider.valueAsNumber, 'an arrow to the right goes on').to.be.above(0);
    slider.value = '0.5';
    slider.dispatchEvent(new Event('input'));
    await sendKeys({press: 'ArrowLeft'});
    expect(slider.valueAsNumber, 'one to the left goes back').to.be.below(0.5);
  });

  it('shows nothing without a recording', async () => {
    const element = await host();
    element.player.toggle();
    element.player.seek(0.5);
    expect(element.said).to.equal('');
  });

  it('shows the position and the duration, and does not start to play without a press', async () => {
    const element = await loaded();
    const whole = `0:0${Math.floor(element.sound.duration)}`;
    // The browser sets the duration before it dispatches the event.
    await until(() => element.find('.times').textContent === `0:00 / ${whole}`, 'it is shown');
    expect(element.find('input').getAttribute('aria-valuetext')).to.equal(`0:00 of ${whole}`);
    expect(element.find('button').getAttribute('aria-label')).to.equal('Play');
    expect(element.sound.paused).to.be.true;
    await expect(element).to.be.accessible();
  });

  it('plays when pressed, shows its position, pauses at the next press, and is ready to start again at the end', async () => {
    const element = await loaded();
    element.find('button').click();
    await until(() => element.find('button').getAttribute('aria-label') === 'Pause');
    await waitUntil(() => (element.heard.at(-1) ?? 0) > 0.05, 'it plays', {timeout: 5000});
    element.find('button').click();
    await until(() => element.find('button').getAttribute('aria-label') === 'Play');
    expect(element.sound.paused).to.be.true;
    element.player.seek(0.95);
    element.player.toggle();
    await waitUntil(() => element.sound.ended, 'it ends', {timeout: 5000});
    await until(() => element.find('button').getAttribute('aria-label') === 'Play');
    expect(element.heard.at(-1)).to.be.closeTo(1, 0.02);
    const told = element.heard.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(element.heard.length, 'nothing more is told').to.equal(told);
  });

  it('seeks when the slider is moved', async () => {
    const element = await loaded();
    const slider = element.find<HTMLInputElement>('input');
    slider.value = '0.6';
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    const {duration} = element.sound;
    await until(() => Math.abs(element.sound.currentTime - duration * 0.6) < 0.05);
    expect(element.heard.at(-1)).to.be.closeTo(0.6, 0.02);
    await element.updateComplete;
    expect(slider.getAttribute('aria-valuetext')).to.match(/^0:01 of 0:02$/);
  });

  it('seeks with the keys of a slider', async () => {
    const element = await loaded();
    element.find('input').focus();
    await sendKeys({press: 'ArrowRight'});
    await sendKeys({press: 'ArrowRight'});
    await until(() => element.sound.currentTime > 0, 'it went on');
    expect(element.sound.currentTime).to.be.closeTo(0.02 * element.sound.duration, 0.005);
    await sendKeys({press: 'Home'});
    await until(() => element.sound.currentTime === 0, 'it is at the start');
  });

  it('skips back and forth by fifteen seconds, and not beyond its ends', async () => {
    const element = await loaded();
    const [back, forward] = element.renderRoot.querySelectorAll<HTMLElement>('.tools button');
    expect([back?.ariaLabel, forward?.ariaLabel]).to.eql(['Back 15 seconds', 'Forward 15 seconds']);
    const {duration} = element.sound;
    forward?.click();
    await until(() => Math.abs(element.sound.currentTime - duration) < 0.05, 'it is at the end');
    back?.click();
    await until(() => element.sound.currentTime === 0, 'it is at the start');
  });

  it('plays at the speed that a person chooses, also the next recording, with the pitch preserved', async () => {
    const element = await loaded();
    const speeds = element.find<HTMLSelectElement>('.player select');
    expect([...speeds.options].map(({text}) => text.trim())).to.eql(
      ['0.5', '0.75', '1', '1.25', '1.5', '2'].map((speed) => `${speed}×`),
    );
    expect(speeds.value).to.equal('1');
    speeds.value = '1.5';
    speeds.dispatchEvent(new Event('change'));
    expect(element.sound.playbackRate).to.equal(1.5);
    expect(element.sound.preservesPitch).to.be.true;
    await drawn(element, element.player.load(await recording()));
    await until(() => element.sound.duration > 0);
    expect(element.sound.playbackRate).to.equal(1.5);
    expect(speeds.value).to.equal('1.5');
  });

  it('names the bookmarks that have a name, in their buttons', async () => {
    const element = await loaded();
    element.bookmarks = [1, 2];
    element.names = ['', 'The door'];
    await drawn(element, element.requestUpdate());
    const [first, second] = element.renderRoot.querySelectorAll<HTMLElement>('.bookmarks button');
    expect(first?.textContent.trim()).to.equal('0:01');
    expect(second?.textContent.trim()).to.equal('0:02 The door');
    expect(second?.ariaLabel).to.equal('Go to the bookmark at 0:02 The door');
    expect(second?.title).to.equal(second?.ariaLabel);
    await expect(element).to.be.accessible();
  });

  it('seeks to a bookmark, also one beyond the end', async () => {
    const element = await loaded();
    expect(element.renderRoot.querySelector('.bookmarks button')).to.equal(null);
    element.bookmarks = [1, 65];
    await drawn(element, element.requestUpdate());
    const [first, last] = element.renderRoot.querySelectorAll<HTMLElement>('.bookmarks button');
    expect(first?.ariaLabel).to.equal('Go to the bookmark at 0:01');
    const list = element.find<HTMLInputElement>('input').list;
    const {duration} = element.sound;
    expect([...(list?.options ?? [])].map(({value}) => Number(value))).to.eql([
      Number((1 / duration).toFixed(2)),
      1,
    ]);
    await expect(element).to.be.accessible();
    first?.click();
    await until(() => Math.abs(element.sound.currentTime - 1) < 0.05, 'it is at the first');
    last?.click();
    await until(() => Math.abs(element.sound.currentTime - duration) < 0.05, 'it is at the end');
  });

  it('releases a recording when another replaces it, and stops its sound', async () => {
    const element = await loaded();
    const [first] = element.opened;
    element.player.toggle();
    await until(() => first?.audio.paused === false);
    element.player.load(await recording());
    expect(first?.audio.paused).to.be.true;
    expect(await isGone(first?.url ?? '')).to.be.true;
    expect(await isGone(element.opened[1]?.url ?? '')).to.be.false;
    element.player.load(undefined);
    expect(await isGone(element.opened[1]?.url ?? '')).to.be.true;
    await element.updateComplete;
    expect(element.said).to.equal('');
  });

  it('stops and releases the recording when it leaves the page, and shows it again when it returns', async () => {
    const element = await loaded();
    const [first] = element.opened;
    element.player.toggle();
    await until(() => first?.audio.paused === false);
    const parent = element.parentNode;
    element.remove();
    expect(first?.audio.paused).to.be.true;
    expect(await isGone(first?.url ?? '')).to.be.true;
    parent?.append(element);
    await drawn(
      element,
      until(() => element.sound !== first?.audio && element.sound.duration > 0),
    );
    expect(element.find('button').getAttribute('aria-label')).to.equal('Play');
  });

  it('loads nothing before it is in the page', async () => {
    const element = new PlayerHost();
    element.player.load(await recording());
    expect(element.opened).to.be.empty;
  });

  it('shows the duration that it was given until the file reports its own', async () => {
    const element = await host();
    await drawn(element, element.player.load(await recording(), 3725));
    if (element.sound.readyState === 0)
      expect(element.find('.times').textContent).to.equal('0:00 / 1:02:05');
    await until(() => element.find('.times').textContent?.endsWith('/ 0:02'));
  });

  it('shows a message if the file cannot be played', async () => {
    const element = await host();
    element.player.load(new Blob(['not a sound'], {type: 'audio/mpeg'}));
    await until(() => element.said !== '' && !element.renderRoot.querySelector('button'));
    expect(element.said).to.equal(words.playerRefused);
    expect(await isGone(element.opened[0]?.url ?? '')).to.be.true;
    await drawn(element, element.player.load(await recording()));
    expect(element.find('button').getAttribute('aria-label')).to.equal('Play');
  });

  it('shows a message if the policy of the page forbids the sound', async () => {
    const frame = document.createElement('iframe');
    const script = new URL('player-frame.ts', import.meta.url).href;
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="media-src 'none'">
      <script type="module" src="${script}"></script>`;
    document.body.append(frame);
    const told = () =>
      frame.contentDocument?.querySelector('player-in-frame')?.shadowRoot?.textContent;
    await waitUntil(() => told()?.includes(words.playerRefused), 'it is told', {timeout: 10_000});
    frame.remove();
  });
});
