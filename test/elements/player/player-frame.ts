// Runs in a frame whose policy a test chooses.
import {html, LitElement} from 'lit';
import {Player} from '../../../src/elements/player/player.js';
import {player as words} from '../../../src/lang/compiled/en/player.js';
import {Localize} from '../../../src/elements/strings/localize.js';

class PlayerInFrame extends LitElement {
  readonly #localize = new Localize(this, words);
  readonly player = new Player(this);

  protected override render() {
    return html`${this.player.render(this.#localize)}`;
  }
}
customElements.define('player-in-frame', PlayerInFrame);

const element = new PlayerInFrame();
document.body.append(element);
const file = await fetch(new URL('../media/tone.mp3', import.meta.url));
element.player.load(new Blob([await file.arrayBuffer()], {type: 'audio/mpeg'}));
