import {expect, waitUntil} from '@open-wc/testing';
import {html, LitElement} from 'lit';
import {Sighting, type Sight} from '../../src/elements/capture/sight.js';

/** A page that a person may leave for another tab, without closing it. */
class PageInTab extends EventTarget {
  hidden = false;

  turn(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const tab = new PageInTab();
const sights: Sight[] = [];

class Seen extends LitElement {
  readonly sighting = new Sighting(this, (sight) => sights.push(sight), tab);

  protected override render() {
    return html`<div class="frame">Here</div>`;
  }
}
customElements.define('seen-element', Seen);

describe('the sight of an element', () => {
  it('is lost while its page is in a hidden tab, and only until then', async () => {
    const element = document.createElement('seen-element') as Seen;
    document.body.append(element);
    await waitUntil(() => sights.at(-1) === 'seen', 'it is seen');
    tab.turn(true);
    expect(sights.at(-1)).to.equal('hidden');
    expect(element.sighting.look()).to.equal('hidden');
    tab.turn(false);
    expect(sights).to.eql(['seen', 'hidden', 'seen']);
    element.remove();
    tab.turn(true);
    expect(sights).to.have.length(3);
  });
});
