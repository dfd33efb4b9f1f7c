import {html} from 'lit';

/** The text that a dialog announces to screen readers; some texts are shown as well. */
export class Spoken {
  #text = '';
  #isShown = false;

  /**
   * Sets the text for the next rendering. A repeated text gets an invisible, unspoken space, so that it is announced
   * again.
   */
  say(text: string, isShown = false) {
    this.#text = text && this.#text === text ? `${text}\u00a0` : text;
    this.#isShown = isShown && text !== '';
  }

  /** Renders the text in a live region, which stays in the document. */
  render() {
    const style = this.#isShown ? 'outcome' : 'visually-hidden';
    return html`<div class=${style} role="status">${this.#text}</div>`;
  }
}
