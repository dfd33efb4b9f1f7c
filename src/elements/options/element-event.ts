/**
 * An event of an element. It bubbles and is composed, so that one listener on `document` serves a page, and has its
 * fields both on `detail` and on itself.
 */
export class ElementEvent<Detail extends object> extends CustomEvent<Detail> {
  constructor(name: string, detail: Detail) {
    super(name, {detail, bubbles: true, composed: true});
    Object.assign(this, detail);
  }
}
